import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manyCoders } from '../../../../test/fixtures/hostile-containers.ts';
import { lockedFiles } from '../../../../test/fixtures/locked-files.ts';
import { usualTrial } from '../../formats/limits.ts';
import { tryPasswords } from './try-passwords.ts';

test('files that fill the memory of a thread cost no other file its trial', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-trial-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const locked = lockedFiles.find(({ type }) => type === 'zip');
  const contents = { 'a.7z': manyCoders(), 'b.zip': locked?.bytes ?? '', 'c.7z': manyCoders() };
  for (const [name, bytes] of Object.entries(contents)) writeFileSync(join(folder, name), bytes);
  const results: Record<string, unknown> = {};
  const files = Object.keys(contents).map((name) => ({
    id: name,
    path: join(folder, name),
    followLink: false,
    type: name.slice(2),
  }));
  const none = Number.POSITIVE_INFINITY;
  await tryPasswords(files, locked?.passwords.slice(0, 1) ?? [], {
    signal: new AbortController().signal,
    limits: { ...usualTrial, objects: none, unpackedBytes: none },
    heapMb: 32,
    onTried: () => {},
    onResult: (id, result) => {
      results[id] = result;
    },
  });
  const tooMuch = { status: 'cannot-try', reason: 'too-slow' };
  expect(results).toMatchObject({ 'a.7z': tooMuch, 'b.zip': { status: 'opened' }, 'c.7z': tooMuch });
});
