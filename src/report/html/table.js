// The table: only the rows that can be seen are in the page, whatever the number of games.

/** The tallest that a page can safely be made; rows past it are announced instead of shown. */
const TALLEST = 12e6;

/** Makes the table. `open(index)` opens a game, `sort(column)` sorts. */
function gamesTable({ open, sort }) {
  const table = document.getElementById('table');
  const body = document.getElementById('rows-here');
  let indices = [];
  let from = -1;
  let to = -1;
  let chosen = null;

  document.getElementById('columns').replaceChildren(...COLUMNS.map(({ id, title }) => element('th', { scope: 'col', class: `c-${id}`, 'data-column': id },
    element('button', { type: 'button', click: () => sort(id) }, title, element('span', { class: 'arrow', 'aria-hidden': 'true' })))));

  const rowHeight = () => parseFloat(getComputedStyle(table).getPropertyValue('--row'));
  const shownRows = () => Math.min(indices.length, Math.floor(TALLEST / rowHeight()));

  function spacer(rows) {
    const row = element('tr', { class: 'spacer', 'aria-hidden': 'true' }, element('td'));
    row.style.height = `${rows * rowHeight()}px`;
    return row;
  }

  /** Puts the rows into the page that can be seen, and some beside them. */
  function draw(force = false) {
    const height = rowHeight();
    const top = -body.getBoundingClientRect().top;
    const all = shownRows();
    const first = Math.max(0, Math.min(all, Math.floor(top / height)) - 12);
    const last = Math.min(all, first + Math.ceil(window.innerHeight / height) + 24);
    if (!force && first >= from && last <= to) return;
    [from, to] = [Math.max(0, first - 12), Math.min(all, last + 12)];
    const focused = document.activeElement?.closest?.('tr[data-index]')?.dataset.index;
    body.replaceChildren(spacer(from), ...indices.slice(from, to).map((index, at) => tableRow(index, from + at)), spacer(all - to));
    if (focused !== undefined) body.querySelector(`tr[data-index="${focused}"] .open`)?.focus({ preventScroll: true });
  }

  function tableRow(index, at) {
    const game = games[index];
    const row = element('tr', { 'data-index': index, 'aria-rowindex': at + 2, class: index === chosen ? 'chosen' : null },
      ...COLUMNS.map(({ id }) => CELLS[id](game, index)));
    return row;
  }

  function step(index, by) {
    const at = indices.indexOf(index) + by;
    if (at < 0 || at >= shownRows()) return null;
    return indices[at];
  }

  /** Scrolls so that the row at this place can be seen. */
  function reveal(at) {
    const height = rowHeight();
    const head = table.tHead.getBoundingClientRect().height;
    const y = body.getBoundingClientRect().top + window.scrollY + at * height;
    if (y < window.scrollY + head || y + height > window.scrollY + window.innerHeight) window.scrollTo({ top: y - window.innerHeight / 2 });
    draw();
  }

  body.addEventListener('click', (event) => {
    const row = event.target.closest('tr[data-index]');
    if (row && !window.getSelection().toString()) open(Number(row.dataset.index));
  });
  body.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    const row = event.target.closest('tr[data-index]');
    if (!by || !row) return;
    event.preventDefault();
    const at = indices.indexOf(Number(row.dataset.index));
    const next = Math.max(0, Math.min(shownRows() - 1, at + by));
    reveal(next);
    body.querySelector(`tr[data-index="${indices[next]}"] .open`)?.focus({ preventScroll: true });
  });
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
  window.addEventListener('scroll', later, { passive: true });
  window.addEventListener('resize', () => draw(true));
  window.addEventListener('beforeprint', () => {
    body.replaceChildren(...indices.slice(0, 400).map((index, at) => tableRow(index, at)));
  });
  window.addEventListener('afterprint', () => draw(true));

  return {
    /** Shows these games in this order. */
    show(next, order) {
      indices = next;
      table.setAttribute('aria-rowcount', String(indices.length + 1));
      table.hidden = indices.length === 0;
      document.getElementById('nothing').hidden = indices.length > 0;
      const hidden = indices.length - shownRows();
      document.getElementById('count').textContent = `${indices.length === games.length ? 'All' : `${grouped(indices.length)} of`} ${plural(games.length, 'game', 'games')}`
        + `${hidden > 0 ? `; the last ${grouped(hidden)} only when filtered` : ''}`;
      for (const head of table.tHead.querySelectorAll('th')) {
        const { column } = head.dataset;
        const way = order === column ? 'ascending' : order === `-${column}` ? 'descending' : null;
        if (way) head.setAttribute('aria-sort', way);
        else head.removeAttribute('aria-sort');
      }
      draw(true);
    },
    /** Marks a game's row as the one that is open. */
    choose(index) {
      chosen = index;
      draw(true);
    },
    /** The game after (1) or before (-1) another in the order shown, or null. */
    beside: step,
    /** Where a game stands in the order shown, from 0; -1 for none. */
    at: (index) => indices.indexOf(index),
    reveal,
    /** The first game in the order shown, or null. */
    first: () => indices[0] ?? null,
    length: () => indices.length,
  };
}

