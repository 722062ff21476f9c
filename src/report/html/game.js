// One game, opened: why it was flagged, its board with layers, and the arithmetic of record and board.

const STANDARD_LAYERS = ['territory', 'dead', 'seki'];

/**
 * The dialog of a game. `change(part)` is called with what changes in the state (`layers`, `turn`),
 * `step(by)` for the next or previous game, `close()` when it closes.
 */
function gameDialog({ change, step, close }) {
  const dialog = document.getElementById('game');
  let showing = null;
  dialog.addEventListener('close', () => close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input:not([type=range]):not([type=checkbox])')) return;
    const act = { j: () => step(1), k: () => step(-1), ArrowLeft: () => showing?.go(-1), ArrowRight: () => showing?.go(1), Home: () => showing?.to(0), End: () => showing?.end() }[event.key];
    if (!act || (event.target.type === 'range' && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    act();
  });

  return {
    /** Shows a game; `where` says which of how many it is in the order shown. */
    open(index, state, where) {
      const game = games[index];
      showing = boardView(game, state, change);
      const title = gameTitle(game);
      const focused = dialog.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
      dialog.replaceChildren(
        element('header', { class: 'game-head' }, element('div', {}, badge(field(game, 'verdict')), title),
          element('nav', { 'aria-label': 'Games' }, element('span', { class: 'dim' }, where),
            element('button', { type: 'button', title: 'previous game (k)', 'aria-label': 'previous game', click: () => step(-1) }, '↑'),
            element('button', { type: 'button', title: 'next game (j)', 'aria-label': 'next game', click: () => step(1) }, '↓'),
            element('button', { type: 'button', class: 'close', title: 'close (Esc)', 'aria-label': 'close', click: () => dialog.close() }, '×'))),
        element('div', { class: 'game-body' }, element('div', { class: 'game-board' }, ...showing.parts),
          element('div', { class: 'game-says' }, verdictSentences(game), comparison(game), arithmetic(game),
            findingList(game, showing), particulars(game), wordList())));
      if (!dialog.open) dialog.showModal();
      const same = focused === null ? null : [...dialog.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === focused);
      (same ?? dialog).focus({ preventScroll: true }); // keys go on working in the next game
    },
    close() {
      if (dialog.open) dialog.close();
    },
  };
}

function gameTitle(game) {
  const side = (color, name) => element('span', { class: 'player' }, element('span', { class: `dot ${color}`, role: 'img', 'aria-label': color }),
    element('bdi', {}, shown(name) || 'unknown'));
  const source = game[AT.source];
  const copy = element('button', {
    type: 'button', class: 'copy', click: async () => {
      copy.textContent = await copied(source, path) ? 'copied' : 'press Ctrl+C';
      setTimeout(() => { copy.textContent = 'copy path'; }, 1500);
    },
  }, 'copy path');
  const path = element('code', {}, visible(source));
  return element('div', { class: 'game-title' },
    element('h2', { id: 'game-title' }, side('black', game[AT.black]), element('span', { class: 'dim' }, ' – '), side('white', game[AT.white])),
    element('p', { class: 'path' }, path, ` ${place(game)} `, copy));
}

/** Puts a text on the clipboard; where that is not allowed, selects the element that shows it. */
async function copied(text, node) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    window.getSelection().selectAllChildren(node);
    return false;
  }
}

// ---- the board with its controls ----

