// How fast a report is in the browser: node timing.mjs REPORT.html
// Milliseconds, the median of five: from opening to a table that answers, to a filtered table, to a
// sorted one; and the longest time for which the page did not answer while it was scrolled.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './chromium.mjs';

const [report] = process.argv.slice(2);
const address = pathToFileURL(resolve(report)).href;
const browser = await launch();
const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** How long the page takes to show a table that was changed so. */
const change = (page, hash) => page.evaluate((hash) => new Promise((shown) => {
  const start = performance.now();
  location.hash = hash;
  addEventListener('hashchange', () => requestAnimationFrame(() => setTimeout(() => shown(performance.now() - start))), { once: true });
}), hash);

/** The longest frame while the page is scrolled to its end and back. */
const scroll = (page) => page.evaluate(() => new Promise((done) => {
  const steps = 60;
  const height = document.body.scrollHeight;
  let longest = 0;
  let step = 0;
  let before = performance.now();
  requestAnimationFrame(function frame(now) {
    if (step > 0) longest = Math.max(longest, now - before);
    before = now;
    step += 1;
    if (step > 2 * steps) return done(longest);
    scrollTo(0, height * (1 - Math.abs(step - steps) / steps));
    requestAnimationFrame(frame);
  });
}));

const times = { open: [], filtered: [], sorted: [], 'longest frame while scrolled': [] };
for (let run = 0; run < 5; run += 1) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const start = performance.now();
  await page.goto(address);
  await page.waitForSelector('html[data-ready]');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  times.open.push(performance.now() - start);
  times.filtered.push(await change(page, '#verdict=differs'));
  times.sorted.push(await change(page, '#sort=game'));
  times['longest frame while scrolled'].push(await scroll(page));
  await page.close();
}
console.log(`${(statSync(report).size / 1e6).toFixed(1)} MB`);
for (const [what, taken] of Object.entries(times)) console.log(`${what}: ${median(taken).toFixed(0)} ms`);
await browser.close();
