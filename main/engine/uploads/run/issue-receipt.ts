/** Writes receipts, also for another process: only the engine that has the store may record that one was issued. */
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { failureSchema } from '../../../../preload/contract/failures/failure-table.ts';
import { type IssuedReceipt, issuedReceipt } from '../../../../preload/contract/views/verify-view.ts';
import type { ReceiptFormat } from '../../custody/receipt-protocol.ts';
import { parseTimestampSettings, type TimestampSettings } from '../../custody/receipt-timestamp.ts';
import type { SigningKey } from '../../custody/signing-key.ts';
import { openKeyFile } from '../../custody/signing-key-file.ts';
import { writeReceipt } from '../../custody/write-receipt.ts';
import { replaceTextFile } from '../../store/files/atomic-file.ts';
import { ownerOnlyFile } from '../../store/files/private-folder.ts';
import { readStart } from '../../store/files/read-start.ts';
import type { UploadId } from '../../types/ids.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { answerPath, listNames } from './control-folder.ts';

export interface ReceiptOptions {
  readonly format: ReceiptFormat;
  /** Without one, the key of the data folder's file signs. */
  readonly key?: SigningKey | null | undefined;
  readonly timestamps?: TimestampSettings | null | undefined;
}

/** Ends `to`. Fails with timestamp-url-malformed and the like before anything is written, and as `writeReceipt`. */
export async function issueReceipt(
  { repositories, store, stateDir, tasks }: EngineContext,
  uploadId: UploadId,
  { format, key = null, timestamps = null }: ReceiptOptions,
  to: Writable,
): Promise<Result<IssuedReceipt>> {
  if (repositories.uploads.getAny(uploadId) === null) return uploadNotFound(uploadId);
  const authority = timestamps === null ? success(null) : parseTimestampSettings(timestamps);
  if (!authority.ok) return authority;
  return tasks.run((closing) =>
    writeReceipt(
      {
        writes: store.writes,
        repositories,
        key: key === null ? openKeyFile(stateDir) : success(key),
        timestampAuthority: authority.value,
        now: () => new Date().toISOString(),
      },
      { stateDir, uploadId, format },
      to,
      closing,
    ),
  );
}

/**
 * Lists a receipt among those saved last, unless its upload is gone. `at`: before it was written, for an upload that ended
 * once more meanwhile has no receipt of that yet. Throws a StoreError where the store refuses it.
 */
export function recordSaved(
  { repositories: { uploads, savedReceipts }, store }: Pick<EngineContext, 'repositories' | 'store'>,
  uploadId: UploadId,
  path: string,
  at: string,
): void {
  store.writes.transaction(() => {
    if (uploads.getAny(uploadId) !== null) savedReceipts.add(uploadId, path, at);
  });
}

const answerName = /^answer-[0-9a-f-]{36}\.(?:json|receipt)$/;
const maxAnswerBytes = 1_000_000;
const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: issuedReceipt }),
  z.object({ ok: z.literal(false), failure: failureSchema }),
]);

/** Where the process that asked finds the receipt, and then what became of it. */
function answerFiles(folder: string, id: string) {
  return { receipt: join(folder, `answer-${id}.receipt`), outcome: answerPath(folder, id) };
}

interface ReceiptRequest {
  readonly id: string;
  readonly uploadId: UploadId;
  readonly format: ReceiptFormat;
  readonly timestamps: Omit<TimestampSettings, 'network'> | null;
}

/** The process that asked writes the receipt to its place: this one may not be allowed to, or see another folder there. */
export async function answerWithReceipt(
  context: EngineContext,
  folder: string,
  { id, uploadId, format, timestamps }: ReceiptRequest,
): Promise<void> {
  const { receipt, outcome } = answerFiles(folder, id);
  const file = createWriteStream(receipt, { flags: 'wx', mode: ownerOnlyFile });
  // It is reported by what writes to it.
  file.on('error', () => undefined);
  const stamps = timestamps && { ...timestamps, network: {} };
  const issued = await issueReceipt(context, uploadId, { format, timestamps: stamps }, file);
  if (!issued.ok) file.destroy();
  await replaceTextFile(outcome, JSON.stringify(issued));
}

export interface ReceiptAnswer {
  readonly path: string;
  readonly issued: Result<IssuedReceipt>;
}

export function readAnswer(folder: string, id: string): ReceiptAnswer | null {
  const { receipt, outcome } = answerFiles(folder, id);
  if (!existsSync(outcome)) return null;
  const text = readStart(outcome, maxAnswerBytes)?.toString('utf8') ?? '';
  return { path: receipt, issued: answer.parse(JSON.parse(text)) };
}

/** Discards the answers to one request, or all that an earlier process left. */
export function discardAnswers(folder: string, id?: string): void {
  const isOne = (name: string) => id === undefined || name.startsWith(`answer-${id}.`);
  for (const name of listNames(folder, answerName))
    if (isOne(name)) rmSync(join(folder, name), { force: true });
}