/** The chance that the verdict is right; proved and read verdicts have none to speak of. */
function chance(game) {
  const of = game[AT.probability];
  return of === null ? '' : of === 1 ? field(game, 'confidence') === 'estimated' ? '100%' : field(game, 'confidence') ?? '' : `${(100 * of).toFixed(1)}%`;
}

function badge(id) {
  const { sign, says } = VERDICT[id] ?? { sign: '', says: '' };
  return element('span', { class: `badge v-${id}`, title: says }, element('span', { class: 'sign', 'aria-hidden': 'true' }, sign), id);
}

/** A text from outside in a cell: kept apart from its neighbours' direction, whole in the tooltip. */
function outside(text, kind = '') {
  const seen = shown(text);
  return element('bdi', { class: kind, title: seen }, seen);
}

const cell = (id, ...children) => element('td', { class: `c-${id}` }, ...children);

/** What stands in each column. */
const CELLS = {
  verdict: (game) => cell('verdict', badge(field(game, 'verdict'))),
  game: (game) => {
    const source = game[AT.source];
    const folder = folders(source).at(-1) ?? '';
    const name = source.slice(folder.length) || source;
    const several = game[AT.game] > 0 ? ` #${game[AT.game]}` : '';
    return cell('game', element('button', { type: 'button', class: 'open', title: shown(source) + several },
      element('bdi', { class: 'name' }, shown(name) + several), element('bdi', { class: 'folder' }, shown(folder.replace(/[/!]$/, '')))));
  },
  black: (game) => cell('black', outside(game[AT.black])),
  white: (game) => cell('white', outside(game[AT.white])),
  size: (game) => cell('size', shown(game[AT.size])),
  rules: (game) => cell('rules', shown(game[AT.rules])),
  date: (game) => cell('date', outside(game[AT.date])),
  recorded: (game) => cell('recorded', outside(recordedResult(game))),
  margin: (game) => cell('margin', margin(boardMargin(game))),
  difference: (game) => {
    const difference = game[AT.difference];
    if (difference === null || difference === 0) return cell('difference', difference === 0 ? element('span', { class: 'dim' }, '0') : '');
    return cell('difference', signed(difference), game[AT.winner_differs] === 1
      ? element('span', { class: 'flip', title: 'the winner differs', role: 'img', 'aria-label': 'the winner differs' }, '⇄') : null);
  },
  probability: (game) => cell('probability', chance(game)),
  findings: (game) => {
    const said = findings(game);
    const cause = explanation(game);
    return cell('findings', standing(game) === 'new' ? element('span', { class: 'fresh' }, 'new') : null, cause ? element('span', { class: game[AT.cause] === null ? 'dim' : 'cause', title: CAUSE[cause] ?? UNEXPLAINED[cause] ?? '' }, visible(cause)) : null, element('span', { class: 'codes' }, ...said.slice(0, 4).map(({ code, severity, says }) => element('span', { class: `code s-${severity}`, title: `${severity}: ${says}` },
      element('span', { class: 'sign', 'aria-hidden': 'true' }, SEVERITY_SIGN[severity] ?? ''), code)),
    said.length > 4 ? element('span', { class: 'dim' }, `+${said.length - 4}`) : null));
  },
};
