// Headless Chromium that asks nothing of anybody.

import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';

/** Starts the browser that is installed, or the one that CHROMIUM names. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
}
