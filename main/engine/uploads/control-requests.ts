/**
 * Another process asks the one that has the store to pause or cancel an upload: by a small file in the state folder,
 * which works on every system. Everyone who may write there may stop uploads, as the owner of the store may.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Result, success } from '../../../preload/contract/failure.ts';
import { makeFolder } from '../store/make-folder.ts';
import { writeFailure } from '../store/write-failure.ts';
import type { UploadId } from '../types/ids.ts';
import { cancelUpload } from './cancel-upload.ts';
import type { EngineContext } from './engine-context.ts';

const controlRequest = z.object({ action: z.enum(['pause', 'cancel']), uploadId: z.int() });
export type ControlRequest = z.infer<typeof controlRequest>;

const pollMs = 500;
const suffix = '.json';

/**
 * The process that has the store acts on it within a second. Returns whether it has taken the request. What came of it
 * shows in the upload's state, but for the pause of a scan, which leaves no trace there.
 */
export function requestControl(stateDir: string, request: ControlRequest): Result<() => boolean> {
  const folder = folderIn(stateDir);
  const path = join(folder, randomUUID());
  const complete = `${path}${suffix}`;
  try {
    makeFolder(folder, 0o700);
    writeFileSync(path, JSON.stringify(request), { mode: 0o600, flag: 'wx' });
    // Under its name it is complete.
    renameSync(path, complete);
    return success(() => !existsSync(complete));
  } catch (error) {
    return writeFailure(error, path);
  }
}

/** Acts on requests until the engine closes. Earlier ones were meant for an earlier process. */
export function watchControlRequests(context: EngineContext): void {
  const folder = folderIn(context.stateDir);
  remove(folder);
  void context.tasks.run(async (closing) => {
    while (!closing.aborted) {
      for (const request of takeRequests(folder)) await carryOut(context, request);
      await delay(pollMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    }
    return success(undefined);
  });
}

function takeRequests(folder: string): readonly ControlRequest[] {
  return listNames(folder)
    .filter((name) => name.endsWith(suffix))
    .flatMap((name) => {
      const path = join(folder, name);
      const request = readRequest(path);
      remove(path);
      return request === null ? [] : [request];
    });
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nobody has asked for anything yet
  }
}

/** Another user's may refuse it, as after `sudo lading pause`. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It can't be read either.
  }
}

function readRequest(path: string): ControlRequest | null {
  try {
    return controlRequest.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null; // not ours
  }
}

async function carryOut(context: EngineContext, { action, uploadId }: ControlRequest): Promise<void> {
  const id = uploadId as UploadId;
  if (action === 'pause') context.running.get(id)?.abort();
  else await cancelUpload(context, id);
}

function folderIn(stateDir: string): string {
  return join(stateDir, 'requests');
}
