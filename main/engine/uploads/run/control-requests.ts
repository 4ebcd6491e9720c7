/**
 * Another process asks the one that has the store to pause or cancel an upload, or to write its receipt, or tells it what a
 * person decided about the files that need review: by a small file in the state folder,
 * which works on every system. Everyone who may write there may stop uploads, as the owner of the store may.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { maxGlobLength } from '../../../../preload/contract/views/selection.ts';
import { openDataFolder } from '../../store/files/data-folder.ts';
import { makeFolder } from '../../store/files/make-folder.ts';
import { isMine, ownerOnly, ownerOnlyFile } from '../../store/files/private-folder.ts';
import { readStart } from '../../store/files/read-start.ts';
import { writeFailure } from '../../store/files/write-failure.ts';
import { type UploadId, uploadId } from '../../types/ids.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { heldFiles } from '../context/held-files.ts';
import { cancelUpload } from './cancel-upload.ts';
import { controlFolder, listNames } from './control-folder.ts';
import { decideHeld } from './decide-held.ts';
import {
  answerWithReceipt,
  discardAnswers,
  type ReceiptAnswer,
  type ReceiptOptions,
  readAnswer,
} from './issue-receipt.ts';

/** An engine that doesn't know an action leaves its request alone, so one of an earlier version doesn't decide about all files. */
const controlRequest = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['pause', 'cancel', 'retry-held', 'skip-held']), uploadId }),
  z.object({
    action: z.enum(['retry-matching', 'skip-matching']),
    uploadId,
    globs: z.array(z.string().max(maxGlobLength)).min(1).max(1_000),
  }),
  z.object({
    action: z.literal('write-receipt'),
    uploadId,
    /** Names the answer. */
    id: z.uuid(),
    format: z.enum(['json', 'csv']),
    timestamps: z.object({ url: z.string(), trustedPem: z.string().nullable() }).nullable(),
  }),
  z.object({ action: z.literal('receipt-saved'), uploadId, path: z.string() }),
]);
export type ControlRequest = z.input<typeof controlRequest>;
type ReadRequest = z.output<typeof controlRequest>;

const pollMs = 500;
const requestName = /^request-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/;
/** Room for the certificates of a time-stamping authority. */
const maxBytes = 1_100_000;

export interface ControlRequested {
  isTaken(): boolean;
  /** Nobody is to act on it any longer. */
  withdraw(): void;
}

/**
 * The process that has the store acts on it within a second. What came of it shows in the upload's state, but for the
 * pause of a scan, which leaves no trace there.
 */
export function requestControl(stateDir: string, request: ControlRequest): Result<ControlRequested> {
  const opened = openDataFolder(stateDir);
  if (!opened.ok) return opened;
  const folder = controlFolder(stateDir);
  const complete = join(folder, `request-${randomUUID()}.json`);
  const unfinished = `${complete}.part`;
  try {
    makeFolder(folder, ownerOnly);
    writeFileSync(unfinished, JSON.stringify(request), { mode: ownerOnlyFile, flag: 'wx' });
    // Under its name it is complete.
    renameSync(unfinished, complete);
    return success({
      isTaken: () => !existsSync(complete),
      withdraw: () => rmSync(complete, { force: true }),
    });
  } catch (error) {
    return writeFailure(error, complete);
  }
}

export interface RequestedReceipt {
  readonly isTaken: () => boolean;
  /** The receipt's file, and what became of it; null until that is known. */
  answer(): ReceiptAnswer | null;
  /** Call it in the end: a receipt names clients' evidence. */
  discard(): void;
}

/** Asks the process that has the store for a receipt. */
export function requestReceipt(
  stateDir: string,
  uploadId: number,
  { format, timestamps = null }: Omit<ReceiptOptions, 'key'>,
): Result<RequestedReceipt> {
  const id = randomUUID();
  const requested = requestControl(stateDir, { action: 'write-receipt', uploadId, id, format, timestamps });
  if (!requested.ok) return requested;
  const { isTaken, withdraw } = requested.value;
  return success({
    isTaken,
    answer: () => readAnswer(controlFolder(stateDir), id),
    discard() {
      withdraw();
      discardAnswers(controlFolder(stateDir), id);
    },
  });
}

/** Acts on requests until the engine closes. Earlier ones were meant for an earlier process. */
export function watchControlRequests(context: EngineContext): void {
  const folder = controlFolder(context.stateDir);
  takeRequests(folder);
  discardAnswers(folder);
  void context.tasks.run(async (closing) => {
    while (!closing.aborted) {
      for (const request of takeRequests(folder)) await carryOut(context, request);
      await delay(pollMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    }
    return success(undefined);
  });
}

function takeRequests(folder: string): readonly ReadRequest[] {
  return listNames(folder, requestName).flatMap((name) => {
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
      break;
    }
    case 'write-receipt':
      // That takes a minute for a million files.
      void context.tasks.track(answerWithReceipt(context, controlFolder(context.stateDir), request));
      break;
    case 'receipt-saved':
      context.repositories.savedReceipts.add(id, request.path, new Date().toISOString());
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
