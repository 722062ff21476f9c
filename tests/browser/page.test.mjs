// The HTML report in headless Chromium, held against the JSON Lines report of the same run.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch } from './chromium.mjs';
import { HOSTILE, writeGames } from './games.mjs';

const root = resolve(import.meta.dirname, '../..');
const work = join(root, 'target', 'browser');
const report = join(work, 'report.html');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
let rows;
const said = []; // consoles, errors and requests of every page

before(async () => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'games'), { recursive: true });
  writeGames(join(work, 'games'));
  const audit = process.env.AUDIT ?? join(root, 'target', 'release', 'audit');
  const run = spawnSync(audit, ['games', '--quiet', '--out', 'report.html', '--out', 'report.jsonl'], { cwd: work, encoding: 'utf8' });
  assert.ok(run.status === 0 || run.status === 1, `audit ended with ${run.status}: ${run.stderr}`);
  rows = readFileSync(join(work, 'report.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  assert.deepEqual(said, [], 'no console message, error or request of any page');
});

/** Opens the report; whatever the page says or asks for besides itself is noted. */
async function open({ hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.on('console', (message) => said.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.stack}`));
  page.on('dialog', (dialog) => said.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(pathToFileURL(report).href) && !url.startsWith('data:')) said.push(`request: ${url}`);
  });
  await page.goto(pathToFileURL(report).href + hash);
  await page.waitForSelector('html[data-ready]');
  return page;
}

const inView = (page) => page.locator('#count').textContent().then((text) => Number(/^(?:All )?([\d,]+)/.exec(text)[1].replaceAll(',', '')));
const firstRows = (page, count) => page.locator('tr[data-index] .open').evaluateAll((all, most) => all.slice(0, most).map((each) => each.title), count);
const named = ({ source, game }) => source + (game > 0 ? ` #${game}` : '');
const severity = { note: 0, warning: 1, error: 2 };
const gravest = (row) => Math.max(-1, ...row.findings.map((finding) => severity[finding.severity]));
const flagged = (row) => ['differs', 'undecidable', 'broken'].includes(row.verdict) || gravest(row) > 0;

test('the fixtures give what the tests need', () => {
  const verdicts = new Set(rows.map(({ verdict }) => verdict));
  assert.deepEqual([...verdicts].sort(), ['agrees', 'broken', 'differs', 'not-scored', 'undecidable']);
  assert.ok(rows.some(({ winner_differs: winner }) => winner === true));
});

test('the first screen counts what the rows say', async () => {
  const page = await open();
  for (const verdict of ['agrees', 'differs', 'undecidable', 'not-scored', 'broken']) {
    const tile = await page.locator(`.tile[data-verdict="${verdict}"] strong`).textContent();
    assert.equal(Number(tile.replaceAll(',', '')), rows.filter((row) => row.verdict === verdict).length, verdict);
  }
  const differing = rows.filter((row) => row.verdict === 'differs');
  const scored = rows.filter(({ verdict }) => ['agrees', 'differs', 'undecidable'].includes(verdict));
  const unchecked = scored.filter(({ verdict }) => verdict === 'undecidable');
  assert.equal(await page.locator('#headline').textContent(),
    `${differing.length} records say something else than the board; ${unchecked.length} of ${scored.length.toLocaleString('en-US')} scores could not be checked`);
  const far = page.locator('figure', { hasText: 'How far off' });
  const steps = ['≤1', '≤2', '≤5', '≤10', '≤20', '≤50', '>50'];
  assert.deepEqual(await far.locator('text.tick').allTextContents(), [...steps.toReversed(), ...steps]);
  const bars = await far.locator('text.value').allTextContents();
  assert.equal(bars.reduce((sum, text) => sum + Number(text), 0), differing.length);
  await page.context().close();
});

const FILTERS = [
  ['verdict', 'differs', (row) => row.verdict === 'differs'],
  ['severity', 'warning', (row) => gravest(row) >= 1],
  ['severity', 'none', (row) => gravest(row) < 0],
  ['cause', 'komi-other', (row) => row.cause === 'komi-other'],
  ['cause', 'no difference to explain', (row) => row.cause === null && row.verdict !== 'differs'],
  ['code', 'winner-differs', (row) => row.findings.some(({ code }) => code === 'winner-differs')],
  ['player', 'GUEST 3', (row) => /guest 3/i.test(`${row.black}\n${row.white}`)],
  ['folder', 'club/1993/', (row) => row.source.startsWith('club/1993/')],
  ['folder', '(top)', (row) => !row.source.includes('/')],
  ['rules', 'japanese', (row) => row.rules === 'japanese'],
  ['size', '7', (row) => row.size === '7'],
  ['year', '1995-1997', (row) => row.date >= '1995' && row.date < '1998'],
  ['difference', '>=2', (row) => row.difference !== null && row.difference >= 2],
  ['difference', '|>2', (row) => row.difference !== null && Math.abs(row.difference) > 2],
  ['difference', '-13..-1', (row) => row.difference !== null && row.difference >= -13 && row.difference <= -1],
  ['winner', 'differs', (row) => row.winner_differs === true],
  ['q', 'none found', (row) => row.verdict === 'differs' && row.cause === null && row.possible_causes === undefined],
  ['q', 'wrong B+5.5', (row) => row.source.includes('wrong') && row.recorded === 'B+5.5'],
];
for (const [name, value, fits] of FILTERS) {
  test(`filter ${name} ${value}`, async () => {
    const page = await open();
    const control = page.locator(`#filters [name=${name}]`);
    if (await control.evaluate((node) => node.tagName) === 'SELECT') await control.selectOption(value);
    else await control.fill(value);
    const expected = rows.filter(fits);
    await page.waitForFunction(() => location.hash.length > 1);
    assert.ok(expected.length > 0 && expected.length < rows.length || name === 'size' || name === 'rules', 'the filter discriminates');
    assert.equal(await inView(page), expected.length);
    const seen = await firstRows(page, 5);
    const names = new Set(expected.map(named));
    assert.ok(seen.every((title) => names.has(title)), seen.join(', '));
    // The address alone gives the same view.
    const again = await open({ hash: new URL(page.url()).hash });
    assert.equal(await inView(again), expected.length);
    assert.deepEqual(await firstRows(again, 5), seen);
    await page.context().close();
    await again.context().close();
  });
}

for (const [name, value] of [['difference', 'abc'], ['difference', '1.2.3..4'], ['difference', '...'], ['difference', '..'], ['probability', '>='], ['year', '2004-']]) {
  test(`an entry that is none is marked and filters nothing: ${name} ${value}`, async () => {
    const page = await open();
    const control = page.locator(`#filters [name=${name}]`);
    assert.equal(await control.count(), 1, 'there is such a filter');
    await control.fill(value);
    await page.waitForFunction(() => location.hash.length > 1);
    assert.equal(await inView(page), rows.length);
    assert.equal(await control.getAttribute('aria-invalid'), 'true');
    await control.fill('');
    await page.waitForFunction(() => location.hash.length <= 1);
    assert.equal(await control.getAttribute('aria-invalid'), null);
    await page.context().close();
  });
}

test('Enter in the search opens the first game that fits', async () => {
  const page = await open();
  await page.keyboard.press('/');
  await page.keyboard.type('wrong B+5.5');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#game[open]');
  const [first] = await firstRows(page, 1);
  assert.ok(first.includes('wrong'), first);
  assert.ok((await page.locator('#game .path code').textContent()).endsWith(first), first);
  await page.context().close();
});

test('columns sort both ways, unknown last', async () => {
  const page = await open({ hash: '#folder=wrong%2F' });
  const wrong = rows.filter(({ source }) => source.startsWith('wrong/'));
  const order = (key, way) => [...wrong].sort((a, b) => way * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)).map(named);
  const click = (column) => page.locator(`th[data-column=${column}] button`).click();
  await click('difference');
  assert.deepEqual(await firstRows(page, 9), order((row) => -Math.abs(row.difference), 1));
  assert.equal(await page.locator('th[data-column=difference]').getAttribute('aria-sort'), 'descending');
  await click('difference');
  assert.deepEqual(await firstRows(page, 9), order((row) => Math.abs(row.difference), 1));
  assert.equal(await page.locator('th[data-column=difference]').getAttribute('aria-sort'), 'ascending');
  await click('black');
  assert.deepEqual(await firstRows(page, 9), order((row) => row.black, 1));
  await click('black');
  assert.deepEqual(await firstRows(page, 9), order((row) => row.black, -1));
  await page.goto(pathToFileURL(report).href + '#sort=-margin');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForSelector(`tr[aria-rowindex="${rows.length + 1}"]`);
  const last = await page.locator('tr[data-index]').last().locator('td.c-margin').textContent();
  assert.equal(last, '', 'games without a margin come last');
  await page.context().close();
});

test('only the rows in view are in the page, wherever it is scrolled', async () => {
  const page = await open({ hash: '#sort=game' });
  const count = () => page.locator('tr[data-index]').count();
  assert.ok(await count() < 120);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForSelector(`tr[aria-rowindex="${rows.length + 1}"]`);
  assert.ok(await count() < 120);
  assert.equal(await page.locator('#table').getAttribute('aria-rowcount'), String(rows.length + 1));
  await page.context().close();
});

test('every flagged game carries the board that the audit saw, and steps to it', async () => {
  const page = await open();
  const boards = await page.evaluate(() => games.map((game) => {
    const board = boardOf(game);
    if (!board?.layers) return null;
    const lines = (values) => Array.from({ length: board.height }, (_, y) => [...values.slice(y * board.width, (y + 1) * board.width)].map((value) => '.XO'[value]).join(''));
    return { source: game[AT.source], drawn: lines(board.layers.stones), replayed: lines(replayed(board, Infinity).stones), territory: lines(board.layers.territory), owners: [...board.layers.ownership] };
  }).filter(Boolean));
  const expected = rows.filter((row) => flagged(row) && row.layers !== null);
  assert.deepEqual(boards.map(({ source }) => source), expected.map(({ source }) => source));
  assert.ok(boards.length > 5);
  for (const [at, board] of boards.entries()) {
    assert.deepEqual(board.drawn, expected[at].layers.board);
    assert.deepEqual(board.replayed, expected[at].layers.board);
    assert.deepEqual(board.territory, expected[at].layers.territory);
    assert.deepEqual(board.owners.map(Math.abs), expected[at].ownership.flat().map((own) => Math.floor(Math.abs(own) * 12 / 100)));
    assert.ok(board.owners.every((step, point) => step === 0 || Math.sign(step) === Math.sign(expected[at].ownership.flat()[point])));
  }
  await page.context().close();
});

test('a game opens with its layers, arithmetic and findings', async () => {
  const page = await open({ hash: '#q=wrong%2F0.sgf' });
  const row = rows.find(({ source }) => source === 'wrong/0.sgf');
  await page.locator('tr[data-index] .open').click();
  const dialog = page.locator('dialog.game');
  await dialog.waitFor();
  assert.match(await dialog.locator('.lead').textContent(), /The record says B\+5\.5, the board W\+0\.5: 6 points apart, and another winner\./);
  const count = (layer, wanted) => row.layers[layer].join('').split('').filter((c) => wanted.includes(c)).length;
  const marks = (kind) => dialog.locator(`svg.board ${kind}`).count();
  const layer = (id) => dialog.locator(`input[data-layer=${id}]`);
  assert.equal(await marks('.stone'), count('board', 'XO'));
  assert.equal(await marks('.marks .owned'), count('territory', 'XO'));
  await layer('territory').uncheck();
  assert.equal(await marks('.marks .owned'), 0);
  for (const [id, kind, expected] of [['alive', '.alive', count('pass_alive', 'XO')], ['suicide', '.alive-ring', count('pass_alive_suicide', 'XO')], ['bouzy', '.wash', count('bouzy', 'XO')]]) {
    assert.equal(await marks(kind), 0, id);
    await layer(id).check();
    assert.equal(await marks(kind), expected, id);
  }
  assert.ok(count('pass_alive', 'XO') > 0 && count('bouzy', 'XO') > 0);
  const owned = (color) => row.ownership.flat().filter((own) => Math.trunc(own * 12 / 100) * color > 0).length;
  assert.ok(owned(1) > 0 && owned(-1) > 0);
  assert.equal(await marks('.expected'), 0);
  await layer('ownership').check();
  assert.equal(await marks('.expected.black'), owned(1));
  assert.equal(await marks('.expected.white'), owned(-1));
  await layer('numbers').check();
  assert.equal(await marks('text.number'), count('board', 'XO'));
  const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
  assert.equal(hash.get('layers'), 'bouzy ownership dead seki alive suicide numbers');
  for (const { code } of row.findings) assert.ok(await dialog.locator('.findings', { hasText: code }).count() > 0, code);
  const sums = await dialog.locator('table.sum').last().locator('tfoot td').allTextContents();
  assert.equal(Number(sums[0]) - Number(sums[1]), row.margin);
  await dialog.locator('.copy').click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), row.source);
  await page.context().close();
});

