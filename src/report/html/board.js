// A game's board: what was packed is unpacked here, replayed, and drawn with its layers.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** Values of two bits, three a character; zeros at the end are left out. */
function unpacked(text, length) {
  const values = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) {
    const bits = ALPHABET.indexOf(text[Math.floor(at / 3)] ?? 'A');
    values[at] = (bits >> (4 - 2 * (at % 3))) & 3;
  }
  return values;
}

/** The expected owner of each point in twelfths, -12 (White's) to 12 (Black's): a letter each; a number after a letter is the length of its run. */
function owners(text) {
  const letters = text.replace(/([A-Y])(\d+)/g, (_, letter, count) => letter.repeat(count));
  return Int8Array.from(letters, (letter) => letter.charCodeAt(0) - 77);
}

/** Width and height of a size such as `19` or `13x9`. */
function dimensions(size) {
  const [width, height = width] = String(size ?? '').split('x').map(Number);
  return { width, height };
}

/** A game's board with its layers, or null where the report does not carry it. */
function boardOf(game) {
  const carried = game[AT.board];
  if (!carried) return null;
  const { width, height } = dimensions(game[AT.size]);
  if (!(width > 0 && height > 0)) return null;
  const { layers, moves, added, ownership } = named(about.parts.board, carried);
  const area = width * height;
  const board = { width, height, events: moves === null ? null : events(moves), added: events(added ?? ''), layers: null };
  if (layers) board.layers = { ...named(about.parts.layers, layers.map((layer) => unpacked(layer, area))), ownership: owners(ownership) };
  return board;
}

/** The events of a game: `{ kind, x, y }` with kind B W X O E; x is null for a pass, NaN off the board. */
function events(text) {
  const all = [];
  let expected = 'B';
  for (let at = 0; at < text.length; at += 2) {
    let kind = expected;
    if (/[A-Z]/.test(text[at])) {
      kind = text[at];
      at += 1;
    }
    const off = text[at] === '?';
    all.push({ kind, x: text[at] === '-' ? null : off ? NaN : text.charCodeAt(at) - 97, y: text[at] === '-' ? null : off ? NaN : text.charCodeAt(at + 1) - 97 });
    expected = { B: 'W', W: 'B' }[kind] ?? kind;
  }
  return all;
}

/**
 * The position after so many turns (setup before the next turn included): stones (1 black, 2 white),
 * the turn that placed each, prisoners by the colour of the stones, and the last turn. Of the moves that were played on
 * after the end of the record so many follow.
 */
function replayed({ width, height, events: recorded, added }, turns, on = 0) {
  const position = { stones: new Uint8Array(width * height), placed: new Uint16Array(width * height), taken: [0, 0, 0], turn: 0, last: null };
  for (const event of [...recorded ?? [], ...added.slice(0, on)]) {
    const isTurn = event.kind === 'B' || event.kind === 'W';
    if (isTurn && position.turn === turns + on) break;
    if (isTurn) {
      position.turn += 1;
      position.last = event;
    }
    const inside = event.x !== null && event.x >= 0 && event.x < width && event.y >= 0 && event.y < height;
    if (!inside) continue;
    const at = event.y * width + event.x;
    if (isTurn) play(position, { width, height }, at, event.kind === 'B' ? 1 : 2);
    else position.stones[at] = { X: 1, O: 2, E: 0 }[event.kind];
    position.placed[at] = isTurn ? position.turn : 0;
  }
  return position;
}

/** A turn is carried out even where it is not allowed, as the file format wants it. */
function play({ stones, taken }, size, at, color) {
  stones[at] = color;
  for (const next of neighbours(at, size)) {
    if (stones[next] === 3 - color) takeOff(next);
  }
  takeOff(at);

  function takeOff(start) {
    const chain = chainOf(stones, start, size);
    if (chain.some((point) => neighbours(point, size).some((next) => stones[next] === 0))) return;
    taken[stones[start]] += chain.length;
    for (const point of chain) stones[point] = 0;
  }
}

function neighbours(at, { width, height }) {
  const x = at % width;
  const near = [];
  if (x > 0) near.push(at - 1);
  if (x < width - 1) near.push(at + 1);
  if (at >= width) near.push(at - width);
  if (at < width * (height - 1)) near.push(at + width);
  return near;
}

function chainOf(stones, start, size) {
  const chain = [start];
  const seen = new Set(chain);
  for (const point of chain) {
    for (const next of neighbours(point, size)) {
      if (stones[next] !== stones[start] || seen.has(next)) continue;
      seen.add(next);
      chain.push(next);
    }
  }
  return chain;
}

