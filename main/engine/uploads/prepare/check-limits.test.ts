import { expect, test } from 'vitest';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { everything } from '../../../../preload/contract/views/selection.ts';
import { checkLimits } from './check-limits.ts';

const request = { dataset: { id: 1 }, custodianRules: [], selection: everything };
const twice = (text: string, times: number) => Array.from({ length: times }, () => text);
const folderRules = (amount: number) =>
  Array.from({ length: amount }, () => ({ kind: 'folder', level: 1 }) as const);

test.each([
  [{ custodianRules: folderRules(21) }, 'An upload can have at most 20 custodian rules.'],
  [
    { selection: { ...everything, exclude: twice('*.tmp', 201) } },
    'An upload can have at most 200 patterns to exclude.',
  ],
  [
    { selection: { ...everything, include: ['x'.repeat(1001)] } },
    'A pattern to include can have at most 1,000 characters.',
  ],
  [{ selection: { ...everything, types: [''] } }, "A type is empty, or has characters that it can't have."],
  [
    { dataset: { name: 'x'.repeat(256), description: null } },
    'The name of a dataset can have at most 255 characters.',
  ],
  [
    { dataset: { name: ' ', description: null } },
    "The name of a dataset is empty, or has characters that it can't have.",
  ],
  [
    { dataset: { name: 'x', description: 'x'.repeat(2001) } },
    'The description of a dataset can have at most 2,000 characters.',
  ],
])('more than an upload can have is refused before it is created: %#', (given, text) => {
  const checked = checkLimits({ ...request, ...given });
  expect(checked.ok ? '' : failureText(checked.failure)).toBe(text);
});

test('as much as it can have is taken', () => {
  const selection = { ...everything, exclude: twice('x'.repeat(1000), 200) };
  const dataset = { name: 'x'.repeat(255), description: 'x'.repeat(2000) };
  expect(checkLimits({ dataset, custodianRules: folderRules(20), selection }).ok).toBe(true);
});
