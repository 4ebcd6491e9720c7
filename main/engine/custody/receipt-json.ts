/**
 * The receipt as one JSON document with one record a line, so that it can be checked without being held in memory.
 * The order of keys and lines is fixed; receipt-reader.ts reads exactly what is written here.
 */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { writeFailure } from '../store/write-failure.ts';
import { canonicalJson } from '../types/canonical-json.ts';
import { chainStart } from '../types/hash-chain.ts';
import {
  createLinesDigest,
  itemLine,
  type ReceiptIssued,
  type ReceiptSource,
  receiptIssuedData,
  receiptIssuedType,
  receiptTotals,
  receiptUpload,
  sourceFileLine,
  uploadDigest,
} from './receipt.ts';

export const receiptFormat = 'lading-receipt';
export const receiptFormatVersion = 1;

export interface WrittenReceipt {
  readonly itemsSha256: string;
  /** The hash of the log's last event: keep it elsewhere, and the receipt can be held against it. */
  readonly head: string;
}

/** Ends `writable`. The event `receipt-issued` must be in the log already, with the data of `receiptIssued(source)`. */
export async function writeReceiptJson(
  source: ReceiptSource,
  writable: Writable,
): Promise<Result<WrittenReceipt>> {
  const written: { issued: ReceiptIssued | null; itemsSha256: string; head: string; fits: boolean } = {
    issued: null,
    itemsSha256: '',
    head: chainStart,
    fits: false,
  };
  function* lines(): Iterable<string> {
    const upload = receiptUpload.parse(source.upload);
    const totals = receiptTotals.parse(source.totals());
    yield '{';
    yield `"format":${JSON.stringify(receiptFormat)},`;
    yield `"formatVersion":${receiptFormatVersion},`;
    yield `"upload":${canonicalJson(upload)},`;
    yield `"totals":${canonicalJson(totals)},`;
    const items = createLinesDigest();
    yield '"items":[';
    yield* records(source.items(), itemLine, items.add);
    written.itemsSha256 = items.hex();
    yield `"itemsSha256":"${written.itemsSha256}",`;
    const files = createLinesDigest();
    yield '"sourceFiles":[';
    yield* records(source.sourceFiles(), sourceFileLine, files.add);
    yield '"events":[';
    yield* records(source.events(), (event) => {
      written.head = event.hash;
      if (event.type === receiptIssuedType) written.issued = receiptIssuedData.parse(event.data);
      const { seq, at, type, data, previousHash, hash } = event;
      return canonicalJson({ seq, at, type, data, previousHash, hash });
    });
    yield `"head":"${written.head}"`;
    yield '}';
    const account: ReceiptIssued = {
      itemsSha256: written.itemsSha256,
      sourceFilesSha256: files.hex(),
      uploadSha256: uploadDigest(upload),
      totals,
    };
    written.fits = written.issued !== null && canonicalJson(written.issued) === canonicalJson(account);
  }
  try {
    await pipeline(Readable.from(chunks(lines())), writable);
  } catch (error) {
    return writeFailure(error);
  }
  if (!written.fits) {
    return failure(
      'stopped',
      'The upload went on while its receipt was being written, so the receipt is not whole. Pause the upload, or wait until it is finished, and write the receipt again.',
    );
  }
  return success({ itemsSha256: written.itemsSha256, head: written.head });
}

/** One record a line, a comma after each but the last, and the closing bracket. */
function* records<T>(
  values: Iterable<T>,
  line: (value: T) => string,
  seen: (line: string) => void = () => undefined,
): Iterable<string> {
  let waiting: string | null = null;
  for (const value of values) {
    if (waiting !== null) yield `${waiting},`;
    waiting = line(value);
    seen(waiting);
  }
  if (waiting !== null) yield waiting;
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