test('a game that can only be bounded says between which margins', async () => {
  const bounded = rows.filter(({ margin_min: least, margin_max: most }) => least !== most);
  assert.deepEqual(bounded.map(({ source }) => source), ['bounded.sgf']);
  for (const [source, says] of [['bounded.sgf', 'W+7 to B+49'], ['unfinished.sgf', null]]) {
    const page = await open({ hash: `#game=${rows.findIndex((row) => row.source === source)}` });
    const facts = await page.locator('dialog.game .particulars div', { hasText: 'Possible if both sides answer' }).locator('dd').allTextContents();
    assert.deepEqual(facts, says === null ? [] : [says]);
    await page.context().close();
  }
});

test('stepping goes through the turns', async () => {
  const page = await open({ hash: '#q=wrong%2F0.sgf' });
  await page.locator('tr[data-index] .open').click();
  const stones = () => page.locator('svg.board .stone').count();
  const final = await stones();
  const said = page.locator('.stepper .turn');
  assert.match(await said.textContent(), /^39 of 39: Black pass$/);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft');
  assert.match(await said.textContent(), /^36 of 39: White D2$/);
  assert.equal(await stones(), final - 1);
  await page.locator('.stepper button').first().click();
  assert.equal(await stones(), 0);
  assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('turn'), '0');
  await page.context().close();
});