function boardView(game, state, change) {
  const board = boardOf(game);
  if (!board) {
    const why = field(game, 'verdict') === 'broken' ? 'There is no final position to show.' : 'Record and board agree exactly: boards are kept for the other games.';
    return { board: null, parts: [element('p', { class: 'no-board' }, why)], go() {}, to() {}, end() {}, point() {} };
  }
  const turns = (board.events ?? []).reduce((sum, { kind }) => sum + (kind === 'B' || kind === 'W' ? 1 : 0), 0);
  const end = replayed(board, turns);
  const drawnFrom = board.layers ? { ...end, stones: board.layers.stones } : end;
  const agrees = !board.layers || board.events === null || end.stones.every((stone, at) => stone === board.layers.stones[at]);
  const layers = new Set((state.layers ?? STANDARD_LAYERS.join(' ')).split(' ').filter(Boolean));
  const all = turns + board.added.length; // with what was played on
  let turn = state.turn ? Math.min(Number(state.turn), all) : turns;
  if (!Number.isInteger(turn) || turn < 0) turn = turns;
  let lit = null;

  const holder = element('div', { class: 'board-holder' });
  const slider = element('input', { type: 'range', min: '0', max: String(all), 'aria-label': 'turn', input: () => to(Number(slider.value)) });
  const said = element('output', { class: 'turn' });
  const stepButton = (text, label, act) => element('button', { type: 'button', 'aria-label': label, title: label, click: act }, text);
  const controls = element('div', { class: 'stepper', role: 'group', 'aria-label': 'Step through the game' },
    stepButton('«', 'start', () => to(0)), stepButton('‹', 'back one turn (←)', () => go(-1)), slider,
    stepButton('›', 'on one turn (→)', () => go(1)), stepButton('»', 'final position', () => to(turns)), said);
  const switches = element('fieldset', { class: 'layers' }, element('legend', {}, 'Layers'), ...LAYERS.map(({ id, title, says }) => element('label', { title: says },
    element('input', { type: 'checkbox', checked: layers.has(id), 'data-layer': id, change: (event) => {
      if (event.target.checked) layers.add(id);
      else layers.delete(id);
      change({ layers: LAYERS.map((layer) => layer.id).filter((each) => layers.has(each)).join(' ') });
      draw();
    } }), layerKey(id), title)));
  const note = element('p', { class: 'dim note' });

  function draw() {
    const final = turn === turns;
    const position = final ? drawnFrom : turn < turns ? replayed(board, turn) : replayed(board, turns, turn - turns);
    holder.replaceChildren(drawBoard(board, { position, layers, final, lit, recorded: turns }));
    slider.value = String(turn);
    said.textContent = turn > turns ? `played on, ${describeTurn(position, turn - turns, all - turns, board.height)}` : describeTurn(position, turn, turns, board.height);
    const beyond = all > turns ? `The record stops here; ${plural(all - turns, 'move was', 'moves were')} played on (→).` : '';
    const missing = final && !board.layers ? 'The game was not analysed: there are no layers.' : final ? beyond
      : turn > turns ? 'Moves that the record does not hold: played on to be counted.' : 'Layers are of the final position.';
    note.textContent = agrees ? missing : `${missing} Stepping ends in another position than the audit’s.`;
  }

  function to(next) {
    turn = Math.max(0, Math.min(all, next));
    change({ turn: turn === turns ? undefined : String(turn) });
    draw();
  }

  const go = (by) => to(turn + by);
  draw();
  return {
    board, go, to,
    end() { to(turns); },
    /** Points at a vertex, at a turn if one is given. */
    point(vertexText, at) {
      lit = vertexText ?? null;
      if (at) to(at);
      else draw();
    },
    parts: [holder, turns > 0 ? controls : null, switches, note].filter(Boolean),
  };
}

