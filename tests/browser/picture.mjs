// The first screen of a report as a picture: node picture.mjs REPORT.html PICTURE.png

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './chromium.mjs';

const [report, picture] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
await page.goto(pathToFileURL(resolve(report)).href);
await page.waitForSelector('html[data-ready]');
await page.screenshot({ path: picture });
await browser.close();
