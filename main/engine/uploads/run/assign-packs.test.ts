import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unwrap } from '../../../../test/fixtures/result.ts';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import { closeContext, openContext } from '../context/engine-context.ts';
import { assignPacks } from './assign-packs.ts';

it('files that no pack could take are not considered again at the next start', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'lading-assign-packs-'));
  const context = unwrap(openContext({ stateDir, command: 'test', version: '0' }));
  try {
    const { repositories, store } = context;
    const id = repositories.uploads.insert(
      newUpload({ request: { ...newUpload().request, pack: 'always' } }),
    );
    // Two that differ by case only: expanded, one would replace the other.
    store.db.exec(`
      INSERT INTO roots (upload_id, path) VALUES (1, '/media/1');
      INSERT INTO folders (root_id, path) VALUES (1, '');
      INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (1, 1, 'a.txt', 1, 1, 1, 1, 'queued'), (1, 1, 'A.txt', 1, 1, 1, 2, 'queued');`);
    const upload = repositories.uploads.get(id);
    if (upload === null) throw new Error('There is no upload');
    const { signal } = new AbortController();
    await assignPacks(store.writes, repositories, upload, unwrap(await loadProfile()).limits, signal);
    expect(repositories.packs.open(id)).toEqual([]);
    expect(repositories.packs.packedTo(id)).toBe(2);
    expect(Array.from(repositories.events.all(id), ({ type }) => type)).not.toContain('packs-planned');
  } finally {
    await closeContext(context);
    rmSync(stateDir, { recursive: true, force: true });
  }
});
