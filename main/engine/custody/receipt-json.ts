/**
 * The receipt as one JSON document with one record per line, so that it can be verified without being held in memory.
 * The order of keys and lines is fixed: receipt-reader.ts accepts exactly what is written here.
 */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { writeFailure } from '../store/files/write-failure.ts';
import { canonicalJson, type JsonObject } from '../types/canonical-json.ts';
import { chainStart } from '../types/hash-chain.ts';
import { createLinesDigest } from './lines-digest.ts';
import {
  itemLine,
  type ReceiptContent,
  type ReceiptSource,
  receiptIssuedData,
  receiptIssuedType,
  receiptTotals,
  receiptUpload,
  sourceFileLine,
  uploadDigest,
} from './receipt.ts';
import { receiptFormat, receiptFormatVersion } from './receipt-format.ts';
import { type ReceiptSeal, unsealed } from './receipt-signature.ts';

export interface WrittenReceipt {
  readonly itemsSha256: string;
  /** The hash of the log's last event. Keep it elsewhere to compare the receipt with it. */
  readonly head: string;
}

/**
 * Ends `writable`. The event `receipt-issued` must be in the log, with `receiptContentOf(source)`. The seal is over that
 * log.
 *
 * Fails with receipt-overtaken if the upload changed meanwhile, and with write-failed or disk-full.
 */
export async function writeReceiptJson(
  source: ReceiptSource,
  writable: Writable,
  seal: ReceiptSeal = unsealed,
): Promise<Result<WrittenReceipt>> {
  const written: { issued: ReceiptContent | null; itemsSha256: string; head: string; isComplete: boolean } = {
    issued: null,
    itemsSha256: '',
    head: chainStart,
    isComplete: false,
  };
  function* lines(): Iterable<string> {
    const upload = receiptUpload.parse(source.upload);
    const totals = receiptTotals.parse(source.totals());
    yield '{';
    yield `"format":${JSON.stringify(receiptFormat)},`;
    yield `"formatVersion":${receiptFormatVersion},`;
    yield `"upload":${canonicalJson(upload)},`;
    yield `"totals":${canonicalJson(totals)},`;
    yield `"asOf":${source.asOf},`;
    yield '"events":[';
    yield* records(source.events(), (event) => {
      written.head = event.hash;
      if (event.type === receiptIssuedType) {
        written.issued = issuedContent(event.data);
      }
      const { seq, at, type, data, previousHash, hash } = event;
      return canonicalJson({ seq, at, type, data, previousHash, hash });
    });
    const items = createLinesDigest();
    yield '"items":[';
    yield* records(source.items(), itemLine, items.add);
    written.itemsSha256 = items.hex();
    yield `"itemsSha256":"${written.itemsSha256}",`;
    const files = createLinesDigest();
    yield '"sourceFiles":[';
    yield* records(source.sourceFiles(), sourceFileLine, files.add);
    yield `"head":"${written.head}",`;
    yield `"signature":${canonicalJson(seal.signature)},`;
    yield `"timestamp":${canonicalJson(seal.timestamp)}`;
    yield '}';
    const actual: ReceiptContent = {
      itemsSha256: written.itemsSha256,
      sourceFilesSha256: files.hex(),
      uploadSha256: uploadDigest(upload),
      totals,
      asOf: source.asOf,
    };
    written.isComplete = written.issued !== null && canonicalJson(written.issued) === canonicalJson(actual);
  }
  try {
    await pipeline(Readable.from(chunks(lines())), writable);
  } catch (error) {
    return writeFailure(error);
  }
  if (!written.isComplete) {
    return failure('receipt-overtaken');
  }
  return success({ itemsSha256: written.itemsSha256, head: written.head });
}

/** Returns null for what no version of Lading wrote. */
function issuedContent(data: JsonObject): ReceiptContent | null {
  const issued = receiptIssuedData.safeParse(data).data;
  if (issued === undefined) return null;
  const { signingKey: _, ...content } = issued;
  return content;
}

/** One record per line with commas between them, and the closing bracket. */
function* records<T>(
  values: Iterable<T>,
  line: (value: T) => string,
  onLine: (line: string) => void = () => undefined,
): Iterable<string> {
  let last: string | null = null;
  for (const value of values) {
    if (last !== null) yield `${last},`;
    last = line(value);
    onLine(last);
  }
  if (last !== null) yield last;
  yield '],';
}

function* chunks(lines: Iterable<string>): Iterable<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
