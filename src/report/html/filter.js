// Which games are in view and in which order: a function of the state that the address holds.

/** The folder of games that lie in none. */
const TOP = '(top)';

/** The filters in the order in which the address names them, each with the test that it makes of its value. */
const FILTERS = {
  q: (value) => {
    const words = value.toLowerCase().split(/\s+/).filter(Boolean);
    return (game, index) => words.every((word) => haystack(index).includes(word));
  },
  verdict: (value) => {
    const wanted = new Set(value.split(','));
    return (game) => wanted.has(field(game, 'verdict'));
  },
  severity: (value) => {
    const least = value === 'none' ? -1 : about.severities.indexOf(value);
    return value === 'none' ? (game) => gravest(game) < 0 : (game) => gravest(game) >= least;
  },
  cause: (value) => (game) => (explanation(game) ?? 'no difference to explain') === value,
  code: (value) => (game) => codes(game).includes(value),
  player: (value) => {
    const wanted = value.toLowerCase();
    return (game) => `${game[AT.black] ?? ''}\n${game[AT.white] ?? ''}`.toLowerCase().includes(wanted);
  },
  folder: (value) => (game) => (value === TOP ? folders(game[AT.source]).length === 0 : game[AT.source].startsWith(value)),
  rules: (value) => (game) => (game[AT.rules] ?? 'unknown') === value,
  size: (value) => (game) => (game[AT.size] ?? 'unknown') === value,
  year: (value) => {
    const [first, last = first] = value.split('-').map(Number);
    return (game) => {
      const of = year(game[AT.date]);
      return value === 'unknown' ? of === null : of !== null && of >= first && of <= last;
    };
  },
  difference: (value) => {
    const test = range(value);
    return (game) => game[AT.difference] !== null && test(game[AT.difference]);
  },
  probability: (value) => {
    const test = range(value);
    return (game) => game[AT.probability] !== null && test(game[AT.probability]);
  },
  komi: (value) => (game) => field(game, 'komi_source') === value,
  exact: (value) => (game) => field(game, 'agreement') === value,
  baseline: (value) => (game) => standing(game) === value,
  winner: (value) => (game) => game[AT.winner_differs] === (value === 'differs' ? 1 : 0),
};

/** Whether a filter's value can be read, of filters that are typed and take numbers. */
function readable(name, value) {
  if (name === 'year') return /^(unknown|\d{1,4}(-\d{1,4})?)$/.test(value);
  return !['difference', 'probability'].includes(name) || range(value) !== null;
}

/** A test of numbers: `5`, `>=2`, `<-3`, `-10..-1`, `2..`; of the size without a sign where `|` precedes: `|>=2`. Null where it is none. */
function range(text) {
  const plain = text.replaceAll(MINUS, '-').replaceAll(' ', '');
  const ends = /^(\|?)(-?\d*\.?\d+)?\.\.(-?\d*\.?\d+)?$/.exec(plain);
  const bound = /^(\|?)(>=|<=|>|<|=)?(-?\d*\.?\d+)$/.exec(plain);
  if (ends && (ends[2] || ends[3])) {
    const [least, most] = [Number(ends[2] ?? -Infinity), Number(ends[3] ?? Infinity)];
    return (value) => between(ends[1] ? Math.abs(value) : value, least, most);
  }
  if (!bound) return null;
  const limit = Number(bound[3]);
  const compare = {
    '>=': (value) => value >= limit, '<=': (value) => value <= limit,
    '>': (value) => value > limit, '<': (value) => value < limit,
  }[bound[2]] ?? ((value) => value === limit);
  return (value) => compare(bound[1] ? Math.abs(value) : value);
}

function between(value, least, most) {
  return value >= least && value <= most;
}

const haystacks = [];

/** What the search looks through, made when it is first needed. */
function haystack(index) {
  haystacks[index] ??= [games[index][AT.source], games[index][AT.black], games[index][AT.white], recordedResult(games[index]),
    games[index][AT.date], explanation(games[index]), ...codes(games[index])].join('\n').toLowerCase();
  return haystacks[index];
}

/** The columns of the table, each with what it sorts by; numbers and texts, null for unknown. */
const COLUMNS = [
  { id: 'verdict', title: 'Verdict', key: (game) => VERDICTS.indexOf(VERDICT[field(game, 'verdict')]) },
  { id: 'game', title: 'Game', key: (game, index) => index },
  { id: 'black', title: 'Black', key: (game) => game[AT.black]?.toLowerCase() ?? null },
  { id: 'white', title: 'White', key: (game) => game[AT.white]?.toLowerCase() ?? null },
  { id: 'size', title: 'Size', key: (game) => game[AT.size] === null ? null : parseInt(game[AT.size], 10) },
  { id: 'rules', title: 'Rules', key: (game) => game[AT.rules] },
  { id: 'date', title: 'Date', key: (game) => game[AT.date] },
  { id: 'recorded', title: 'Record', key: (game) => game[AT.recorded_margin] },
  { id: 'margin', title: 'Board', key: boardMargin },
  { id: 'difference', title: 'Off by', key: (game) => game[AT.difference] === null ? null : Math.abs(game[AT.difference]) },
  { id: 'probability', title: 'Sure', key: (game) => game[AT.probability] },
  { id: 'findings', title: 'Cause, findings', key: (game) => concern(game) },
].filter(({ id }) => id !== 'probability' || games.some((game) => game[AT.probability] !== null));

/** How much a game wants to be looked at: what is new before what is known, then the gravest finding, then a wrong winner, then the difference. */
function concern(game) {
  return (standing(game) === 'new' ? 1e8 : 0) + (gravest(game) + 1) * 1e6 + (game[AT.winner_differs] === 1 ? 5e5 : 0)
    + Math.min(Math.abs(game[AT.difference] ?? 0), 4e5);
}

/** The indices of the games that fit every filter that can be read, sorted. */
function view(state) {
  const tests = Object.entries(FILTERS).filter(([name]) => state[name] && readable(name, state[name])).map(([name, test]) => test(state[name]));
  const fitting = [];
  games.forEach((game, index) => {
    if (tests.every((test) => test(game, index))) fitting.push(index);
  });
  return sorted(fitting, state.sort);
}

function sorted(indices, sort) {
  const descending = sort.startsWith('-');
  const column = COLUMNS.find(({ id }) => id === sort.replace('-', ''));
  if (!column) return indices;
  const keys = new Array(games.length);
  for (const index of indices) keys[index] = column.key(games[index], index);
  const way = descending ? -1 : 1;
  return indices.sort((a, b) => {
    const [left, right] = [keys[a], keys[b]];
    if (left === right) return a - b;
    if (left === null) return 1; // unknown comes last, whichever way
    if (right === null) return -1;
    return left < right ? -way : way;
  });
}

const STANDARD = { sort: '-findings' };

/** The state that an address holds. */
function stateOf(hash) {
  return { ...STANDARD, ...Object.fromEntries(new URLSearchParams(hash.replace(/^#/, ''))) };
}

/** The address of a state: what is as usual is left out. */
function addressOf(state) {
  const said = Object.entries(state).filter(([name, value]) => value !== '' && value !== null && value !== undefined && value !== STANDARD[name]);
  return `#${new URLSearchParams(said)}`;
}
