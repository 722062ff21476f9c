// The games that the test audits: one small finished position, told in as many ways as the page has to show.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What would do something if it were taken for markup, or read as something else. */
export const HOSTILE = {
  black: '<script>window.hacked = 1</script>',
  white: '</script><!--<img src=x onerror="window.hacked = 2">',
  date: '2011-11-11\u2028\u202e"><svg onload=alert(3)>',
  folder: '<b onmouseover=alert(4)>\'"&amp;',
  file: '<img src=x onerror=window.hacked=5>.sgf',
};

/** Black holds the left of a 7x7 board with two eyes, White the right: 6 points each. The last turns are passes. */
function turns() {
  const column = (x) => Array.from('abcdefg', (y) => x + y);
  const black = [...column('b'), ...column('c'), 'ad', 'da', 'dc', 'de', 'dg'];
  const white = [...column('e'), ...column('f'), 'gd', 'db', 'dd', 'df'];
  const all = black.flatMap((point, at) => [`;B[${point}]`, ...(white[at] ? [`;W[${white[at]}]`] : [])]);
  return [...all, ';W[]', ';B[]'];
}

const value = (text) => text.replace(/[\]\\]/g, '\\$&');

/** A game's text. `result` is RE; the board says W+0.5 by territory with this komi. */
export function sgf({ result, black = 'Kuro', white = 'Shiro', date = '2001-02-03', rules = 'Japanese', played = turns() }) {
  return `(;GM[1]FF[4]CA[UTF-8]SZ[7]KM[0.5]RU[${rules}]PB[${value(black)}]PW[${value(white)}]DT[${value(date)}]RE[${value(result)}]\n${played.join('')})\n`;
}

/** Writes the games into a folder. */
export function writeGames(folder) {
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (let index = 0; index < 1500; index += 1) {
    const number = String(index).padStart(4, '0');
    const year = 1990 + index % 20;
    put(`club/${year}/${number}.sgf`, sgf({ result: 'W+0.5', black: `player ${index % 37}`, white: `guest ${index % 11}`, date: `${year}-01-01` }));
  }
  for (const [index, result] of ['B+5.5', 'W+1.5', 'B+0.5', 'W+12.5', 'B+2.5', 'W+6.5'].entries()) {
    put(`wrong/${index}.sgf`, sgf({ result, black: `wrong ${index}`, date: '1977' }));
  }
  put('resigned.sgf', sgf({ result: 'W+R', played: turns().slice(0, 12) }));
  put('unfinished.sgf', sgf({ result: 'W+3.5', played: turns().slice(0, 12) }));
  // Black's left side lives whatever is played; the rest is open.
  put('bounded.sgf', '(;GM[1]FF[4]SZ[7]RU[Chinese]KM[0]RE[B+1]AB[ca][cb][cc][cd][ce][cf][cg][ba][bb][bc][bd][be][bf][bg][ab][ac][ad][ae][af]AW[ed][fd]PL[W])\n');
  put('illegal.sgf', sgf({ result: 'W+0.5', played: [';B[aa]', ';W[aa]', ...turns()] }));
  put('broken.sgf', 'nothing of a game\n');
  put(`${HOSTILE.folder}/${HOSTILE.file}`, sgf({ result: 'B+5.5', black: HOSTILE.black, white: HOSTILE.white, date: HOSTILE.date }));
}
