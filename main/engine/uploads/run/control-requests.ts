/**
 * Another process asks the one that has the store to pause or cancel an upload, or tells it what a person decided about the
 * files that need review: by a small file in the state folder,
 * which works on every system. Everyone who may write there may stop uploads, as the owner of the store may.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { maxGlobLength } from '../../../../preload/contract/views/selection.ts';
import { openDataFolder } from '../../store/data-folder.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { controlFolderName } from '../../store/own-names.ts';
import { isMine, ownerOnly, ownerOnlyFile } from '../../store/private-folder.ts';
import { readStart } from '../../store/read-start.ts';
import { writeFailure } from '../../store/write-failure.ts';
import { type UploadId, uploadId } from '../../types/ids.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { heldFiles } from '../context/held-files.ts';
import { cancelUpload } from './cancel-upload.ts';
import { decideHeld } from './decide-held.ts';

/** An engine that doesn't know an action leaves its request alone, so one of an earlier version doesn't decide about all files. */
const controlRequest = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['pause', 'cancel', 'retry-held', 'skip-held']), uploadId }),
  z.object({
    action: z.enum(['retry-matching', 'skip-matching']),
    uploadId,
    globs: z.array(z.string().max(maxGlobLength)).min(1).max(1_000),
  }),
]);
export type ControlRequest = z.input<typeof controlRequest>;
type ReadRequest = z.output<typeof controlRequest>;

const pollMs = 500;
/** Nothing else in the folder is read or deleted. */
const requestName = /^request-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/;
const maxBytes = 100_000;

/**
 * The process that has the store acts on it within a second. Returns whether it has taken the request. What came of it
 * shows in the upload's state, but for the pause of a scan, which leaves no trace there.
 */
export function requestControl(stateDir: string, request: ControlRequest): Result<() => boolean> {
  const opened = openDataFolder(stateDir);
  if (!opened.ok) return opened;
  const folder = folderIn(stateDir);
  const complete = join(folder, `request-${randomUUID()}.json`);
  const unfinished = `${complete}.part`;
  try {
    makeFolder(folder, ownerOnly);
    writeFileSync(unfinished, JSON.stringify(request), { mode: ownerOnlyFile, flag: 'wx' });
    // Under its name it is complete.
    renameSync(unfinished, complete);
    return success(() => !existsSync(complete));
  } catch (error) {
    return writeFailure(error, complete);
  }
}

/** Acts on requests until the engine closes. Earlier ones were meant for an earlier process. */
export function watchControlRequests(context: EngineContext): void {
  const folder = folderIn(context.stateDir);
  takeRequests(folder);
  void context.tasks.run(async (closing) => {
    while (!closing.aborted) {
      for (const request of takeRequests(folder)) await carryOut(context, request);
      await delay(pollMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    }
    return success(undefined);
  });
}

function takeRequests(folder: string): readonly ReadRequest[] {
  return listNames(folder).flatMap((name) => {
    const path = join(folder, name);
    const request = readRequest(path);
    if (request === null) return [];
    try {
      rmSync(path);
      return [request];
    } catch {
      return []; // it would be acted on again and again
    }
  });
}

function listNames(folder: string): readonly string[] {
  try {
    // A link may lead to evidence.
    if (!lstatSync(folder).isDirectory()) return [];
    return readdirSync(folder).filter((name) => requestName.test(name));
  } catch {
    return []; // nobody has asked for anything yet
  }
}

/** Null for what isn't a request of this user's or the administrator's. */
function readRequest(path: string): ReadRequest | null {
  try {
    if (process.platform !== 'win32' && !isMine(lstatSync(path).uid)) return null;
    return controlRequest.parse(JSON.parse(readStart(path, maxBytes)?.toString('utf8') ?? ''));
  } catch {
    return null;
  }
}

async function carryOut(context: EngineContext, request: ReadRequest): Promise<void> {
  const { uploadId: id } = request;
  switch (request.action) {
    case 'pause':
      void context.runs.stop(id);
      break;
    case 'cancel':
      await cancelUpload(context, id);
      break;
    case 'retry-held':
    case 'skip-held':
      decide(context, id, { held: request.action === 'retry-held' ? 'retry' : 'skip' });
      break;
    case 'retry-matching':
    case 'skip-matching': {
      const chosen = heldFiles(context.repositories, id, request.globs);
      if (!chosen.ok || chosen.value.items.length === 0) return;
      const held = request.action === 'retry-matching' ? 'retry' : 'skip';
      decide(context, id, { held, heldItems: chosen.value.items });
    }
  }
}

/** It may send for hours, and may be paused meanwhile. How it ended is in the store. */
function decide(
  context: EngineContext,
  id: UploadId,
  decision: Pick<RunOptions, 'held' | 'heldItems'>,
): void {
  const { signal } = new AbortController();
  decideHeld(context, id, { signal, limits: {}, ...decision }, () => undefined);
}

function folderIn(stateDir: string): string {
  return join(stateDir, controlFolderName);
}
