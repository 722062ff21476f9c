// The list as a file: what the table shows, for a spreadsheet.

/** The columns of the file: names as in the CSV report. */
const SAVED = ['source', 'game', 'verdict', 'confidence', 'probability', 'black', 'white', 'date', 'size', 'rules', 'komi', 'komi_source',
  'recorded', 'margin', 'difference', 'winner_differs', 'cause'];

/** These games as CSV, with the codes of their findings last. */
function listAsCsv(indices) {
  const rows = indices.map((index) => {
    const game = games[index];
    const values = SAVED.map((name) => (name === 'winner_differs' ? ['false', 'true'][game[AT[name]]] : field(game, name)));
    return [...values, codes(game).join(' ')].map(csvCell).join(',');
  });
  return [[...SAVED, 'findings'].join(','), ...rows, ''].join('\n');
}

/** A cell that no spreadsheet takes for a formula, or cuts in two, and that is one line. */
function csvCell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet may split at ; and | besides, and lose a quote or blank before what it splits off.
  const text = visible(value).replace(/(^|[;|])(?=[" ]*[=+\-@＝＋－＠])/g, "$1'");
  return /^[\w.+/ -]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
