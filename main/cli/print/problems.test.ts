import { expect, it } from 'vitest';
import type { ProblemItem } from '../../engine/index.ts';
import { problems as words } from '../words/uploads.ts';
import { printProblems } from './problems.ts';

const skipped = (n: number): ProblemItem => ({
  path: `skipped/${n}`,
  state: 'skipped',
  reason: { code: 'symbolic-link' },
});
const failed: ProblemItem = {
  path: 'last',
  state: 'failed',
  reason: { code: 'path-unreadable', errno: 'EACCES' },
};

async function print(json: boolean, problems: readonly ProblemItem[]): Promise<string[]> {
  const lines: string[] = [];
  const write = async (text: string) => void lines.push(text);
  await printProblems(
    { json, tableWidth: 80, write, print: (...more) => void lines.push(...more) },
    null,
    () => problems,
  );
  return lines;
}

it('lists the unreadable before the skipped, and says how many more there are', async () => {
  const lines = await print(false, [...Array.from({ length: 60 }, (_, n) => skipped(n)), failed]);
  expect(lines.slice(0, 3)).toEqual(['', words.heading, '  Failed        last']);
  expect(lines.filter((line) => line.includes('skipped/'))).toHaveLength(49);
  expect(lines.at(-1)).toBe(`  ${words.moreInDryRun(11)}`);
});

it('lists them in the order that people read', async () => {
  const lines = await print(
    false,
    [11, 2, 10, ...Array.from({ length: 200 }, (_, n) => n + 12)].map(skipped),
  );
  const paths = lines.flatMap((line) => /skipped\/\d+/.exec(line)?.[0] ?? []);
  expect([paths.length, paths.slice(0, 4)]).toEqual([
    50,
    ['skipped/2', 'skipped/10', 'skipped/11', 'skipped/12'],
  ]);
});

it('says what was found of a file that a person skipped', async () => {
  const reason = { code: 'skipped-by-person' } as const;
  const lines = await print(false, [{ path: 'a', state: 'skipped', reason, found: 'Only zeros' }]);
  expect(lines.at(-1)?.trim()).toBe('You chose to skip this file. Found: only zeros.');
});

it('lists every one with --json, in the same order', async () => {
  const lines = await print(true, [...Array.from({ length: 60 }, (_, n) => skipped(n)), failed]);
  expect(lines).toHaveLength(61);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'problem',
    upload: null,
    path: 'last',
    state: 'failed',
  });
});

it('prints nothing where nothing is wrong', async () => {
  expect(await print(false, [])).toEqual([]);
});
