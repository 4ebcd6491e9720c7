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
import { failureSchema } from '../../../../preload/contract/failures/failure-table.ts';
import { maxGlobLength } from '../../../../preload/contract/views/selection.ts';
import { replaceTextFile } from '../../store/files/atomic-file.ts';
import { openDataFolder } from '../../store/files/data-folder.ts';
import { makeFolder } from '../../store/files/make-folder.ts';
import { isMine, ownerOnly, ownerOnlyFile } from '../../store/files/private-folder.ts';
import { readStart } from '../../store/files/read-start.ts';
import { writeFailure } from '../../store/files/write-failure.ts';
import { storeResult } from '../../store/sqlite-failure.ts';
import { type UploadId, uploadId } from '../../types/ids.ts';
import type { RunOptions } from '../../types/run-options.ts';
import { type Decided, nothingDecided } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { heldFiles } from '../context/held-files.ts';
import { cancelUpload } from './cancel-upload.ts';
import { answerPath, controlFolder, listNames } from './control-folder.ts';
import { decideHeld } from './decide-held.ts';
import {
  answerWithReceipt,
  discardAnswers,
  type ReceiptAnswer,
  type ReceiptOptions,
  readAnswer,
  recordSaved,
} from './issue-receipt.ts';
import { pauseUpload } from './pause-upload.ts';

/** An engine that doesn't know an action leaves its request alone, so one of an earlier version doesn't decide about all files. */
const asked = { uploadId, /** Names the answer. */ id: z.uuid().optional() };
const controlRequest = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['pause', 'cancel', 'retry-held', 'skip-held']), ...asked }),
  z.object({
    action: z.enum(['retry-matching', 'skip-matching']),
    ...asked,
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

const counted = z.int().nonnegative().default(0);
/** What came of a request. Pausing and cancelling decide about no file. */
const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.object({ files: z.int(), left: counted, kept: counted }) }),
  z.object({ ok: z.literal(false), failure: failureSchema }),
]);
const maxAnswerBytes = 100_000;

export interface ControlRequested {
  isTaken(): boolean;
  /** Returns true if nobody acted on it, or will; false if it was taken: it is carried out, or was. */
  withdraw(): boolean;
  /** What came of it; null until that is known. An engine of an earlier version says nothing. */
  answer(): Result<Decided> | null;
  /** Nobody acts on it any longer, or reads its answer. */
  discard(): void;
}

/**
 * The process that has the store acts on it within a second. What came of it shows in the upload's state, but for the
 * pause of a scan, which leaves no trace there.
 */
export function requestControl(stateDir: string, request: ControlRequest): Result<ControlRequested> {
  const opened = openDataFolder(stateDir);
  if (!opened.ok) return opened;
  const folder = controlFolder(stateDir);
  const id = randomUUID();
  const complete = join(folder, `request-${randomUUID()}.json`);
  const unfinished = `${complete}.part`;
  try {
    makeFolder(folder, ownerOnly);
    writeFileSync(unfinished, JSON.stringify({ id, ...request }), { mode: ownerOnlyFile, flag: 'wx' });
    // Under its name it is complete.
    renameSync(unfinished, complete);
    return success({
      isTaken: () => !existsSync(complete),
      withdraw: () => isRemoved(complete),
      answer: () => readControlAnswer(folder, id),
      discard() {
        rmSync(complete, { force: true });
        discardAnswers(folder, id);
      },
    });
  } catch (error) {
    return writeFailure(error, complete);
  }
}

/** Of the process that asked and the one that acts on it, one removes it. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

function readControlAnswer(folder: string, id: string): Result<Decided> | null {
  const text = readStart(answerPath(folder, id), maxAnswerBytes)?.toString('utf8');
  return text === undefined ? null : answer.parse(JSON.parse(text));
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
      for (const request of takeRequests(folder)) {
        // What the store refuses for one request keeps none of the next from being carried out.
        const done = await storeResult(() => carryOut(context, request));
        const isAnswer = !done.ok || done.value !== null;
        if (isAnswer && 'id' in request && request.id !== undefined)
          await replaceTextFile(answerPath(folder, request.id), JSON.stringify(done));
      }
      await delay(pollMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    }
    return success(undefined);
  });
}

function takeRequests(folder: string): readonly ReadRequest[] {
  return listNames(folder, requestName).flatMap((name) => {
    const path = join(folder, name);
    const request = readRequest(path);
    // A request that stays would be acted on again and again.
    return request !== null && isRemoved(path) ? [request] : [];
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

/** Returns what came of it, with null where the answer is another one, or none. */
async function carryOut(context: EngineContext, request: ReadRequest): Promise<Result<Decided | null>> {
  const { uploadId: id } = request;
  switch (request.action) {
    case 'pause': {
      const paused = pauseUpload(context, id);
      return paused.ok ? success(nothingDecided) : paused;
    }
    case 'cancel': {
      const cancelled = await cancelUpload(context, id);
      return cancelled.ok ? success(nothingDecided) : cancelled;
    }
    case 'retry-held':
    case 'skip-held':
      return decide(context, id, { held: request.action === 'retry-held' ? 'retry' : 'skip' });
    case 'retry-matching':
    case 'skip-matching': {
      const chosen = heldFiles(context.repositories, id, request.globs);
      if (!chosen.ok) return chosen;
      if (chosen.value.items.length === 0) return success(nothingDecided);
      const held = request.action === 'retry-matching' ? 'retry' : 'skip';
      return decide(context, id, { held, heldItems: chosen.value.items });
    }
    case 'write-receipt':
      // That takes a minute for a million files.
      void context.tasks.track(answerWithReceipt(context, controlFolder(context.stateDir), request));
      return success(null);
    case 'receipt-saved':
      recordSaved(context, id, request.path, new Date().toISOString());
      return success(null);
  }
}

/** It may send for hours, and may be paused meanwhile. How it ended is in the store. */
function decide(
  context: EngineContext,
  id: UploadId,
  decision: Pick<RunOptions, 'held' | 'heldItems'>,
): Result<Decided> {
  const { signal } = new AbortController();
  return decideHeld(context, id, { signal, limits: {}, ...decision }, () => undefined);
}
