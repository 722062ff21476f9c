// The first screen: what was audited, the verdicts in numbers, and plots. Every mark is a filter.

/** Writes the first screen. `choose(filters)` is called with the filters that a mark stands for. */
function overview(choose) {
  const tally = VERDICTS.map((verdict) => ({ ...verdict, games: 0 }));
  for (const game of games) {
    const of = tally.find(({ id }) => id === field(game, 'verdict'));
    if (of) of.games += 1;
  }
  headline(Object.fromEntries(tally.map(({ id, games: count }) => [id, count])));
  verdictBar(tally, choose);
  const plots = [differences, causes, silence, byFolder, byYear, bySizeAndRules];
  document.getElementById('plots').replaceChildren(...plots.map((plot) => plot(choose)).filter(Boolean));
}

/** What there is to know first: what is wrong, how much could be checked at all, and how it agrees. */
function headline(count) {
  const compared = count.agrees + count.differs;
  const scored = compared + count.undecidable;
  const has = (verdict, test) => games.filter((game) => field(game, 'verdict') === verdict && test(game)).length;
  const winners = has('differs', (game) => game[AT.winner_differs] === 1);
  const sure = has('differs', (game) => game[AT.winner_differs] === 1 && game[AT.probability] >= SURE);
  const agreeing = (way) => games.filter((game) => field(game, 'agreement') === way).length;
  const unchecked = count.undecidable > 0 ? `; ${grouped(count.undecidable)} of ${plural(scored, 'score', 'scores')} could not be checked` : '';
  const says = games.length === 0 ? 'No games were found'
    : scored === 0 ? `${plural(games.length, 'game', 'games')}, and none states a score`
      : compared === 0 ? `None of ${plural(scored, 'score', 'scores')} could be checked`
        : count.differs === 0 ? `${count.agrees === 1 ? 'One record agrees' : `${grouped(count.agrees)} records agree`} with the board${unchecked}`
          : `${plural(count.differs, 'record says', 'records say')} something else than the board${unchecked}`;
  document.getElementById('headline').textContent = says;
  const parts = [`${plural(games.length, 'game', 'games')} audited, of which ${grouped(scored)} ${scored === 1 ? 'states' : 'state'} a score.`];
  if (scored > 0) {
    const shares = [
      [agreeing('exactly'), 'agree exactly'], [agreeing('likely'), 'are likely where the record stops early'],
      [agreeing('convention'), 'agree by a counting convention'], [count.differs, 'differ'],
      [count.undecidable, 'could not be checked, since their boards are not settled enough'],
    ].filter(([of]) => of > 0).map(([of, what]) => `${percent(of, scored)} ${what}`);
    parts.push(`Of these ${listed(shares)}.`);
  }
  if (winners > 0) parts.push(`${plural(winners, 'record names', 'records name')} another winner than the count, ${winners > 1 ? `${grouped(sure)} of them` : sure === 1 ? 'which is' : 'which is not'} at least ${100 * SURE}% sure.`);
  const turned = has('agrees', (game) => game[AT.winner_differs] === 1);
  const more = winners > 0 ? ['more names', 'more name'] : ['record names', 'records name'];
  if (turned > 0) parts.push(`${plural(turned, ...more)} another winner by a convention under which ${turned === 1 ? 'it agrees' : 'they agree'}.`);
  const assumed = games.filter((game) => field(game, 'komi_source') === 'assumed' && ['agrees', 'differs', 'undecidable'].includes(field(game, 'verdict'))).length;
  if (assumed > 0) parts.push(`In ${plural(assumed, 'scored game', 'scored games')} the komi is assumed.`);
  if (about.baseline) {
    const [fresh, known] = ['new', 'known'].map((which) => games.filter((game) => standing(game) === which).length);
    parts.unshift(`Against the baseline: ${plural(fresh, 'game has', 'games have')} new findings, ${plural(known, 'game', 'games')} only known ones.`);
  }
  document.getElementById('standfirst').textContent = parts.join(' ');
  document.getElementById('version').textContent = about.version;
  document.getElementById('roots').textContent = about.roots.map(visible).join(', ');
}