/** A point as players write it. */
function vertex(x, y, height) {
  return `${LETTERS[x] ?? '?'}${height - y}`;
}

/** The layers that can be switched, in the order in which they are drawn. */
const LAYERS = [
  { id: 'bouzy', title: 'Bouzy', says: 'influence by Bouzy’s 5/21 map, an estimate' },
  { id: 'area', title: 'Area', says: 'who owns each point when stones count' },
  { id: 'territory', title: 'Territory', says: 'empty points and dead stones that count as territory' },
  { id: 'ownership', title: 'Expected owner', says: 'who is expected to own each point in the end: the larger the square the surer' },
  { id: 'dead', title: 'Dead', says: 'stones taken off before counting' },
  { id: 'seki', title: 'Seki', says: 'stones alive in seki, and the liberties they share' },
  { id: 'alive', title: 'Pass-alive', says: 'stones that live even if their owner always passes (suicide illegal)' },
  { id: 'suicide', title: 'Pass-alive, suicide legal', says: 'the same where suicide is legal; a triangle where the two differ' },
  { id: 'unsettled', title: 'Unsettled', says: 'what could not be decided' },
  { id: 'numbers', title: 'Move numbers', says: 'the turn that placed each stone' },
];

const CELL = 24;
const MARGIN = 22;

/**
 * Draws a position. `layers` is a set of ids; `final` says whether the layers are of this position; `lit` is a vertex to point at;
 * stones placed after turn `recorded` are shown as played on, with their numbers.
 */
function drawBoard(board, { position, layers, final, lit, recorded = Infinity }) {
  const { width, height } = board;
  const [across, down] = [width * CELL + 2 * MARGIN, height * CELL + 2 * MARGIN];
  const center = (at) => [MARGIN + (at % width + 0.5) * CELL, MARGIN + (Math.floor(at / width) + 0.5) * CELL];
  const picture = drawn('svg', { viewBox: `0 0 ${across} ${down}`, class: 'board', role: 'img', 'aria-label': describe(board, position) },
    drawn('rect', { class: 'wood', x: 0, y: 0, width: across, height: down, rx: 5 }), grid(width, height), coordinates(width, height));
  const see = final && board.layers ? board.layers : null;
  const has = (id) => see !== null && layers.has(id);
  const washes = drawn('g', { class: 'washes' });
  const stones = drawn('g', { class: 'stones' });
  const marks = drawn('g', { class: 'marks' });
  const square = (at, size, kind) => {
    const [x, y] = center(at);
    return drawn('rect', { class: kind, x: x - size / 2, y: y - size / 2, width: size, height: size });
  };
  const round = (at, radius, kind) => {
    const [x, y] = center(at);
    return drawn('circle', { class: kind, cx: x, cy: y, r: radius });
  };
  const shape = (at, path, kind) => {
    const [x, y] = center(at);
    return drawn('path', { class: kind, d: path, transform: `translate(${x} ${y})` });
  };
  const side = (value) => (value === 1 ? 'black' : 'white');

  for (let at = 0; at < width * height; at += 1) {
    const stone = position.stones[at];
    const dead = stone > 0 && has('dead') && see.life[at] === 1;
    const added = stone > 0 && position.placed[at] > recorded ? position.placed[at] - recorded : 0;
    if (has('bouzy') && see.bouzy[at] > 0) washes.append(square(at, CELL, `wash ${side(see.bouzy[at])}`));
    if (has('unsettled') && (see.owner[at] === 3 || (stone > 0 && see.life[at] === 3))) washes.append(square(at, CELL, 'wash unsettled'));
    if (stone > 0) stones.append(round(at, CELL * 0.478, `stone ${side(stone)}${dead ? ' dead' : ''}${added > 0 ? ' added' : ''}`));
    const on = stone > 0 ? `on-${side(stone)}` : 'on-wood';
    if (has('area') && see.owner[at] > 0 && see.owner[at] < 3 && see.owner[at] !== stone) marks.append(square(at, 9, `owned ${side(see.owner[at])}`));
    if (has('territory') && see.territory[at] > 0) marks.append(square(at, 8, `owned ${side(see.territory[at])}`));
    if (has('ownership') && see.ownership[at]) marks.append(square(at, 2 + Math.abs(see.ownership[at]), `expected ${side(Math.sign(see.ownership[at]))}`));
    if (dead) marks.append(shape(at, 'M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5', `cross ${on}`));
    if (has('seki') && stone > 0 && see.life[at] === 2) marks.append(square(at, 11, `seki ${on}`));
    if (has('seki') && see.shared[at] > 0) marks.append(shape(at, 'M0-5 5 0 0 5-5 0Z', 'shared'));
    const [plain, legal] = [(see?.pass_alive[at] & 1) > 0, (see?.pass_alive[at] & 2) > 0];
    if (has('alive') && plain) marks.append(round(at, 3.4, `alive ${on}`));
    if (has('suicide') && legal) marks.append(round(at, 6.2, `alive-ring ${on}`));
    if ((has('alive') || has('suicide')) && plain !== legal) marks.append(shape(at, 'M0-8 7.4 5.6H-7.4Z', 'sensitive'));
    if (has('unsettled') && (see.owner[at] === 3 || (stone > 0 && see.life[at] === 3))) marks.append(label(at, '?', `query ${on}`));
    if (added > 0) marks.append(label(at, String(added), `number ${on}`));
    else if (layers.has('numbers') && stone > 0 && position.placed[at] > 0) marks.append(label(at, String(position.placed[at]), `number ${on}`));
  }
  const { last } = position;
  if (last && last.x !== null && !layers.has('numbers') && position.turn <= recorded && last.x < width && last.y < height) {
    const at = last.y * width + last.x;
    if (position.stones[at] > 0) marks.append(round(at, 4, `last on-${side(position.stones[at])}`));
  }
  const pointed = pointOf(lit, board);
  if (pointed !== null) marks.append(round(pointed, CELL * 0.62, 'lit'));
  picture.append(washes, stones, marks);
  picture.style.maxWidth = `${across * 1.7}px`; // small boards stay in proportion
  return picture;

  function label(at, text, kind) {
    const [x, y] = center(at);
    return drawn('text', { class: `${kind} d${text.length}`, x, y }, text);
  }
}

