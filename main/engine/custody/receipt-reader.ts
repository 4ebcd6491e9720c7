/**
 * Reads a receipt line by line and holds it against itself: its form, its log, its digests and its totals.
 * What has not the form that receipt-json.ts writes is a failure; what has the form and does not add up is a problem.
 */
import type { z } from 'zod';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { canonicalJson, isJsonObject, type JsonValue, parseCanonical } from '../types/canonical-json.ts';
import { type ChainedEvent, chainChecker } from '../types/hash-chain.ts';
import {
  createLinesDigest,
  createTotalsCounter,
  type ReceiptIssued,
  type ReceiptTotals,
  type ReceiptUpload,
  receiptIssuedData,
  receiptIssuedType,
  receiptItem,
  receiptSourceFile,
  receiptTotals,
  receiptUpload,
  reconcile,
  sha256Text,
  uploadDigest,
} from './receipt.ts';
import { csvHeader } from './receipt-csv.ts';
import { receiptFormat, receiptFormatVersion } from './receipt-json.ts';

export interface ReceiptCheck {
  readonly upload: ReceiptUpload;
  readonly totals: ReceiptTotals;
  readonly items: number;
  readonly sourceFiles: number;
  readonly events: number;
  readonly head: string;
  /** When the receipt was written, by its log. */
  readonly issuedAt: string | null;
  /** What does not add up, in words; empty when the receipt is as it was written. */
  readonly problems: readonly string[];
}

/** Whether a line belongs to this step and ends it, belongs and more may come, or does not belong. */
type StepResult = 'done' | 'more' | 'wrong';
type Step = (line: string) => StepResult;

export interface ReceiptReader {
  readonly line: (text: string) => Failure | null;
  readonly end: () => Result<ReceiptCheck>;
  readonly itemsRead: () => number;
}

export function createReceiptReader(path: string): ReceiptReader {
  const problems = new Set<string>();
  const chain = chainChecker();
  const counted = createTotalsCounter();
  const items = createLinesDigest();
  const files = createLinesDigest();
  let [itemCount, fileCount, eventCount] = [0, 0, 0];
  let upload: ReceiptUpload | null = null;
  let totals: ReceiptTotals | null = null;
  let stated = { itemsSha256: '', head: '' };
  let issued: { readonly at: string; readonly data: ReceiptIssued | null } | null = null;
  let chainBroken = false;

  const event = (value: JsonValue): boolean => {
    const read = chainedEvent(value);
    if (read === null) return false;
    eventCount += 1;
    // After the first break every later event is off as well: one sentence is enough.
    const why = chainBroken ? null : chain.next(read);
    if (why !== null) {
      chainBroken = true;
      problems.add(`The log was tampered with. ${why}`);
    }
    if (read.type === receiptIssuedType) {
      issued = { at: read.at, data: receiptIssuedData.safeParse(read.data).data ?? null };
    }
    return true;
  };
  const steps: readonly Step[] = [
    literal('{'),
    literal(`"format":${JSON.stringify(receiptFormat)},`),
    literal(`"formatVersion":${receiptFormatVersion},`),
    member('"upload":', ',', receiptUpload, (value) => {
      upload = value;
    }),
    member('"totals":', ',', receiptTotals, (value) => {
      totals = value;
    }),
    literal('"items":['),
    list((value, line) => {
      const item = receiptItem.safeParse(value).data;
      if (item === undefined) return false;
      itemCount += 1;
      items.add(line);
      counted.add(item);
      return true;
    }),
    member('"itemsSha256":', ',', sha256Text, (value) => {
      stated = { ...stated, itemsSha256: value };
    }),
    literal('"sourceFiles":['),
    list((value, line) => {
      if (!receiptSourceFile.safeParse(value).success) return false;
      fileCount += 1;
      files.add(line);
      return true;
    }),
    literal('"events":['),
    list(event),
    member('"head":', '', sha256Text, (value) => {
      stated = { ...stated, head: value };
    }),
    literal('}'),
  ];

  let at = 0;
  let lineNumber = 0;
  return {
    itemsRead: () => itemCount,
    line: (text) => {
      lineNumber += 1;
      const taken = steps[at]?.(text) ?? 'wrong';
      if (taken === 'wrong') return wrongLine(path, lineNumber, at, text).failure;
      if (taken === 'done') at += 1;
      return null;
    },
    end: () => {
      if (lineNumber === 0) {
        return failure('bad-input', `${path} is empty. It is not a receipt, or it was cut off.`, { path });
      }
      if (at < steps.length || upload === null || totals === null) {
        return failure(
          'bad-input',
          `The receipt ${path} was cut off: it stops after line ${lineNumber}, before its end. Use a whole copy, or write the receipt again.`,
          { path },
        );
      }
      const account: ReceiptIssued = {
        itemsSha256: items.hex(),
        sourceFilesSha256: files.hex(),
        uploadSha256: uploadDigest(upload),
        totals,
      };
      if (!chainBroken && stated.head !== chain.head()) {
        problems.add(
          'The log was tampered with. It does not end with the event that the receipt names as its last.',
        );
      }
      if (stated.itemsSha256 !== account.itemsSha256) {
        problems.add('The list of files was changed: it does not fit the digest that the receipt states.');
      }
      for (const problem of compareWithLog(account, issued)) problems.add(problem);
      for (const problem of compareWithItems(totals, counted.totals())) problems.add(problem);
      return success({
        upload,
        totals,
        items: itemCount,
        sourceFiles: fileCount,
        events: eventCount,
        head: stated.head,
        issuedAt: issued?.at ?? null,
        problems: [...problems],
      });
    },
  };
}