/** Parts as a list in a sentence. */
function listed(parts) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function verdictBar(tally, choose) {
  const bar = element('div', { class: 'bar', 'aria-hidden': 'true' }, ...tally.filter(({ games: count }) => count > 0)
    .map(({ id, games: count }) => segment(id, count)));
  const tiles = tally.map(({ id, sign, says, games: count }) => element('button', {
    type: 'button', class: `tile v-${id}`, title: says, 'data-verdict': id, 'aria-pressed': 'false', click: () => choose({ verdict: id }),
  }, element('span', { class: 'sign', 'aria-hidden': 'true' }, sign), element('strong', {}, grouped(count)),
  element('span', { class: 'name' }, id), element('span', { class: 'dim' }, percent(count, games.length))));
  document.getElementById('verdicts').replaceChildren(bar, element('div', { class: 'tiles' }, ...tiles));
}

function segment(id, count) {
  const part = element('span', { class: `v-${id}` });
  part.style.flexGrow = count;
  return part;
}

function figure(title, note, ...body) {
  return element('figure', {}, element('figcaption', {}, element('h2', {}, title), note ? element('p', { class: 'dim' }, note) : null), ...body);
}

// ---- differences: a histogram on steps that widen ----

const STEPS = [1, 2, 5, 10, 20, 50];

function differences(choose) {
  const bins = [];
  for (const side of [-1, 1]) {
    STEPS.concat(Infinity).forEach((most, at) => {
      const least = at === 0 ? 0 : STEPS[at - 1];
      bins.push({ side, least, most, games: 0, winners: 0 });
    });
  }
  bins.sort((a, b) => a.side * a.most - b.side * b.most || a.least - b.least);
  let total = 0;
  for (const game of games) {
    const difference = game[AT.difference];
    if (field(game, 'verdict') !== 'differs' || !difference) continue;
    const bin = bins.find(({ side, least, most }) => Math.sign(difference) === side && Math.abs(difference) > least && Math.abs(difference) <= most);
    bin.games += 1;
    total += 1;
    if (game[AT.winner_differs] === 1) bin.winners += 1;
  }
  if (total === 0) return null;
  const [width, height, base] = [420, 148, 118];
  const step = (width - 12) / bins.length;
  const scale = (base - 16) / Math.max(...bins.map((bin) => bin.games));
  const picture = drawn('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': `Differences of ${total} games, in ${bins.length} steps` });
  const words = drawn('g', { class: 'words', 'aria-hidden': 'true' });
  bins.forEach((bin, at) => {
    const left = at < bins.length / 2 ? at * step : at * step + 12;
    const label = binLabel(bin);
    const says = `${label}: ${plural(bin.games, 'game', 'games')}, ${bin.winners} with another winner`;
    picture.append(mark(says, bin.games > 0 ? () => choose({ verdict: 'differs', difference: binFilter(bin) }) : null,
      drawn('rect', { class: 'hit', x: left, y: 0, width: step, height: base }),
      drawn('rect', { class: 'f-differs', x: left + 1, y: base - bin.games * scale, width: step - 2, height: bin.games * scale, rx: 1 }),
      drawn('rect', { class: 'f-winner', x: left + 1, y: base - bin.winners * scale, width: step - 2, height: bin.winners * scale, rx: 1 })));
    words.append(bin.games > 0 ? drawn('text', { x: left + step / 2, y: base - bin.games * scale - 4, class: 'value' }, grouped(bin.games)) : '',
      drawn('text', { x: left + step / 2, y: base + 12, class: 'tick' }, tick(bin)));
  });
  picture.append(words, drawn('line', { x1: 0, x2: width, y1: base + 0.5, y2: base + 0.5, class: 'axis' }),
    drawn('text', { x: 0, y: height - 3, class: 'caption' }, '← record kinder to White'),
    drawn('text', { x: width, y: height - 3, class: 'caption end' }, 'record kinder to Black →'));
  return figure('How far off', element('span', {}, 'points between record and board; ', element('span', { class: 'key f-winner' }), ' another winner than the count'), picture);
}

function tick({ most, least }) {
  return most === Infinity ? `>${least}` : `≤${most}`;
}

function binLabel({ side, least, most }) {
  const size = most === Infinity ? `more than ${least} points` : `over ${least} up to ${most} points`;
  return `${size} in favour of ${side > 0 ? 'Black' : 'White'}`;
}

