/**
 * Reads a receipt line by line and checks that it is consistent: its form, its log, its digests and its totals.
 * A form that receipt-json.ts doesn't write is a failure. The right form with contents that don't match is a problem.
 */
import { z } from 'zod';
import {
  type Failed,
  type Failure,
  failure,
  type Result,
  success,
} from '../../../preload/contract/failures/failure.ts';
import type { ProfileChange, VerifyProblem } from '../../../preload/contract/texts/verify-text.ts';
import { sha256Text } from '../../../preload/contract/views/signing-key.ts';
import { canonicalJson, isJsonObject, type JsonValue, parseCanonical } from '../types/canonical-json.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';
import { isTime } from '../types/iso-time.ts';
import type { LogCoverage } from './log-agreement.ts';
import { fileMoved, type MovedFiles, type MovedPlace, movedKey } from './moved-files.ts';
import {
  type ReceiptContent,
  type ReceiptIssued,
  type ReceiptTotals,
  type ReceiptUpload,
  receiptIssuedData,
  receiptIssuedType,
  receiptItem,
  receiptSourceFile,
  receiptTotals,
  receiptUpload,
} from './receipt.ts';
import { createReceiptContentCheck } from './receipt-content-check.ts';
import { csvHeader } from './receipt-csv.ts';
import { receiptFormat, receiptFormatVersion } from './receipt-format.ts';
import {
  checkSignature,
  type ReceiptSignature,
  type ReceiptTimestamp,
  receiptSignature,
  receiptTimestamp,
} from './receipt-signature.ts';
import { checkTimestamp } from './receipt-timestamp.ts';

export interface ReceiptCheck {
  readonly upload: ReceiptUpload;
  readonly totals: ReceiptTotals;
  readonly items: number;
  readonly sourceFiles: number;
  readonly events: number;
  readonly head: string;
  readonly coverage: LogCoverage;
  /** The first event that is earlier than the one before it; null if there is none. */
  readonly clockWentBackAt: number | null;
  /** It is null where every run used the same interface profile, as far as the log says. */
  readonly profileChange: ProfileChange | null;
  /** The latest time of an event. */
  readonly latestAt: string;
  /** Where Lading moved files of a watched folder, by their paths, according to its log. Relative to the root. */
  readonly moved: MovedFiles;
  /** When the receipt was written, according to its log. */
  readonly issuedAt: string | null;
  /** Valid if there are no problems. It is null if the receipt isn't signed. */
  readonly signature: ReceiptSignature | null;
  readonly timestamp: ReceiptTimestamp | null;
  /** The event whose hash is the head that was asked for; null if there is none. */
  readonly expectedHeadSeq: number | null;
  /** Empty if the receipt is as it was written. */
  readonly problems: readonly VerifyProblem[];
}

/** Whether a line ends this step, belongs to it with more to come, or doesn't belong to it. */
type StepResult = 'done' | 'more' | 'wrong';
type Step = (line: string) => StepResult;

export interface ReceiptReader {
  readonly line: (text: string) => Failure | null;
  readonly end: () => Result<ReceiptCheck>;
  /** How many entries of the log, and files, were read. */
  readonly entriesRead: () => number;
}

