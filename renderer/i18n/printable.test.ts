import { expect, test } from 'vitest';
import { printable as inTerminal } from '../../main/cli/text.ts';
import { printable } from './printable.ts';

test.each([
  ['new\nline.txt', 'new␊line.txt'],
  ['\u202Egpj.exe', '\uFFFDgpj.exe'],
  ['a\u2066b\u2069.txt', 'a\uFFFDb\uFFFD.txt'],
  ['ملف سري.pdf', 'ملف سري.pdf'],
  ['👩‍👩‍👧‍👦 hall 3, x̄.csv', '👩‍👩‍👧‍👦 hall 3, x̄.csv'],
])('a name is shown in one line and as it reads, in the window as in the terminal: %j', (name, shown) => {
  expect(printable(name)).toBe(shown);
  expect(inTerminal(name)).toBe(shown);
});