/** A layer's mark, small. */
function layerKey(id) {
  const parts = {
    bouzy: [drawn('rect', { class: 'wash black', width: 12, height: 24 }), drawn('rect', { class: 'wash white', x: 12, width: 12, height: 24 })],
    area: [drawn('rect', { class: 'owned black', x: 2, y: 7, width: 9, height: 9 }), drawn('rect', { class: 'owned white', x: 13, y: 7, width: 9, height: 9 })],
    territory: [drawn('rect', { class: 'owned black', x: 2, y: 8, width: 8, height: 8 }), drawn('rect', { class: 'owned white', x: 14, y: 8, width: 8, height: 8 })],
    ownership: [drawn('rect', { class: 'expected black', x: 3, y: 7, width: 10, height: 10 }), drawn('rect', { class: 'expected white', x: 16, y: 9.5, width: 5, height: 5 })],
    dead: [drawn('path', { class: 'cross on-black', d: 'M6 6 18 18M18 6 6 18' })],
    seki: [drawn('rect', { class: 'seki on-white', x: 6, y: 6, width: 12, height: 12 })],
    alive: [drawn('circle', { class: 'alive on-white', cx: 12, cy: 12, r: 5 })],
    suicide: [drawn('circle', { class: 'alive-ring on-white', cx: 12, cy: 12, r: 7 })],
    unsettled: [drawn('rect', { class: 'wash unsettled', width: 24, height: 24 }), drawn('text', { x: 12, y: 13 }, '?')],
    numbers: [drawn('text', { x: 12, y: 13 }, '12')],
  }[id];
  return drawn('svg', { class: 'key', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, drawn('rect', { class: 'ground', width: 24, height: 24, rx: 4 }), ...parts);
}

function describeTurn({ last }, turn, turns, height) {
  if (!last || turn === 0) return `start of ${turns}`;
  const where = last.x === null ? 'pass' : Number.isNaN(last.x) ? 'off the board' : vertex(last.x, last.y, height);
  return `${turn} of ${turns}: ${last.kind === 'B' ? 'Black' : 'White'} ${where}`;
}

// ---- why ----

function verdictSentences(game) {
  const verdict = field(game, 'verdict');
  const judged = findings(game).filter(({ message, stage, severity }) => message && (stage === 'judge' || stage === 'score' || severity === 'error'));
  const confidence = field(game, 'confidence');
  const sure = game[AT.probability];
  const certainty = {
    proved: verdict === 'differs' ? 'Proved: whatever is played from here, the record cannot be right.' : 'Proved: the margin holds whatever is played from here.',
    read: 'Read: every status that matters is safe if its owner answers, or was settled by exhaustive local reading.',
    estimated: `Estimated: at least one status that matters rests on an estimate${sure === null ? '' : `. Measured on games of its kind such a verdict is right in ${(100 * sure).toFixed(1)}%`}.`,
  }[confidence];
  const cause = game[AT.cause];
  return element('section', { class: 'why' }, element('p', { class: 'lead' }, leadSentence(game)),
    cause ? element('p', {}, element('span', { class: 'cause' }, visible(cause)), ` ${visible(CAUSE[cause] ?? '')}`) : null,
    judged[0] && verdict !== 'not-scored' ? element('p', {}, visible(judged[0].message)) : null,
    certainty ? element('p', { class: 'dim', title: confidence === 'estimated' ? MEASURED : null }, certainty) : null);
}

/** Where the chance of an estimate comes from. */
const MEASURED = 'Measured on thousands of records of servers and of professionals, mostly by how often another program, GNU Go, sides with the audit; other archives may be otherwise.';

function leadSentence(game) {
  const [record, board, difference] = [game[AT.recorded_margin], game[AT.margin], game[AT.difference]];
  const verdict = field(game, 'verdict');
  if (verdict === 'differs' && record !== null && board !== null) {
    const flip = game[AT.winner_differs] === 1 ? ', and another winner' : '';
    return `The record says ${margin(record)}, the board ${margin(board)}: ${plural(Math.abs(difference), 'point', 'points')} apart${flip}.`;
  }
  if (field(game, 'agreement') === 'likely') return `The record says ${margin(record)}, the board played on ${margin(boardMargin(game))}, from which the record is likely.`;
  if (verdict === 'agrees') return board !== null && record !== board ? `The record says ${margin(record)}, the board ${margin(board)}: within a counting convention.` : `Record and board agree: ${margin(board)}.`;
  if (verdict === 'broken') return `The game could not be replayed to its end${game[AT.stopped_at] ? ` (stopped at ${game[AT.stopped_at]})` : ''}.`;
  if (verdict === 'undecidable') return `The record says ${margin(record) || shown(game[AT.recorded]) || 'nothing'}; the board is not settled enough to check it.`;
  return VERDICT[verdict]?.says ?? '';
}

/** A line of margins: the record, the board, what is proved, and other ways to count. */
function comparison(game) {
  const points = [
    { name: 'record', value: game[AT.recorded_margin], kind: 'record' }, { name: 'board', value: boardMargin(game), kind: 'computed' },
    { name: 'marks in the file', value: game[AT.marked_margin], kind: 'other' },
    { name: field(game, 'method') === 'area' ? 'by territory' : 'by area', value: field(game, 'method') === 'area' ? game[AT.territory_margin] : game[AT.area_margin], kind: 'other' },
    { name: 'Bouzy', value: game[AT.bouzy_margin], kind: 'other' },
  ].filter(({ value }) => value !== null);
  if (points.length < 2) return null;
  const values = [0, ...points.map(({ value }) => value)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const pad = Math.max(4, (most - least) * 0.12);
  const [width, axis] = [460, 52];
  const x = (value) => 16 + (width - 32) * (Math.max(least - pad, Math.min(most + pad, value)) - least + pad) / (most - least + 2 * pad);
  const picture = drawn('svg', { viewBox: `0 0 ${width} 104`, class: 'line', role: 'img', 'aria-label': `Margins: ${points.map(({ name, value }) => `${name} ${margin(value)}`).join(', ')}` },
    drawn('line', { x1: 8, x2: width - 8, y1: axis, y2: axis, class: 'axis' }));
  const [low, high] = [game[AT.proved_min], game[AT.proved_max]];
  const proved = provedByArea(game);
  if (proved?.winner) {
    picture.append(drawn('rect', { class: 'proved', x: x(low), width: Math.max(2, x(high) - x(low)), y: axis - 4, height: 8, rx: 4 },
      drawn('title', {}, `proved by area, if both sides answer: ${margin(low)} to ${margin(high)}`)));
  }
  picture.append(drawn('line', { x1: x(0), x2: x(0), y1: axis - 7, y2: axis + 7, class: 'axis zero' }));
  const taken = [];
  for (const { name, value, kind } of points) {
    const text = `${name} ${margin(value)}`;
    const [at, long] = [x(value), text.length * 6.1];
    const near = at < long / 2 ? 'start' : at > width - long / 2 ? 'end' : 'middle';
    const left = { start: at, middle: at - long / 2, end: at - long }[near];
    let y = kind === 'other' ? 82 : 28;
    while (taken.some((other) => other.y === y && left < other.left + other.long + 8 && other.left < left + long + 8)) y += kind === 'other' ? 14 : -14;
    taken.push({ y, left, long });
    picture.append(drawn('line', { x1: at, x2: at, y1: axis, y2: kind === 'other' ? y - 9 : y + 4, class: 'stem' }),
      kind === 'record' ? drawn('path', { class: 'p-record', d: 'M0-6 6 0 0 6-6 0Z', transform: `translate(${at} ${axis})` }) : drawn('circle', { class: `p-${kind}`, cx: at, cy: axis, r: kind === 'computed' ? 6 : 3.5 }),
      drawn('text', { x: at, y, class: `t-${kind}`, 'text-anchor': near }, text));
  }
  const tallest = Math.max(96, ...taken.map(({ y }) => y + 8));
  picture.setAttribute('viewBox', `0 0 ${width} ${tallest}`);
  return element('section', { 'aria-label': 'Margins compared' }, picture,
    element('p', { class: 'dim ends' }, element('span', {}, '← White wins'), element('span', {}, 'Black wins →')),
    proved ? element('p', { class: 'dim ends' }, element('span', { title: WORDS.proved }, proved.winner ? element('span', { class: 'key proved-key' }) : null,
      proved.winner ? ` proved by area, if both sides answer: ${proved.says}` : `proved: ${proved.says}`)) : null);
}

/** What is proved by area: a range where it tells who wins, and else of how many points it is proved whose they are. */
function provedByArea(game) {
  const [low, high] = [game[AT.proved_min], game[AT.proved_max]];
  if (low === null || high === null) return null;
  if (low > 0 || high < 0) return { winner: true, says: low === high ? margin(low) : `${margin(low)} to ${margin(high)}` };
  const { width, height } = dimensions(game[AT.size]);
  const all = width * height;
  return { winner: false, says: `${Math.max(0, all - Math.ceil((high - low) / 2))} of ${all} points, not who wins` };
}

// ---- arithmetic ----

/** Record and board side by side, and how the board's margin comes about. */
function arithmetic(game) {
  const [record, value, komi] = [game[AT.recorded_margin], boardMargin(game), game[AT.komi]];
  if (value === null && record === null) return null;
  const before = (of) => (of === null || komi === null ? '' : signed(of + komi));
  const rows = [
    ['Black less White, before komi', before(record), before(value)],
    ['Komi', komi === null ? '' : signed(-komi), komi === null ? '' : signed(-komi)],
  ];
  const sums = game[AT.tally] !== null && value !== null ? boardSums(game) : null;
  return element('section', {}, element('h3', {}, 'The arithmetic'),
    element('table', { class: 'sum' }, element('caption', { class: 'unseen' }, 'Record and board'),
      element('thead', {}, element('tr', {}, element('td', {}), element('th', { scope: 'col' }, 'Record'), element('th', { scope: 'col' }, 'Board'))),
      element('tbody', {}, ...rows.map(([name, left, right]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, left), element('td', {}, right)))),
      element('tfoot', {}, element('tr', {}, element('th', { scope: 'row' }, 'Margin'), element('td', {}, margin(record)), element('td', {}, margin(value))))),
    sums ? element('table', { class: 'sum' }, element('caption', {}, `How the board counts by ${field(game, 'method') ?? 'territory'}`),
      element('thead', {}, element('tr', {}, element('td', {}), element('th', { scope: 'col' }, 'Black'), element('th', { scope: 'col' }, 'White'))),
      element('tbody', {}, ...sums.lines.map(([name, black, white]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, number(black)), element('td', {}, number(white))))),
      element('tfoot', {}, element('tr', {}, element('th', { scope: 'row' }, 'Sum'), element('td', {}, number(sums.black)), element('td', {}, number(sums.white))))) : null);
}

