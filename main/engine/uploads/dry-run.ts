import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { checkWritable, trustDataFolder } from '../store/files/data-folder.ts';
import { writeFailure } from '../store/files/write-failure.ts';
import { openReadOnly } from '../store/open.ts';
import { createRepositories } from '../store/repositories.ts';
import { type EngineOptions, openContext } from './context/engine-context.ts';
import { createUploadEngine, type UploadEngine } from './engine.ts';

/** Prepares an upload, and never sends it. */
export type DryRunEngine = Omit<UploadEngine, 'start' | 'run' | 'requeueFailed' | 'continueScan'>;

/**
 * The engine over a temporary store, which is deleted when it is closed. It prepares an upload as the engine of the data
 * folder `stateDir` does, and compares it with the uploads there, which it only reads. Fails as
 * `trustDataFolder`, `checkWritable`, and `openReadOnly` do.
 */
export async function openDryRun({
  stateDir,
  version,
  usualLimits,
}: Omit<EngineOptions, 'command'>): Promise<Result<DryRunEngine>> {
  const trusted = trustDataFolder(stateDir);
  if (!trusted.ok) return trusted;
  const writable = checkWritable(stateDir);
  if (!writable.ok) return writable;
  const found = openReadOnly(stateDir);
  if (!found.ok) return found;
  const db = found.value;
  const folder = await makeTemporaryFolder();
  const end = async (): Promise<void> => {
    db?.close();
    // What is left is empty or the system's to delete.
    if (folder.ok) await rm(folder.value, { recursive: true, force: true }).catch(() => undefined);
  };
  const opened = folder.ok
    ? openContext(
        { stateDir: folder.value, command: 'lading upload --dry-run', version, usualLimits },
        { dataFolder: stateDir, ...(db === null ? {} : { earlier: createRepositories(db) }) },
      )
    : folder;
  if (!opened.ok) {
    await end();
    return opened;
  }
  const engine = createUploadEngine(opened.value);
  return success({ ...engine, close: () => engine.close().finally(end) });
}

async function makeTemporaryFolder(): Promise<Result<string>> {
  try {
    return success(await mkdtemp(join(tmpdir(), 'lading-dry-run-')));
  } catch (error) {
    return writeFailure(error, tmpdir());
  }
}
