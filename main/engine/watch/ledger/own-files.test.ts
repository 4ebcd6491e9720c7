import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileIdentity, identityKey } from '../../types/source-path.ts';
import { ScanTree } from './scan-tree.ts';

test('what is Lading’s own is neither taken nor watched, whatever its path is', () => {
  const inbox = mkdtempSync(join(tmpdir(), 'lading-own-'));
  onTestFinished(() => rmSync(inbox, { recursive: true }));
  mkdirSync(join(inbox, 'backup'));
  for (const name of ['a', 'key', 'backup/lading.db']) writeFileSync(join(inbox, name), '');
  const found: string[] = [];
  const watched: string[] = [];
  const tree = new ScanTree({
    rootPath: inbox,
    filters: { include: [], exclude: [], marker: null, ignoredFolder: null },
    own: new Set(
      ['backup', 'key'].map((name) =>
        String(identityKey(fileIdentity(statSync(join(inbox, name), { bigint: true })))),
      ),
    ),
    known: null,
    onCall: () => undefined,
    post: (batch) => found.push(...batch.found.map(({ name }) => name)),
    onFolder: (raw) => watched.push(raw),
    root: null,
    isFollowed: () => false,
  });
  expect(tree.run(null)).toBeNull();
  expect(found).toEqual(['a']);
  expect(watched).toEqual(['']);
  expect(tree.counts).toMatchObject({ files: 1, notFiles: 2 });
});
