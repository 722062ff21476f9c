'use strict';
// What the page was told: facts of the audit, and a compact array for each game. Nothing here touches the page.

const about = JSON.parse(document.getElementById('about').textContent);
const games = JSON.parse(document.getElementById('rows').textContent);
games.shift(); // the count of fields, which stands there so that a comma can precede every game

/** Where each field stands in a game's array. */
const AT = Object.fromEntries(about.fields.map(([name], place) => [name, place]));

const VERDICTS = [
  { id: 'agrees', sign: '✓', says: 'The record states the margin that the board shows.' },
  { id: 'differs', sign: '≠', says: 'The record states another margin than the board shows.' },
  { id: 'undecidable', sign: '?', says: 'The final position is not settled enough to say.' },
  { id: 'not-scored', sign: '–', says: 'The record states no margin: resignation, time, forfeit, or no result.' },
  { id: 'broken', sign: '×', says: 'The game could not be replayed to its end.' },
];
const VERDICT = Object.fromEntries(VERDICTS.map((verdict) => [verdict.id, verdict]));
/** What each cause says, as a sentence. */
const CAUSE = Object.fromEntries(about.causes.map(([id, says]) => [id, `${says[0].toUpperCase()}${says.slice(1)}.`]));
const SEVERITY_SIGN = { error: '▲', warning: '◆', note: '·' };

/** A field of a game; words are given back as words. Null where it is unknown. */
function field(game, name) {
  const value = game[AT[name]];
  const words = about.fields[AT[name]][1];
  return words.length > 0 && typeof value === 'number' ? words[value] : value;
}

/** The parts of an array by their names. */
function named(names, values) {
  return Object.fromEntries(names.map((name, place) => [name, values[place]]));
}

/** Counts that the analysis made, by name. */
function counts(game) {
  return named(about.parts.counts, game[AT.counts]);
}

/** Where each part of a finding stands in its array. */
const IN = Object.fromEntries(about.parts.finding.map((name, place) => [name, place]));

/** A game's findings as objects, worst first. Games that are not flagged have only the codes. */
function findings(game) {
  const all = game[AT.findings].map((entry) => {
    const { code, severity, new: fresh, ...where } = Array.isArray(entry) ? named(about.parts.finding, entry) : { code: entry, severity: 0 };
    const known = about.codes[code];
    return {
      code: known ? known.id : String(code), says: known ? known.says : '', stage: known ? known.stage : '',
      severity: about.severities[severity] ?? String(severity), fresh, ...where,
    };
  });
  const rank = (finding) => about.severities.indexOf(finding.severity);
  return all.sort((a, b) => rank(b) - rank(a));
}

/** Why no cause is told of a game that differs. */
const UNEXPLAINED = Object.fromEntries(about.unexplained);

/** The cause of a game, or why it differs and none is told; null where none is asked for. */
function explanation(game) {
  return game[AT.cause] ?? game[AT.unexplained];
}

/** The codes of a game's findings, without building objects. */
function codes(game) {
  return game[AT.findings].map((entry) => {
    const code = Array.isArray(entry) ? entry[IN.code] : entry;
    return about.codes[code]?.id ?? String(code);
  });
}

/** The place of the gravest severity among a game's findings: -1 for none, 0 for notes. */
function gravest(game) {
  return game[AT.findings].reduce((worst, entry) => Math.max(worst, Array.isArray(entry) ? entry[IN.severity] : 0), -1);
}

/** The recorded result: beside one in Chinese stones what it comes to in points, as all margins are. */
function recordedResult(game) {
  const [recorded, points] = [game[AT.recorded], game[AT.recorded_points]];
  return points === null ? recorded : `${recorded} = ${points}`;
}

/** The margin that the board shows: of the board played on, where the record is likely from there. */
function boardMargin(game) {
  return field(game, 'agreement') === 'likely' ? game[AT.likely_margin] : game[AT.margin];
}

/** How a game stands to the baseline: `new`, `known`, or null where it has nothing that a baseline lists. */
function standing(game) {
  const marks = game[AT.findings].map((entry) => (Array.isArray(entry) ? entry[IN.new] : undefined));
  return marks.includes(1) ? 'new' : marks.includes(0) ? 'known' : null;
}

/** The folders of a source, each as a prefix that ends with its separator: `a/`, `a/b.zip!`. */
function folders(source) {
  return [...source.matchAll(/[/!]/g)].map((mark) => source.slice(0, mark.index + 1));
}

/** The year that a date begins with or names, or null. */
function year(date) {
  const found = /(?:^|\D)(1[0-9]{3}|20[0-9]{2})(?!\d)/.exec(date ?? '');
  return found ? Number(found[1]) : null;
}

const MINUS = '−';

/** A number as people write it. */
function number(value) {
  return String(value).replace('-', MINUS);
}

/** A number with its sign. */
function signed(value) {
  return value > 0 ? `+${number(value)}` : number(value);
}

/** The chance from which on a verdict is called sure. */
const SURE = about.sure;

/** A margin as results are written: B+3.5, W+3.5, draw. */
function margin(value) {
  if (value === null || value === undefined) return '';
  if (value === 0) return 'draw';
  return `${value > 0 ? 'B' : 'W'}+${Math.abs(value)}`;
}

/** A count with thousands set apart. */
function grouped(count) {
  return count.toLocaleString('en-US');
}

function plural(count, one, many) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

function percent(part, whole) {
  if (whole === 0) return '';
  if (part === 0 || part === whole) return part === 0 ? '0%' : '100%';
  const share = 100 * part / whole;
  if (part > 0 && share < 0.1) return 'under 0.1%';
  if (part < whole && share > 99.9) return 'over 99.9%';
  return `${share < 10 || share > 90 ? share.toFixed(1) : share.toFixed(0)}%`;
}

/** A text from outside with every character shown that would act instead: controls, bidirectional overrides, `##[` in a log. */
function visible(text) {
  const acts = /[\u{0}-\u{1f}\u{7f}-\u{9f}\u{ad}-\u{ad}\u{61c}-\u{61c}\u{115f}-\u{1160}\u{180e}-\u{180e}\u{200b}-\u{200b}\u{200e}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}-\u{3164}\u{feff}-\u{feff}\u{ffa0}-\u{ffa0}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;
  return text.replace(acts, (c) => `\\u{${c.codePointAt(0).toString(16)}}`).replaceAll('##[', '\\u{23}#[');
}

/** A text from outside that may be unknown. */
function shown(text) {
  return text === null || text === undefined ? '' : visible(text);
}

/** Where a game is to be found, in words. */
function place(game) {
  return `game ${game[AT.game]}${game[AT.line] ? `, line ${game[AT.line]}` : ''}`;
}

// ---- elements: texts are always set as text, so nothing in a record is ever taken for markup ----

/** An HTML element; `attributes` with functions are listeners. Children are elements or texts. */
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
function drawn(name, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(key, value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}
