import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type WatchRuleInput, watchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { failureOf, unwrap } from '../../../test/fixtures/result.ts';
import { ReaderPool } from '../sources/reader-pool.ts';
import { SourceReader } from '../sources/source-reader.ts';
import type { StoredWatchRule } from '../store/watch/watch-rule-repository.ts';
import type { WatchRuleId } from '../types/ids.ts';
import { overlapsByPath, refuseOverlap } from './folder-overlap.ts';

const rule = (path: string, of: Partial<WatchRuleInput> = {}) => {
  const parsed = watchRule.parse({ path, database: 7, dataset: 'd', ...of });
  return { ...parsed, name: parsed.name ?? path };
};
const without = (...exclude: readonly string[]) => ({ exclude: [...exclude] });

test.each<[string, Partial<WatchRuleInput>, string, boolean]>([
  ['/in', {}, '/in', true],
  ['/in', {}, '/in/', true],
  ['/in', {}, '/in/Doe', true],
  ['/', {}, '/in/Doe', true],
  ['/in', {}, '/inbox', false],
  ['/in', {}, '/in/../out', false],
  ['/in', without('Doe/**'), '/in/Doe', false],
  ['/in', without('DOE/'), '/in/Doe/deep', false],
  ['/in', without('**/Doe/**'), '/in/deep/Doe', false],
  ['/in', without('Doe/**'), '/in/X/Doe', true],
  ['/in', without('/Doe'), '/in/X/Doe', true],
  ['/in', without('Doe'), '/in/X/Doe', false],
  ['/in', without('Doe/*'), '/in/Doe/deep', false],
  ['/in', without('X/Doe/**/'), '/in/X/Doe', false],
  ['/in', without('{Doe,Roe}/**'), '/in/Roe', false],
  ['/in', without('Case.E01/**'), '/in/Case.E02', true],
  ['/in', without('Case.E02/**'), '/in/Case.E02', false],
  ['/in', without('/**'), '/in/Doe', false],
  ['/in', without('*'), '/in/Doe', false],
  ['/in', without('**'), '/in/Doe', false],
  ['/in', without('Doe/*.pst', '*.doc', 'Doe/deep/**', 'Do'), '/in/Doe', true],
  ['/in', without('**'), '/in', true],
  ['/in', { include: ['*.pst'] }, '/in/Doe', true],
  ['/in', { afterwards: { moveTo: 'Sent' } }, '/in/Sent/Doe', false],
  ['/in', { afterwards: { moveTo: 'Sent' } }, '/in/Doe/Sent', true],
])('%s with %j and %s overlap: %s', (path, of, other, expected) => {
  expect(overlapsByPath(rule(path, of), rule(other))).toBe(expected);
  expect(overlapsByPath(rule(other), rule(path, of))).toBe(expected);
});

/** Folders on disk, and whether a rule over one of them is refused beside another. */
function folders() {
  const root = mkdtempSync(join(tmpdir(), 'lading-overlap-'));
  const readers = new ReaderPool();
  onTestFinished(async () => {
    await readers.close();
    rmSync(root, { recursive: true });
  });
  const sources = new SourceReader(readers);
  for (const path of ['in/Doe/deep', 'out']) mkdirSync(join(root, path), { recursive: true });
  symlinkSync(join(root, 'in'), join(root, 'link'));
  symlinkSync(join(root, 'in/Doe'), join(root, 'out/Doe'));
  const refuse = (
    path: string,
    other: { readonly path: string; readonly state?: StoredWatchRule['state'] },
    of: Partial<WatchRuleInput> = {},
  ) => {
    const { state = 'active' } = other;
    const others = [{ id: 2 as WatchRuleId, rule: rule(join(root, other.path), { name: 'Other' }), state }];
    const { signal } = new AbortController();
    return refuseOverlap({ id: 1, rule: rule(join(root, path), of) }, others, sources, signal);
  };
  return { refuse };
}

test.each([
  ['link', 'in'],
  ['link/Doe', 'in'],
  ['in', 'link/Doe'],
  ['out/Doe', 'in'],
  ['in', 'out/Doe/deep'],
  ['out/Doe', 'link/Doe/deep'],
  ['missing/Doe', 'missing'],
])('a rule over %s is refused beside one over %s, which it names', async (path, other) => {
  const { refuse } = folders();
  expect(failureOf(await refuse(path, { path: other }))).toMatchObject({
    code: 'watch-rule-invalid',
    field: 'path',
    problem: 'watched-by-rule',
    value: 'Other',
  });
});

test.each(['link', 'in'])(
  'a rule over %s that excludes a folder is not refused beside one over that',
  async (path) => {
    const { refuse } = folders();
    unwrap(await refuse(path, { path: 'out/Doe/deep' }, without('Doe/deep/**')));
    expect((await refuse(path, { path: 'out/Doe' }, without('Doe/deep/**'))).ok).toBe(false);
  },
);

test.each([
  ['active', false],
  ['broken', false],
  ['paused', true],
  ['draft', true],
] as const)('beside a rule that is %s, one over its folder can be activated: %s', async (state, expected) => {
  const { refuse } = folders();
  expect((await refuse('in', { path: 'in', state })).ok).toBe(expected);
});