/** The place of a vertex such as `D4` on the board, or null. */
function pointOf(text, { width, height }) {
  const found = /^([A-HJ-Z])(\d+)$/.exec(text ?? '');
  if (!found) return null;
  const [x, y] = [LETTERS.indexOf(found[1]), height - Number(found[2])];
  return x < width && y >= 0 && y < height ? y * width + x : null;
}

/** The position in words, for those who do not see it. */
function describe(board, position) {
  const count = (color) => position.stones.reduce((sum, stone) => sum + (stone === color ? 1 : 0), 0);
  const { last } = position;
  const lately = !last ? '' : `, last turn ${position.turn}: ${last.kind === 'B' ? 'Black' : 'White'} ${last.x === null ? 'passes' : vertex(last.x, last.y, board.height)}`;
  return `Board ${board.width} by ${board.height}: ${count(1)} black and ${count(2)} white stones${lately}`;
}

function grid(width, height) {
  const [left, top] = [MARGIN + CELL / 2, MARGIN + CELL / 2];
  const [right, bottom] = [left + (width - 1) * CELL, top + (height - 1) * CELL];
  let path = '';
  for (let x = 0; x < width; x += 1) path += `M${left + x * CELL} ${top}V${bottom}`;
  for (let y = 0; y < height; y += 1) path += `M${left} ${top + y * CELL}H${right}`;
  return drawn('g', { class: 'grid' }, drawn('path', { d: path }),
    drawn('rect', { x: left, y: top, width: right - left, height: bottom - top }),
    ...hoshi(width, height).map(([x, y]) => drawn('circle', { cx: left + x * CELL, cy: top + y * CELL, r: 2.5 })));
}

/** The star points of a board. */
function hoshi(width, height) {
  const lines = (length) => {
    if (length < 7) return length % 2 === 1 && length > 4 ? [(length - 1) / 2] : [];
    const edge = length < 13 ? 2 : 3;
    return length % 2 === 1 && length > 8 ? [edge, (length - 1) / 2, length - 1 - edge] : [edge, length - 1 - edge];
  };
  const all = lines(width).flatMap((x) => lines(height).map((y) => [x, y]));
  const small = Math.min(width, height) < 15;
  const middle = (value, length) => value === (length - 1) / 2;
  return all.filter(([x, y]) => !small || middle(x, width) === middle(y, height));
}

function coordinates(width, height) {
  const labels = drawn('g', { class: 'coordinates', 'aria-hidden': 'true' });
  for (let x = 0; x < width; x += 1) {
    for (const y of [MARGIN * 0.62, MARGIN * 1.38 + height * CELL]) labels.append(drawn('text', { x: MARGIN + (x + 0.5) * CELL, y }, LETTERS[x]));
  }
  for (let y = 0; y < height; y += 1) {
    for (const x of [MARGIN * 0.62, MARGIN * 1.38 + width * CELL]) labels.append(drawn('text', { x, y: MARGIN + (y + 0.5) * CELL }, String(height - y)));
  }
  return labels;
}
