import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canMount, mounts } from '../../../test/fixtures/mounts.ts';
import { findEnclosingSource } from './enclosing-source.ts';
import { ReaderPool } from './reader-pool.ts';
import { SourceReader } from './source-reader.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lading-enclosing-')));
const at = (...names: readonly string[]) => join(folder, ...names);
const readers = new ReaderPool();
const reader = new SourceReader(readers);

beforeAll(() => {
  mkdirSync(at('evidence', 'mail'), { recursive: true });
  mkdirSync(at('evidence-2'));
  mkdirSync(at('out', 'mounted'), { recursive: true });
  writeFileSync(at('single.pst'), 'evidence');
  linkSync(at('single.pst'), at('out', 'hard.pst'));
  symlinkSync(at('evidence'), at('link'));
  symlinkSync(at('evidence', 'mail'), at('out', 'inner'));
  symlinkSync(at('evidence', 'mail', 'new.json'), at('out', 'dangling.json'));
});
afterAll(async () => {
  await readers.close();
  rmSync(folder, { recursive: true, force: true });
});

const evidence = at('evidence');
test.each([
  ['inside', at('evidence', 'r.json'), evidence, false],
  ['deep inside', at('evidence', 'mail', 'r.json'), evidence, false],
  ['inside folders that do not exist yet', at('evidence', 'new', 'deep', 'r.json'), evidence, false],
  ['the source itself', evidence, evidence, true],
  ['with dots', `${folder}/out/../evidence/r.json`, evidence, false],
  ['through a link to the source', at('link', 'r.json'), evidence, false],
  ['through a link into the source', at('out', 'inner', 'r.json'), evidence, false],
  ['a source that was chosen through a link', at('evidence', 'r.json'), at('link'), false],
  ['both through links', at('out', 'inner', 'r.json'), at('link'), false],
  ['a chosen file', at('single.pst'), at('single.pst'), true],
  ['another name of a chosen file', at('out', 'hard.pst'), at('single.pst'), true],
  ['a source that is gone', at('gone', 'r.json'), at('gone'), false],
])('%s is found', async (_, path, source, same) => {
  expect(await findEnclosingSource(path, [at('evidence-2'), source], reader)).toEqual({ source, same });
});

test.runIf(canMount)(
  'a folder of a source that is mounted elsewhere is found, and one beside it is not',
  async () => {
    expect(mounts(at('evidence', 'mail'), at('out', 'mounted'))).toBe(true);
    const path = at('out', 'mounted', 'new', 'r.json');
    for (const source of [evidence, at('link')])
      expect(await findEnclosingSource(path, [at('evidence-2'), source], reader)).toEqual({
        source,
        same: false,
      });
    expect(await findEnclosingSource(path, [at('evidence-2')], reader)).toBeNull();
  },
);

test.each([
  ['beside the source', at('r.json'), evidence],
  ['a folder whose name starts like the source', at('evidence-2', 'r.json'), evidence],
  ['beside a chosen file', at('r.json'), at('single.pst')],
  ['a link into the source that is replaced itself', at('out', 'dangling.json'), evidence],
  ['no upload yet', at('r.json'), null],
])('%s is not inside a source', async (_, path, source) => {
  expect(await findEnclosingSource(path, source === null ? [] : [source], reader)).toBeNull();
});