/** The lines that add up to the margin; stones handed over for passes are among the prisoners. */
function boardSums(game) {
  const tally = named(about.parts.tally, game[AT.tally]);
  const of = counts(game);
  const byArea = field(game, 'method') === 'area';
  const lines = [[byArea ? 'Living stones and points surrounded' : 'Territory', tally.black_points, tally.white_points]];
  if (!byArea) {
    lines.push(['Prisoners taken in play', tally.black_prisoners - (of.dead_white ?? 0), tally.white_prisoners - (of.dead_black ?? 0)],
      ['Dead stones taken off', of.dead_white ?? 0, of.dead_black ?? 0]);
  }
  if (tally.black_tax + tally.white_tax > 0) lines.push(['Group tax', -tally.black_tax, -tally.white_tax]);
  lines.push(['Komi', 0, game[AT.komi] ?? 0]);
  if (tally.compensation > 0) lines.push(['Compensation for handicap', 0, tally.compensation]);
  if (tally.button !== 0) lines.push(['Button', Math.max(0, tally.button), Math.max(0, -tally.button)]);
  const sum = (side) => lines.reduce((total, line) => total + line[side], 0);
  return { lines, black: sum(1), white: sum(2) };
}

// ---- findings and facts ----

function findingList(game, showing) {
  const all = findings(game);
  if (all.length === 0) return null;
  return element('section', {}, element('h3', {}, 'Findings'), element('ul', { class: 'findings' }, ...all.map(({ code, says, severity, message, line, column, turn, vertex: at, fresh }) => {
    const where = [line ? `line ${line}${column ? `:${column}` : ''}` : null].filter(Boolean).join(', ');
    const jump = showing.board && (turn || at) ? element('button', { type: 'button', class: 'jump', click: () => showing.point(at, turn && showing.board.events ? turn : null) },
      [turn ? `turn ${turn}` : null, at ? shown(at) : null].filter(Boolean).join(', ')) : [turn ? `turn ${turn}` : null, shown(at)].filter(Boolean).join(', ');
    return element('li', { class: `s-${severity}` }, element('p', { class: 'finding-head' }, element('span', { class: 'sign', 'aria-hidden': 'true' }, SEVERITY_SIGN[severity] ?? ''),
      element('strong', {}, code), element('span', { class: 'dim' }, ` ${severity}${fresh === 0 ? ', known' : ''}`), fresh === 1 ? element('span', { class: 'fresh' }, 'new') : null, element('span', { class: 'at dim' }, where, where && jump ? ', ' : '', jump)),
    element('p', {}, shown(message ?? says)), message && says && message !== says ? element('p', { class: 'dim' }, says) : null);
  })));
}