export function createReceiptReader(path: string, expectedHead?: string): ReceiptReader {
  /** Made again where the receipt says what it lists, before its log. */
  let check = createReceiptContentCheck(0, 0);
  const moved = new Map<string, MovedPlace>();
  let [itemCount, fileCount, eventCount] = [0, 0, 0];
  let upload: ReceiptUpload | null = null;
  let totals: ReceiptTotals | null = null;
  let stated = { itemsSha256: '', head: '' };
  let signature: ReceiptSignature | null = null;
  let timestamp: ReceiptTimestamp | null = null;
  let issued: { readonly at: string; readonly data: ReceiptIssued | null } | null = null;
  let expectedHeadSeq: number | null = null;
  let [lastAt, latestAt] = ['', ''];
  let clockWentBackAt: number | null = null;

  const event = (value: JsonValue): boolean => {
    const read = chainedEvent(value);
    if (read === null) return false;
    eventCount += 1;
    check.addEvent(read);
    // All in the form of toISOString, as `chainedEvent` checks: texts compare as times.
    if (read.at < lastAt) clockWentBackAt ??= read.seq;
    lastAt = read.at;
    if (latestAt < lastAt) latestAt = lastAt;
    if (read.hash === expectedHead) expectedHeadSeq = read.seq;
    if (read.type === 'file-moved') {
      const found = fileMoved.safeParse(read.data).data;
      if (found !== undefined) moved.set(movedKey(found), { path: found.to, pathBytesHex: found.toBytesHex });
    }
    const isIssue = read.type === receiptIssuedType;
    issued = isIssue ? { at: read.at, data: receiptIssuedData.safeParse(read.data).data ?? null } : null;
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
    member('"asOf":', ',', z.int().nonnegative(), (value) => {
      check = createReceiptContentCheck(totals?.received.items ?? 0, value);
    }),
    literal('"events":['),
    list(event),
    literal('"items":['),
    list((value, line) => {
      const item = receiptItem.safeParse(value).data;
      if (item === undefined) return false;
      itemCount += 1;
      check.addItem(item, line);
      return true;
    }),
    member('"itemsSha256":', ',', sha256Text, (value) => {
      stated = { ...stated, itemsSha256: value };
    }),
    literal('"sourceFiles":['),
    list((value, line) => {
      const sourceFile = receiptSourceFile.safeParse(value).data;
      if (sourceFile === undefined) return false;
      fileCount += 1;
      check.addSourceFile(sourceFile, line);
      return true;
    }),
    member('"head":', ',', sha256Text, (value) => {
      stated = { ...stated, head: value };
    }),
    member('"signature":', ',', receiptSignature.nullable(), (value) => {
      signature = value;
    }),
    member('"timestamp":', '', receiptTimestamp.nullable(), (value) => {
      timestamp = value;
    }),
    literal('}'),
  ];

  let at = 0;
  let lineNumber = 0;
  return {
    entriesRead: () => eventCount + itemCount,
    line: (text) => {
      lineNumber += 1;
      const result = steps[at]?.(text) ?? 'wrong';
      if (result === 'wrong') return wrongLine(path, lineNumber, at, text).failure;
      if (result === 'done') at += 1;
      return null;
    },
    end: () => {
      if (lineNumber === 0) return failure('receipt-invalid', { path, problem: 'empty' });
      if (at < steps.length || upload === null || totals === null)
        return failure('receipt-cut-off', { path, line: lineNumber });
      const actual = check.content(upload, totals);
      const differing: VerifyProblem[] = [];
      const chainHead = check.head();
      if (chainHead !== null && stated.head !== chainHead) differing.push({ code: 'log-end-differs' });
      if (stated.itemsSha256 !== actual.itemsSha256) differing.push({ code: 'items-digest-differs' });
      differing.push(...compareWithLog(actual, issued));
      const problems: VerifyProblem[] = [...check.problems(upload, totals, differing)];
      const loggedKey = issued?.data?.signingKey?.fingerprint ?? null;
      const content = {
        uploadId: upload.id,
        head: stated.head,
        seq: eventCount,
        issuedAt: issued?.at ?? null,
        loggedKey,
      };
      const wrongSignature =
        signature === null ? missingSignature(loggedKey) : checkSignature(signature, content);
      if (wrongSignature !== null) problems.push(wrongSignature);
      const stamped = checkTimestamp(signature, timestamp, null);
      if (stamped?.ok === false) problems.push({ code: 'timestamp-invalid', problem: stamped.problem });
      return success({
        upload,
        totals,
        items: itemCount,
        sourceFiles: fileCount,
        events: eventCount,
        head: stated.head,
        coverage: check.coverage(),
        clockWentBackAt,
        profileChange: check.profileChange(),
        latestAt,
        moved,
        issuedAt: issued?.at ?? null,
        signature,
        timestamp,
        expectedHeadSeq,
        problems,
      });
    },
  };
}

function compareWithLog(
  actual: ReceiptContent,
  issued: { readonly data: ReceiptIssued | null } | null,
): readonly VerifyProblem[] {
  if (issued === null) return [{ code: 'issue-not-logged' }];
  const logged = issued.data;
  if (logged === null) return [{ code: 'issue-unreadable' }];
  const fields = [
    ['itemsSha256', 'items-differ'],
    ['sourceFilesSha256', 'source-files-differ'],
    ['uploadSha256', 'upload-differs'],
    ['totals', 'totals-differ'],
    ['asOf', 'log-end-differs'],
  ] as const;
  return fields
    .filter(([name]) => canonicalJson(actual[name]) !== canonicalJson(logged[name]))
    .map(([, code]) => ({ code }));
}

/** The log isn't signed, but it says whether its receipt was. */
function missingSignature(loggedKey: string | null): VerifyProblem | null {
  return loggedKey === null ? null : { code: 'signature-missing', fingerprint: loggedKey };
}

function literal(expected: string): Step {
  return (line) => (line === expected ? 'done' : 'wrong');
}

function member<T>(prefix: string, suffix: string, schema: z.ZodType<T>, onValue: (value: T) => void): Step {
  return (line) => {
    if (!line.startsWith(prefix) || !line.endsWith(suffix)) return 'wrong';
    const value = parseCanonical(line.slice(prefix.length, line.length - suffix.length));
    const parsed = value === null ? null : schema.safeParse(value.value);
    if (!parsed?.success) return 'wrong';
    onValue(parsed.data);
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
  const isComplete =
    typeof seq === 'number' &&
    typeof at === 'string' &&
    isTime(at) &&
    at.length === 24 &&
    typeof type === 'string' &&
    isJsonObject(data) &&
    typeof previousHash === 'string' &&
    typeof hash === 'string';
  return isComplete ? { seq, at, type, data, previousHash, hash } : null;
}

function wrongLine(path: string, line: number, step: number, text: string): Failed {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (step === 0 && start.startsWith(csvHeader.slice(0, 3).join(',')))
    return failure('receipt-invalid', { path, problem: 'csv' });
  if (step === 0 && !start.startsWith('{')) return failure('receipt-invalid', { path, problem: 'not-json' });
  if (step === 1 && !start.startsWith('"format"'))
    return failure('receipt-invalid', { path, problem: 'not-a-receipt' });
  const version = step === 2 ? /^"formatVersion":(0|[1-9]\d*),$/.exec(text)?.[1] : undefined;
  if (version !== undefined)
    return failure(Number(version) < receiptFormatVersion ? 'receipt-preview' : 'receipt-newer', { path });
  return failure('receipt-edited', { path, line });
}
