/** Reads a receipt's lines in batches of 256 KiB. Splits at LF only: a name may contain U+2028 and the like. */
import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { errnoOf, isMissing } from '../../../preload/contract/failures/errno.ts';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { type JsonLimits, measureJson } from '../types/json-excess.ts';
import { type ReceiptItem, receiptItem } from './receipt.ts';

const blockBytes = 262_144;
/** Far above any line that Lading writes. A receipt that another program wrote as one line is refused. */
const longestLineBytes = 16 * 1_048_576;
/** Counted before a long line is parsed. An item has a few dozen values. */
const itemLimits: JsonLimits = { depth: 16, values: 1_000_000 };

/** `digest` has had every byte at the end. */
export async function* receiptLines(
  path: string,
  digest: Hash,
  signal: AbortSignal | undefined,
): AsyncGenerator<Result<readonly string[]>> {
  const opened = await openFile(path);
  if (!opened.ok) {
    yield opened;
    return;
  }
  const handle = opened.value;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const block = Buffer.allocUnsafe(blockBytes);
    let rest: Buffer[] = [];
    let restBytes = 0;
    let lineCount = 0;
    for (;;) {
      if (signal?.aborted) {
        yield failure('stopped');
        return;
      }
      const { bytesRead } = await handle.read(block, 0, blockBytes);
      const ended = bytesRead === 0;
      const read = Buffer.from(block.subarray(0, bytesRead));
      digest.update(read);
      const cut = ended ? 0 : read.lastIndexOf(0x0a) + 1;
      if (cut === 0 && !ended) {
        rest.push(read);
        restBytes += bytesRead;
        if (restBytes <= longestLineBytes) continue;
        yield failure('receipt-invalid', { path, problem: 'line-too-long' });
        return;
      }
      const whole = Buffer.concat([...rest, read.subarray(0, cut)]);
      rest = ended ? [] : [read.subarray(cut)];
      restBytes = bytesRead - cut;
      const text = decode(decoder, whole);
      if (text === null) {
        yield failure('receipt-invalid', { path, problem: 'not-text' });
        return;
      }
      // A batch ends with LF.
      const isCut = text !== '' && !text.endsWith('\n');
      const lines = (isCut ? text : text.slice(0, -1)).split('\n');
      lineCount += lines.length;
      if (text !== '') yield success(lines);
      // So does the file. A line that shows something else was refused meanwhile.
      if (isCut) yield failure('receipt-cut-off', { path, line: lineCount });
      if (ended) return;
    }
  } catch (error) {
    yield unreadable(path, error);
  } finally {
    // It was only read.
    await handle.close().catch(() => undefined);
  }
}

/** SHA-256 of a whole receipt, by which a second reading is known to be of the same one. */
export const receiptDigest = (): Hash => createHash('sha256');

/** The items, in order, of the receipt that was verified before. Ends with receipt-changed if it isn't the same by now. */
export async function* receiptItems(
  path: string,
  verified: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Result<readonly ReceiptItem[]>> {
  const digest = receiptDigest();
  let part: 'before' | 'items' | 'after' = 'before';
  for await (const batch of receiptLines(path, digest, signal)) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    const items: ReceiptItem[] = [];
    for (const line of batch.value) {
      if (part === 'before' && line === '"items":[') {
        part = 'items';
        continue;
      }
      if (part === 'items' && line === '],') part = 'after';
      if (part !== 'items') continue;
      const item = parseItem(line);
      if (item === null) {
        yield failure('receipt-changed', { path });
        return;
      }
      items.push(item);
    }
    yield success(items);
  }
  if (digest.digest('hex') !== verified) yield failure('receipt-changed', { path });
}

function parseItem(line: string): ReceiptItem | null {
  if (line.length > 65_536 && measureJson(line, itemLimits).excess !== null) return null;
  try {
    const parsed = receiptItem.safeParse(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

async function openFile(path: string): Promise<Result<FileHandle>> {
  try {
    // Non-blocking: opening a named pipe would otherwise wait for a writer.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if ((await handle.stat()).isFile()) return success(handle);
    await handle.close();
    return failure('receipt-not-a-file', { path });
  } catch (error) {
    return unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Failed {
  const errno = errnoOf(error);
  return isMissing(errno)
    ? failure('receipt-missing', { path })
    : failure('receipt-unreadable', { path, errno });
}