/** Differences are multiples of a quarter at the least, so the open end of a step is an eighth further. */
function binFilter({ side, least, most }) {
  const open = least + 0.125;
  if (most === Infinity) return side > 0 ? `>${least}` : `<-${least}`;
  return side > 0 ? `${open}..${most}` : `-${most}..-${open}`;
}

/** A part of a plot that can be chosen with mouse and keyboard. */
function mark(words, action, ...parts) {
  const title = drawn('title', {}, words);
  if (!action) return drawn('g', { 'aria-hidden': 'true' }, title, ...parts);
  return drawn('g', {
    class: 'mark', role: 'button', tabindex: '0', 'aria-label': words, click: action,
    keydown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      action();
    },
  }, title, ...parts);
}

// ---- ranked bars ----

/** The commonest of what `of` names for each game. */
function ranked(of) {
  const tally = new Map();
  games.forEach((game) => {
    for (const name of new Set(of(game))) tally.set(name, (tally.get(name) ?? 0) + 1);
  });
  return [...tally].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function bars(entries, total, kind, action, say = (name) => name) {
  const most = entries.length > 0 ? entries[0][1] : 1;
  return element('ul', { class: 'bars' }, ...entries.slice(0, 6).map(([name, count]) => {
    const length = element('span', { class: `length v-${kind}` });
    length.style.width = `${100 * count / most}%`;
    return element('li', {}, element('button', { type: 'button', title: say(name), click: () => action(name) },
      element('span', { class: 'label' }, visible(name)), element('span', { class: 'track', 'aria-hidden': 'true' }, length),
      element('span', { class: 'value' }, grouped(count)), element('span', { class: 'share dim' }, percent(count, total))));
  }), others(entries.length - 6));
}

function others(count) {
  return count > 0 ? element('li', { class: 'dim more' }, `and ${grouped(count)} more`) : null;
}

function causes(choose) {
  const entries = ranked((game) => field(game, 'verdict') === 'differs' ? [explanation(game)] : []);
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const say = (name) => UNEXPLAINED[name] ?? CAUSE[name] ?? name;
  return figure('Why they differ', 'the one explanation that gives the recorded result',
    bars(entries, total, 'differs', (cause) => choose({ verdict: 'differs', cause }), say));
}

function silence(choose) {
  const reasons = new Set(about.codes.filter(({ silences }) => silences).map(({ id }) => id));
  const entries = ranked((game) => field(game, 'verdict') === 'undecidable' ? codes(game).filter((code) => reasons.has(code)) : []);
  const silent = games.filter((game) => field(game, 'verdict') === 'undecidable').length;
  if (silent === 0) return null;
  const says = Object.fromEntries(about.codes.map(({ id, says: sentence }) => [id, sentence]));
  return figure('Where the audit keeps silent', `what leaves ${plural(silent, 'game', 'games')} undecidable; a game may have several reasons`,
    bars(entries, silent, 'undecidable', (code) => choose({ verdict: 'undecidable', code }), (code) => says[code] ?? code));
}

// ---- verdicts by something ----

/** For each name the games of each verdict, in the order of `VERDICTS`. */
function crossed(of) {
  const tally = new Map();
  for (const game of games) {
    const name = of(game);
    if (!tally.has(name)) tally.set(name, VERDICTS.map(() => 0));
    const at = VERDICTS.findIndex(({ id }) => id === field(game, 'verdict'));
    if (at >= 0) tally.get(name)[at] += 1;
  }
  return tally;
}

function stacks(entries, most, action) {
  return element('ul', { class: 'bars stacks' }, ...entries.slice(0, most).map(([name, of, label = name]) => {
    const total = of.reduce((sum, count) => sum + count, 0);
    const words = `${VERDICTS.map(({ id }, at) => of[at] ? `${of[at]} ${id}` : '').filter(Boolean).join(', ')}`;
    return element('li', {}, element('button', { type: 'button', title: words, click: () => action(name) },
      element('span', { class: 'label' }, element('bdi', {}, visible(label))),
      element('span', { class: 'track bar' }, ...VERDICTS.flatMap(({ id }, at) => of[at] ? [segment(id, of[at])] : [])),
      element('span', { class: 'value' }, grouped(total)), element('span', { class: 'unseen' }, `: ${words}`)));
  }), others(entries.length - most));
}

const bySum = (a, b) => b[1].reduce((x, y) => x + y, 0) - a[1].reduce((x, y) => x + y, 0);

/** Folders at the first depth at which there is more than one. */
function byFolder(choose) {
  const deepest = Math.max(0, ...games.map((game) => folders(game[AT.source]).length));
  for (let depth = 0; depth <= deepest; depth += 1) {
    const tally = crossed((game) => {
      const of = folders(game[AT.source]);
      return of[Math.min(depth, of.length - 1)] ?? '';
    });
    if (tally.size < 2 && depth < deepest) continue;
    if (tally.size < 2) return null;
    const shared = commonFolders([...tally.keys()]);
    const entries = [...tally].sort(bySum).map(([name, of]) => [name || TOP, of, name.slice(shared.length).replace(/[/!]$/, '') || TOP]);
    return figure('By folder', 'what share of each agrees', stacks(entries, 6, (folder) => choose({ folder })));
  }
  return null;
}

/** The folders that all of these prefixes begin with, as a prefix. */
function commonFolders(prefixes) {
  const deeper = (folder) => prefixes.every((prefix) => prefix.startsWith(folder) && prefix !== folder);
  return folders(prefixes[0]).filter(deeper).at(-1) ?? '';
}

function bySizeAndRules(choose) {
  const sizes = [...crossed((game) => game[AT.size] ?? 'unknown')].sort(bySum);
  const rules = [...crossed((game) => game[AT.rules] ?? 'unknown')].sort(bySum);
  return figure('By rules and size', 'as understood by the audit',
    stacks(rules, 4, (name) => choose({ rules: name })), stacks(sizes, 3, (name) => choose({ size: name })));
}

/** Columns by year, or by as many years together as make at most forty columns. */
function byYear(choose) {
  const known = games.map((game) => year(game[AT.date])).filter((each) => each !== null);
  const [first, last] = known.reduce(([least, most], each) => [Math.min(least, each), Math.max(most, each)], [Infinity, -Infinity]);
  if (known.length === 0) return null;
  const span = [1, 2, 5, 10, 20, 50].find((years) => (last - first) / years < 40) ?? 100;
  const start = Math.floor(first / span) * span;
  const tally = crossed((game) => {
    const of = year(game[AT.date]);
    return of === null ? null : Math.floor(of / span) * span;
  });
  const columns = Array.from({ length: Math.floor((last - start) / span) + 1 }, (_, at) => start + at * span);
  const sum = (of) => (of ?? []).reduce((a, b) => a + b, 0);
  const most = Math.max(...columns.map((each) => sum(tally.get(each))));
  const [width, base] = [420, 126];
  const step = Math.min(width / columns.length, 56);
  const picture = drawn('svg', { viewBox: `0 0 ${width} 148`, role: 'group', 'aria-label': 'Games by year' });
  const labels = drawn('g', { class: 'words', 'aria-hidden': 'true' });
  columns.forEach((from, at) => {
    const of = tally.get(from) ?? VERDICTS.map(() => 0);
    const name = span === 1 ? String(from) : `${from}-${from + span - 1}`;
    const words = `${name}: ${VERDICTS.map(({ id }, place) => of[place] ? `${of[place]} ${id}` : '').filter(Boolean).join(', ') || 'none'}`;
    let top = base;
    const parts = [0, 3, 2, 4, 1].map((place) => {
      const tall = of[place] * (base - 12) / most;
      top -= tall;
      return drawn('rect', { class: `f-${VERDICTS[place].id}`, x: at * step + 0.75, y: top, width: Math.max(step - 1.5, 0.5), height: tall });
    });
    const labelled = columns.length <= 12 || at % Math.ceil(columns.length / 8) === 0;
    picture.append(mark(words, sum(of) > 0 ? () => choose({ year: name }) : null,
      drawn('rect', { class: 'hit', x: at * step, y: 0, width: step, height: base }), ...parts));
    if (labelled) labels.append(drawn('text', { x: at * step + step / 2, y: base + 14, class: 'tick' }, String(from)));
  });
  picture.append(labels, drawn('line', { x1: 0, x2: width, y1: base + 0.5, y2: base + 0.5, class: 'axis' }),
    drawn('text', { x: 0, y: 9, class: 'caption' }, `${grouped(most)} at most`));
  const missing = games.length - known.length;
  return figure('By year', missing > 0 ? `${plural(missing, 'game', 'games')} without a year` : 'of the recorded date', picture);
}