function compareWithLog(
  account: ReceiptIssued,
  issued: { readonly data: ReceiptIssued | null } | null,
): readonly string[] {
  if (issued === null)
    return ['The log does not say that this receipt was issued, so nothing vouches for its files.'];
  if (issued.data === null) return ['What the log says about this receipt cannot be read.'];
  const differ = (name: keyof ReceiptIssued): boolean =>
    canonicalJson(account[name]) !== canonicalJson(issued.data?.[name] ?? null);
  return [
    ...(differ('itemsSha256')
      ? ['The list of files was changed: it is not the one that the log vouches for.']
      : []),
    ...(differ('sourceFilesSha256')
      ? ['The list of source files was changed: it is not the one that the log vouches for.']
      : []),
    ...(differ('uploadSha256')
      ? ['What is said about the upload (who, where, when, with which settings) was changed.']
      : []),
    ...(differ('totals') ? ['The totals were changed: they are not the ones that the log vouches for.'] : []),
  ];
}

function compareWithItems(totals: ReceiptTotals, counted: ReceiptTotals): readonly string[] {
  if (canonicalJson(totals) === canonicalJson(counted)) return [];
  const { explained, unexplained } = reconcile(totals);
  return explained
    ? ['The totals do not fit the files that the receipt lists.']
    : [
        `The totals leave ${unexplained.items} files and ${unexplained.bytes} bytes unexplained, or do not fit the files listed.`,
      ];
}

function literal(expected: string): Step {
  return (line) => (line === expected ? 'done' : 'wrong');
}

function member<T>(prefix: string, suffix: string, schema: z.ZodType<T>, found: (value: T) => void): Step {
  return (line) => {
    if (!line.startsWith(prefix) || !line.endsWith(suffix)) return 'wrong';
    const value = parseCanonical(line.slice(prefix.length, line.length - suffix.length));
    const parsed = value === null ? null : schema.safeParse(value.value);
    if (!parsed?.success) return 'wrong';
    found(parsed.data);
    return 'done';
  };
}

function list(record: (value: JsonValue, line: string) => boolean): Step {
  let expects: 'first' | 'record' | 'end' = 'first';
  return (line) => {
    if (line === '],') return expects === 'record' ? 'wrong' : 'done';
    if (expects === 'end') return 'wrong';
    const text = line.endsWith(',') ? line.slice(0, -1) : line;
    const value = parseCanonical(text);
    if (value === null || !record(value.value, text)) return 'wrong';
    expects = text === line ? 'end' : 'record';
    return 'more';
  };
}

function chainedEvent(value: JsonValue): ChainedEvent | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 6) return null;
  const { seq, at, type, data, previousHash, hash } = value;
  const right =
    typeof seq === 'number' &&
    typeof at === 'string' &&
    typeof type === 'string' &&
    isJsonObject(data) &&
    typeof previousHash === 'string' &&
    typeof hash === 'string';
  return right ? { seq, at, type, data, previousHash, hash } : null;
}

function wrongLine(path: string, lineNumber: number, step: number, text: string) {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (step === 0 && start.startsWith(csvHeader.slice(0, 3).join(','))) {
    return failure(
      'bad-input',
      `${path} is the table (CSV) form of a receipt, which is for reading. To check it, name the JSON receipt of the same upload.`,
      { path },
    );
  }
  if (step === 0 && !start.startsWith('{')) {
    return failure('bad-input', `${path} is not a receipt of Lading's. Name the receipt's JSON file.`, {
      path,
    });
  }
  if (step === 1 && !start.startsWith('"format"')) {
    return failure('bad-input', `${path} is JSON, but not a receipt of Lading's.`, { path });
  }
  if (step === 2 && /^"formatVersion":\d+,$/.test(text)) {
    return failure(
      'bad-input',
      `The receipt ${path} was written by a later Lading. Check it with that one.`,
      {
        path,
      },
    );
  }
  return failure(
    'bad-input',
    `The receipt ${path} is not as Lading wrote it: line ${lineNumber} was edited, reformatted or damaged. Use an untouched copy.`,
    { path },
  );
}