function particulars(game) {
  const of = counts(game);
  const pair = (black, white) => (black === null && white === null ? null : `${black ?? '?'} black, ${white ?? '?'} white`);
  const facts = [
    ['Result as recorded', shown(recordedResult(game))], ['Rules', game[AT.rules] ? `${visible(game[AT.rules])} (${field(game, 'rules_source') ?? 'unknown'})` : null],
    ['Komi, handicap', [game[AT.komi] === null ? null : `${number(game[AT.komi])}${field(game, 'komi_source') ? ` (${field(game, 'komi_source')})` : ''}`, game[AT.handicap] || null].filter((each) => each !== null).join(', ')],
    ['Date', shown(game[AT.date])], ['Board', shown(game[AT.size])], ['Turns', game[AT.turns] === null ? null : `${game[AT.turns]}, ending: ${field(game, 'ending') ?? 'unknown'}`],
    ['Dead stones', pair(of.dead_black, of.dead_white)], ['Stones in seki', of.seki], ['Pass-alive', pair(of.pass_alive_black, of.pass_alive_white)],
    ['Pass-alive, suicide legal', pair(of.pass_alive_black_suicide, of.pass_alive_white_suicide)], ['Depend on the suicide rule', of.suicide_sensitive],
    ['Suicide moves', of.suicide_moves], ['Dame', of.dame], ['Unsettled points', of.unsettled],
    ['Possible if both sides answer', game[AT.possible]?.map(margin).join(' to ')], ['Proved by area', provedByArea(game)?.says],
  ].filter(([, value]) => value !== null && value !== '' && value !== undefined);
  return element('details', { class: 'particulars', open: true }, element('summary', {}, 'Particulars'),
    element('dl', {}, ...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, element('bdi', {}, String(value)))))));
}

/** The words of the page that not every player knows. */
const WORDS = {
  proved: 'of a verdict: it follows from pass-alive stones; of points: nobody takes them if their owner answers well',
  'pass-alive': 'stones that live even if their owner always passes',
  read: 'settled by exhaustive local reading: all moves that matter were tried',
  recognised: 'a seki that was found by its shape or by playouts, and not read out',
  estimated: 'what playouts or a small network expect; it may be wrong',
  dame: 'an empty point that counts for nobody',
  seki: 'groups that live together since neither side can begin to take the other',
  unsettled: 'not decided: it depends on who plays first, or could not be told',
  Bouzy: 'a margin by influence alone (Bouzy’s 5/21), as GNU Go estimates a score; no verdict rests on it',
};

function wordList() {
  return element('details', { class: 'particulars glossary' }, element('summary', {}, 'Words'),
    element('dl', {}, ...Object.entries(WORDS).map(([word, says]) => element('div', {}, element('dt', {}, word), element('dd', {}, says)))));
}
