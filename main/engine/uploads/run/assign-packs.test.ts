import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import { unwrap } from '../../../../test/fixtures/result.ts';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import { closeContext, openContext } from '../context/engine-context.ts';
import { createUploadReader } from '../context/read-uploads.ts';
import { assignPacks } from './assign-packs.ts';

async function openUpload(names: readonly string[]) {
  const stateDir = mkdtempSync(join(tmpdir(), 'lading-assign-packs-'));
  const context = unwrap(openContext({ stateDir, command: 'test', version: '0' }));
  onTestFinished(async () => {
    await closeContext(context);
    rmSync(stateDir, { recursive: true, force: true });
  });
  const { repositories, store } = context;
  const id = repositories.uploads.insert(newUpload({ request: { ...newUpload().request, pack: 'always' } }));
  store.db.exec(`INSERT INTO roots (upload_id, path) VALUES (1, '/media/1');
    INSERT INTO folders (root_id, path) VALUES (1, '');`);
  const insert = store.db.prepare(`INSERT INTO items
    (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state) VALUES (1, 1, ?, 1, 1, 1, ?, 'queued')`);
  store.db.transaction(() => names.forEach((name, index) => void insert.run(name, index)))();
  store.db.prepare("INSERT INTO totals VALUES (1, 'queued', ?, ?)").run(names.length, names.length);
  const upload = repositories.uploads.get(id);
  if (upload === null) throw new Error('There is no upload');
  const { limits } = unwrap(await loadProfile());
  const { signal } = new AbortController();
  return { id, repositories, assign: () => assignPacks(store.writes, repositories, upload, limits, signal) };
}

it('files that no pack could take are not considered again at the next start', async () => {
  // Two that differ by case only: expanded, one would replace the other.
  const { id, repositories, assign } = await openUpload(['a.txt', 'A.txt']);
  await assign();
  expect(repositories.packs.open(id)).toEqual([]);
  expect(repositories.packs.packedTo(id)).toBe(2);
  expect(Array.from(repositories.events.all(id), ({ type }) => type)).not.toContain('packs-planned');
});

it('an upload that waits for its hours takes as long once its packs are planned as before', async () => {
  const { id, repositories, assign } = await openUpload(Array.from({ length: 500 }, (_, n) => `${n}.txt`));
  const time = () => createUploadReader(repositories).waitingTime(id, bandwidthPlan({}));
  const before = await time();
  await assign();
  expect(repositories.packs.open(id)).toHaveLength(1);
  expect(await time()).toEqual(before);
});
