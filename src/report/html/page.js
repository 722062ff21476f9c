// The page as a whole: the state is in the address, and everything shown follows from it.

let state = stateOf(location.hash);
let shownAddress = null;

const form = document.getElementById('filters');
const table = gamesTable({
  open: (index) => go({ game: index, turn: undefined }, 'step'),
  sort: (column) => go({ sort: state.sort === `-${column}` ? column : state.sort === column ? `-${column}` : firstWay(column) }),
});
const dialog = gameDialog({
  change: (part) => {
    state = { ...state, ...part };
    history.replaceState(null, '', addressOf(state));
  },
  step: (by) => {
    const next = table.beside(Number(state.game), by);
    if (next !== null) go({ game: next, turn: undefined });
  },
  close: () => {
    if (state.game === undefined) return;
    const index = Number(state.game);
    go({ game: undefined, turn: undefined });
    table.reveal(Math.max(0, table.at(index)));
    document.querySelector(`tr[data-index="${index}"] .open`)?.focus({ preventScroll: true });
  },
});

/** Numbers are first sorted from the largest, texts from the first. */
function firstWay(column) {
  return ['difference', 'findings', 'margin', 'recorded', 'size'].includes(column) ? `-${column}` : column;
}

/** Goes to a state: `step` leaves a way back in the history. */
function go(part, how = 'replace') {
  state = { ...state, ...part };
  history[how === 'step' ? 'pushState' : 'replaceState'](null, '', addressOf(state));
  show();
}

/** What of the state decides which rows are shown. */
function listAddress() {
  return addressOf({ ...state, game: undefined, turn: undefined, layers: undefined });
}

function show() {
  if (shownAddress !== listAddress()) {
    shownAddress = listAddress();
    fillForm();
    table.show(view(state), state.sort);
  }
  const index = /^\d+$/.test(state.game ?? '') ? Number(state.game) : -1;
  if (games[index]) {
    table.choose(index);
    const at = table.at(index);
    dialog.open(index, state, at < 0 ? 'outside the filters' : `${grouped(at + 1)} of ${grouped(table.length())}`);
  } else {
    dialog.close();
  }
}

/** Offers what occurs, commonest first, with the number of games. */
function options(select, entries, any, say = (name) => name) {
  select.replaceChildren(element('option', { value: '' }, any), ...entries.map(([name, count]) => element('option', { value: name }, `${visible(say(name))} (${grouped(count)})`)));
}

function fillChoices() {
  const { verdict, exact, severity, cause, code, rules, size, winner, komi, baseline } = form.elements;
  const tally = new Map(ranked((game) => [field(game, 'verdict')]));
  options(verdict, VERDICTS.map(({ id }) => [id, tally.get(id) ?? 0]), 'any', (id) => `${VERDICT[id].sign} ${id}`);
  options(severity, [...about.severities].reverse().map((name, at) => [name, games.filter((game) => gravest(game) >= about.severities.length - 1 - at).length])
    .concat([['none', games.filter((game) => gravest(game) < 0).length]]), 'any', (name) => (name === 'error' || name === 'none' ? name : `${name} or worse`));
  options(cause, ranked((game) => [explanation(game) ?? 'no difference to explain']), 'any');
  options(code, ranked(codes), 'any');
  options(rules, ranked((game) => [game[AT.rules] ?? 'unknown']), 'any');
  options(size, ranked((game) => [game[AT.size] ?? 'unknown']), 'any');
  const winners = games.filter((game) => game[AT.winner_differs] === 1).length;
  options(winner, [['differs', winners], ['same', games.filter((game) => game[AT.winner_differs] === 0).length]], 'any');
  options(exact, ['exactly', 'likely', 'convention'].map((way) => [way, games.filter((game) => field(game, 'agreement') === way).length]),
    'any', (name) => (name === 'convention' ? 'by a convention' : name));
  options(komi, ranked((game) => (field(game, 'komi_source') === null ? [] : [field(game, 'komi_source')])), 'any');
  options(baseline, ['new', 'known'].map((name) => [name, games.filter((game) => standing(game) === name).length]), 'any');
  baseline.parentElement.hidden = !about.baseline;
  document.getElementById('folders').replaceChildren(...ranked((game) => folders(game[AT.source])).slice(0, 300).map(([name]) => element('option', { value: name })));
}

/** The form shows the state. A value that no option has (from an address) is added so that it shows. */
function fillForm() {
  for (const name of Object.keys(FILTERS)) {
    const control = form.elements[name];
    const value = state[name] ?? '';
    if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value)) control.append(element('option', { value }, visible(value)));
    if (control.value.trim() !== value) control.value = value; // blanks at its ends are still being typed
    control.classList.toggle('set', value !== '');
    const wrong = value !== '' && !readable(name, value);
    if (wrong) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
    control.title = wrong ? `not understood, so that it filters nothing: ${control.placeholder} are examples` : '';
  }
  for (const tile of document.querySelectorAll('.tile')) tile.setAttribute('aria-pressed', String((state.verdict ?? '').split(',').includes(tile.dataset.verdict)));
}

const nothing = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, '']));

/** Shows the games that a mark of a plot stands for; the same tile again takes its filter back. */
function choose(filters) {
  const only = Object.keys(filters).length === 1 && filters.verdict !== undefined;
  go({ ...nothing, ...filters, ...(only && state.verdict === filters.verdict ? { verdict: '' } : {}) }, 'step');
  const games = document.getElementById('games');
  games.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  games.focus({ preventScroll: true });
}

/** Goes to what the form says. */
function goToForm() {
  go(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()])));
}

let typing = 0;
form.addEventListener('input', (event) => {
  clearTimeout(typing);
  typing = setTimeout(goToForm, event.target instanceof HTMLSelectElement ? 0 : 120);
});
form.elements.q.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  clearTimeout(typing);
  goToForm();
  const first = table.first();
  if (first !== null) go({ game: first, turn: undefined }, 'step');
});
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', (event) => {
  event.preventDefault();
  go(nothing);
});
document.getElementById('save').addEventListener('click', () => {
  const file = new Blob([listAsCsv(view(state))], { type: 'text/csv' });
  const link = element('a', { href: URL.createObjectURL(file), download: 'games.csv' });
  link.click();
  URL.revokeObjectURL(link.href);
});
document.getElementById('clear-too').addEventListener('click', () => go(nothing));
const more = document.getElementById('more'); // on narrow screens only
more.addEventListener('click', () => more.setAttribute('aria-expanded', String(form.classList.toggle('all'))));
for (const change of ['hashchange', 'popstate']) {
  window.addEventListener(change, () => {
    state = stateOf(location.hash);
    show();
  });
}
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault(); // the address is the state's
  document.getElementById('games').focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, select, textarea')) return;
  event.preventDefault();
  form.elements.q.focus();
});

overview(choose);
fillChoices();
show();
document.documentElement.dataset.ready = 'true';