test('what is typed is kept while it filters', async () => {
  const page = await open();
  await page.locator('#filters [name=q]').pressSequentially('wrong ');
  await page.waitForFunction(() => location.hash === '#q=wrong');
  await page.keyboard.type('B+5.5');
  await page.waitForFunction(() => location.hash.includes('5.5'));
  assert.equal(await page.locator('#filters [name=q]').inputValue(), 'wrong B+5.5');
  // Two fields at once, as where a browser fills in a form.
  await page.evaluate(() => {
    for (const [name, value] of [['q', ''], ['folder', 'wrong/'], ['player', 'wrong 3']]) {
      document.querySelector(`#filters [name=${name}]`).value = value;
      document.querySelector(`#filters [name=${name}]`).dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await page.waitForFunction(() => location.hash.includes('folder=') && location.hash.includes('player='));
  assert.equal(await inView(page), 1);
  await page.context().close();
});

test('the folder of games that lie in none can be chosen', async () => {
  const page = await open();
  await page.locator('#plots button', { hasText: '(top)' }).click();
  assert.equal(await inView(page), rows.filter(({ source }) => !source.includes('/')).length);
  await page.context().close();
});

test('the keyboard is enough', async () => {
  const page = await open();
  await page.keyboard.press('/');
  await page.keyboard.type('wrong/');
  await page.waitForFunction(() => location.hash.includes('wrong%2F'));
  await page.locator('tr[data-index] .open').first().focus();
  await page.keyboard.press('ArrowDown');
  const second = await page.evaluate(() => document.activeElement.title);
  assert.equal(second, (await firstRows(page, 2))[1]);
  await page.keyboard.press('Enter');
  const path = page.locator('dialog.game .path code');
  assert.equal(await path.textContent(), second);
  await page.keyboard.press('j');
  assert.equal(await path.textContent(), (await firstRows(page, 3))[2]);
  await page.keyboard.press('k');
  assert.equal(await path.textContent(), second);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog').open);
  // The dialog is closed before the event that says so, which gives the focus back.
  await page.waitForFunction((title) => document.activeElement.title === title, second);
  await page.goBack();
  await page.context().close();
});

test('names, dates and paths are text', async () => {
  const page = await open({ hash: `#player=${encodeURIComponent(HOSTILE.black)}` });
  assert.equal(await inView(page), 1);
  assert.equal(await page.locator('td.c-black').textContent(), HOSTILE.black);
  assert.equal(await page.locator('td.c-white').textContent(), HOSTILE.white);
  await page.locator('tr[data-index] .open').click();
  assert.equal(await page.locator('.path code').textContent(), `${HOSTILE.folder}/${HOSTILE.file}`);
  assert.ok((await page.locator('dialog.game').textContent()).includes('\\u{202e}'), 'what would turn a text round is written out');
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator('img, iframe, object, [onerror], [onload], [onmouseover]').count(), 0);
  const scripts = await page.locator('script').count();
  assert.equal(scripts, 3, 'what the page is told, the rows, the page’s own');
  // Nor does an address do anything.
  const other = await open({ hash: `#q=${encodeURIComponent(HOSTILE.white)}&cause=%3Cimg%20src%3Dx%3E&game=x&sort=%3Cscript%3E&layers=%3Cb%3E&__proto__=1` });
  assert.equal(await inView(other), 0);
  assert.equal(await other.locator('img').count(), 0);
  await page.context().close();
  await other.context().close();
});

test('no cell of the saved list begins a formula', async () => {
  const page = await open();
  const cells = [
    ['plain text', 'plain text'],
    ['=1+1', `"'=1+1"`],
    ['a;=1+1', `"a;'=1+1"`],
    ['a|@SUM(1)', `"a|'@SUM(1)"`],
    [' =1+1', `"' =1+1"`],
    ['"=1', `"'""=1"`],
    ['a-b', 'a-b'],
  ];
  for (const [text, cell] of cells) assert.equal(await page.evaluate((text) => csvCell(text), text), cell);
  await page.context().close();
});

test('no accessibility rule is broken', async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const hash of ['', `#game=${rows.findIndex((row) => row.verdict === 'differs')}`]) {
      const page = await open({ hash, colorScheme });
      await page.evaluate(axe);
      const broken = await page.evaluate(() => axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).slice(0, 3).join(' | ')}`)));
      assert.deepEqual(broken, [], `${colorScheme} ${hash}`);
      await page.context().close();
    }
  }
});

test('narrow screens and paper hold everything', async () => {
  for (const width of [360, 640, 900, 1120, 2200]) {
    const page = await open({ viewport: { width, height: 740 } });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} wide`);
    await page.locator('tr[data-index] .open').first().click();
    assert.ok(await page.locator('dialog.game').evaluate((node) => node.scrollWidth <= node.clientWidth), `dialog, ${width} wide`);
    await page.context().close();
  }
  const page = await open({ hash: '#verdict=differs' });
  await page.pdf({ path: join(work, 'page.pdf'), format: 'A4' });
  await page.context().close();
});

test('pictures to look at', async () => {
  const game = rows.findIndex(({ source }) => source === 'wrong/0.sgf');
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ colorScheme });
    await page.screenshot({ path: join(work, `first-${colorScheme}.png`) });
    const table = await open({ colorScheme, hash: '#winner=differs' });
    await table.locator('#games').scrollIntoViewIfNeeded();
    await table.screenshot({ path: join(work, `table-${colorScheme}.png`) });
    const one = await open({ colorScheme, hash: `#game=${game}&layers=territory%20dead%20alive` });
    await one.screenshot({ path: join(work, `game-${colorScheme}.png`) });
    for (const each of [page, table, one]) await each.context().close();
  }
});
