/** What verifying a receipt can find, as codes with details, and what each says in plain English. */

import { errnoText } from '../failures/errno-text.ts';
import { type HashAlgorithm, hashNames } from '../views/hash-algorithm.ts';
import type { TimestampProblem } from '../views/timestamp.ts';
import { count, plural } from './format-number.ts';
import { printable } from './printable.ts';
import { timestampProblemText } from './timestamp-text.ts';

/** What a receipt says, and its log doesn't. */
export type LogProblem = {
  readonly code:
    | 'items-not-logged'
    | 'packs-not-logged'
    | 'inventory-differs'
    | 'outcomes-not-logged'
    | 'findings-not-logged'
    | 'upload-not-logged';
};

/** Totals that aren't those of the items. */
export type TotalsProblem =
  | { readonly code: 'totals-wrong' }
  | { readonly code: 'totals-unexplained'; readonly items: number; readonly bytes: number };

/** Someone edited the store before the receipt was written. */
export type StoreProblem = ChainProblem | LogProblem | TotalsProblem;

/** Where an event of the log doesn't follow from the ones before it. */
export type ChainProblem =
  | { readonly code: 'event-missing'; readonly seq: number; readonly foundSeq: number }
  | { readonly code: 'event-unlinked'; readonly seq: number }
  | { readonly code: 'event-changed'; readonly seq: number };

/** Why a receipt isn't intact. */
export type VerifyProblem =
  // The event log
  | { readonly code: 'log-end-differs' }
  | { readonly code: 'issue-not-logged' }
  | { readonly code: 'issue-unreadable' }
  // What the log vouches for
  | { readonly code: 'items-digest-differs' }
  | { readonly code: 'items-differ' }
  | { readonly code: 'source-files-differ' }
  | { readonly code: 'upload-differs' }
  | { readonly code: 'totals-differ' }
  | StoreProblem
  // The signature
  | { readonly code: 'signature-missing'; readonly fingerprint: string }
  | { readonly code: 'signature-invalid' }
  | { readonly code: 'signature-of-other-upload' }
  | { readonly code: 'signature-over-other-log' }
  | { readonly code: 'signing-key-differs' }
  // The time stamp
  | { readonly code: 'timestamp-invalid'; readonly problem: TimestampProblem };

/**
 * What was proved about a receipt.
 * not-intact: it was changed, or doesn't explain every file. not-expected: it isn't the receipt, or the signer, that was
 * asked for. consistent: it agrees with itself, and isn't signed. signed: it is signed, and this computer doesn't know the
 * key. signed-here: with a key of this computer. signed-as-expected: with the key that was asked for.
 */
export type ReceiptProof =
  | 'not-intact'
  | 'not-expected'
  | 'consistent'
  | 'signed'
  | 'signed-here'
  | 'signed-as-expected';

/** How a receipt isn't the one that was asked for. */
export type ReceiptMismatch =
  /** `found` is null if the receipt isn't signed. */
  | { readonly code: 'key-differs'; readonly expected: string; readonly found: string | null }
  | { readonly code: 'head-differs'; readonly expected: string; readonly found: string }
  /** The log had this head before it continued. */
  | { readonly code: 'head-earlier'; readonly expected: string; readonly seq: number }
  | { readonly code: 'timestamp-missing' }
  /** The log has an event that is later than the trusted time stamp. */
  | { readonly code: 'later-than-timestamp'; readonly at: string; readonly stampedAt: string }
  | { readonly code: 'timestamp-refused'; readonly problem: TimestampProblem };

/** What even an intact receipt doesn't prove. */
export type VerifyLimit =
  | { readonly code: 'items-not-recorded'; readonly items: number }
  | { readonly code: 'findings-not-recorded' }
  | { readonly code: 'clock-went-back'; readonly seq: number }
  | ({ readonly code: 'profile-changed' } & ProfileChange);

/** The first run that used another interface profile than the one before it. */
export interface ProfileChange {
  /** The event that started it. */
  readonly seq: number;
  readonly from: RunProfile;
  readonly to: RunProfile;
}
export interface RunProfile {
  readonly name: string;
  /** Of its file. */
  readonly sha256: string;
}

const outcomes = [
  ['accepted', 'accepted'],
  ['handedOver', 'handed over'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['held', 'need review'],
  ['pending', 'not finished'],
] as const;
/** How many of a receipt's files and links had which outcome. */
export type OutcomeTotals = Readonly<Record<(typeof outcomes)[number][0], { readonly items: number }>>;

/** How a file on disk differs from the receipt. */
export type DifferenceReason =
  | { readonly code: 'missing' }
  | { readonly code: 'unreadable'; readonly errno: string }
  | { readonly code: 'folder-unreadable'; readonly errno: string }
  | { readonly code: 'outside-folder' }
  | { readonly code: 'not-a-file' }
  | { readonly code: 'link' }
  | { readonly code: 'size-differs'; readonly sizeBytes: number; readonly receiptBytes: number }
  | {
      readonly code: 'content-differs';
      readonly differing: readonly HashAlgorithm[];
      readonly same: readonly HashAlgorithm[];
    }
  | { readonly code: 'not-in-receipt' };

export function verifyProblemText(problem: VerifyProblem): string {
  switch (problem.code) {
    case 'event-missing':
      return `The log was tampered with. Event ${problem.seq} is missing or out of place: event ${problem.foundSeq} is there instead.`;
    case 'event-unlinked':
      return `The log was tampered with. Event ${problem.seq} doesn't follow from the event before it.`;
    case 'event-changed':
      return `The log was tampered with. Event ${problem.seq} was changed after it was written.`;
    case 'log-end-differs':
      return "The log was tampered with. It doesn't end with the event that the receipt names as the last one.";
    case 'issue-not-logged':
      return "The log doesn't say that this receipt was issued, so nothing vouches for its files.";
    case 'issue-unreadable':
      return "The log entry about this receipt can't be read.";
    case 'items-digest-differs':
      return "The list of files was changed: it doesn't match the digest in the receipt.";
    case 'items-differ':
      return "The list of files was changed: it isn't the one the log vouches for.";
    case 'source-files-differ':
      return "The list of source files was changed: it isn't the one the log vouches for.";
    case 'upload-differs':
      return 'The details of the upload (who, where, when, with which settings) were changed.';
    case 'totals-differ':
      return "The totals were changed: they aren't the ones the log vouches for.";
    case 'items-not-logged':
      return "The list of files isn't what the log recorded when the platform accepted them: a file's path, size, hash, custodian, or source file was changed before the receipt was written, or a file was added or removed.";
    case 'packs-not-logged':
      return "The list of source files isn't what the log recorded when the platform accepted them: a pack's size, hash, custodian, source file, or number of files was changed before the receipt was written, or a pack was added.";
    case 'inventory-differs':
      return "The list of files isn't the inventory that the log recorded before anything was sent: a file's path, size, time, or custodian was changed before the receipt was written, or a file was added or removed.";
    case 'outcomes-not-logged':
      return "What the receipt says about files that were skipped, failed, or need review isn't what the log recorded.";
    case 'findings-not-logged':
      return "What the receipt says that pre-flight found isn't what the log recorded.";
    case 'upload-not-logged':
      return "The details of the upload (who, where, when, with which settings) aren't what the log recorded.";
    case 'totals-wrong':
      return "The totals don't match the files in the receipt.";
    case 'totals-unexplained':
      return `The totals leave ${plural(problem.items, 'file')} and ${plural(problem.bytes, 'byte')} unexplained, or don't match the files in the receipt.`;
    case 'signature-missing':
      return `The signature was removed. The log says that the receipt was signed with the key ${problem.fingerprint}.`;
    case 'signature-invalid':
      return "The signature isn't valid: it was damaged, changed, or not made with the key that the receipt names.";
    case 'signature-of-other-upload':
      return 'The signature was taken from the receipt of another upload.';
    case 'signature-over-other-log':
      return "The signature doesn't match this receipt. The receipt was changed after it was signed, or the signature was taken from another receipt. The receipt alone can't show what was changed.";
    case 'signing-key-differs':
      return 'The receipt was signed again with another key: its log names a different one.';
    case 'timestamp-invalid':
      return `The time stamp isn't valid. ${timestampProblemText(problem.problem)}`;
  }
}

/** The result in a few words, and what it means. Without a signature, a log head that the caller gave says that nobody changed it. */
export function receiptProofText(
  proof: ReceiptProof,
  headMatches = false,
): { readonly title: string; readonly text: string } {
  switch (proof) {
    case 'not-intact':
      return {
        title: 'NOT INTACT',
        text: "This receipt was changed after it was written, or it doesn't account for every file. Don't rely on it.",
      };
    case 'not-expected':
      return {
        title: 'NOT THE EXPECTED RECEIPT',
        text: "The receipt agrees with itself, but it isn't the one you asked for. Don't rely on it.",
      };
    case 'consistent':
      return {
        title: 'Consistent, but NOT SIGNED',
        text: `Everything in the receipt agrees, and every file is accounted for.${headMatches ? '' : " Without a signature this doesn't prove who wrote it: anyone could have changed it and computed its hashes again."}`,
      };
    case 'signed':
      return {
        title: "Signed with a key that this computer doesn't know",
        text: "The receipt is unchanged since it was signed with this key, and every file is accounted for. Whose key it is isn't proved: anyone can make a key. Compare its fingerprint with one that the signer gave you separately, such as by phone.",
      };
    case 'signed-here':
      return {
        title: "Signed with this computer's key",
        text: "The receipt is unchanged since Lading signed it with this data folder's key, and every file is accounted for.",
      };
    case 'signed-as-expected':
      return {
        title: 'Signed with the key you expected',
        text: 'The receipt is unchanged since it was signed with this key, and every file is accounted for.',
      };
  }
}

/** Whether the receipt is intact, and the one that was asked for. */
export function isProved(proof: ReceiptProof): boolean {
  return proof !== 'not-intact' && proof !== 'not-expected';
}

interface ComparedFiles {
  readonly missing: number;
  readonly changed: number;
  readonly unreadable: number;
  readonly notInReceipt: number;
}

/** Of a comparison with a folder; null without one. */
export function hasDifferences(compared: ComparedFiles | null): boolean {
  return compared !== null && differenceCount(compared) > 0;
}

export function differenceCount({ missing, changed, unreadable, notInReceipt }: ComparedFiles): number {
  return missing + changed + unreadable + notInReceipt;
}

/**
 * What a comparison without differences shows of the files. Where the receipt has no hash, a file of the same size may have
 * another content.
 */
export function comparisonResult({
  same,
  sameSizeOnly,
}: {
  readonly same: number;
  readonly sameSizeOnly: number;
}): 'nothing-compared' | 'size-only' | 'match' {
  if (sameSizeOnly > 0) return 'size-only';
  return same === 0 ? 'nothing-compared' : 'match';
}

/**
 * Whether something that the caller knows was proved: a key or a log head that they gave, or a key of this computer. Anyone can
 * write a receipt that agrees with itself, and sign it.
 */
export function isWriterProved({
  proof,
  headMatches,
}: {
  readonly proof: ReceiptProof;
  readonly headMatches: boolean;
}): boolean {
  return isProved(proof) && (isKeyKnown(proof) || headMatches);
}

/** Whether it is signed with a key that the caller gave, or with one of this computer. */
export function isKeyKnown(proof: ReceiptProof): boolean {
  return proof === 'signed-here' || proof === 'signed-as-expected';
}

export const writerNotProved = 'Nothing proves who wrote this receipt.';

/** For a head that was kept elsewhere. */
export const headMatchesText =
  'Its log head is the one you gave: the receipt is unchanged since that log head was noted.';

/** Without a time stamp by a trusted authority, the times in a receipt are those of the computer that wrote it. */
export const timeNotProved = "Its times are only what that computer's clock said.";

/** With one. */
export function timeBoundText(stampedAt: string): string {
  return `The time stamp proves that everything in the receipt happened before ${timeText(stampedAt)}, not how long before: the times in it are what that computer's clock said.`;
}

export function verifyLimitText(limit: VerifyLimit): string {
  switch (limit.code) {
    case 'items-not-recorded':
      return `${count(limit.items)} ${limit.items === 1 ? 'file is' : 'files are'} not in the inventory that the log recorded before sending. What is said about ${limit.items === 1 ? 'it' : 'them'} is what the store said when the receipt was written.`;
    case 'findings-not-recorded':
      return 'The log had not recorded what pre-flight found, so that is what the store said when the receipt was written.';
    case 'clock-went-back':
      return `The computer's clock went back: event ${count(limit.seq)} of the log is earlier than the one before it. The log proves the order of its events, not their times.`;
    case 'profile-changed':
      return profileChangeText(limit);
  }
}

/** Names come from files that people edit. */
export function profileChangeText({ seq, from, to }: ProfileChange): string {
  const named = ({ name, sha256 }: RunProfile) => `“${printable(name)}” (SHA-256 ${sha256})`;
  return `The interface profile changed between runs: from ${named(from)} to ${named(to)}, at event ${count(seq)} of the log. The profile says what proves that the platform has a file.`;
}

/** Beside a comparison with a receipt that was refused. */
export const comparisonNotProvedText =
  "The receipt can't be relied on, so this comparison proves nothing about the files.";

export const sandboxText = 'The upload went to a sandbox, so no platform received anything.';

/** "2 accepted, 1 failed": a file that is accounted for isn't always one that arrived. */
export function outcomesText(totals: OutcomeTotals): string {
  return outcomes
    .filter(([outcome]) => totals[outcome].items > 0)
    .map(([outcome, label]) => {
      const { items } = totals[outcome];
      return `${count(items)} ${outcome === 'held' && items === 1 ? 'needs review' : label}`;
    })
    .join(', ');
}

export function receiptMismatchText(mismatch: ReceiptMismatch): string {
  switch (mismatch.code) {
    case 'key-differs':
      return mismatch.found === null
        ? `It isn't signed. Expected: a signature with the key ${mismatch.expected}.`
        : `It is signed with another key. Expected: ${mismatch.expected}. Found: ${mismatch.found}.`;
    case 'head-differs':
      return `Its log head differs. Expected: ${mismatch.expected}. Found: ${mismatch.found}.`;
    case 'head-earlier':
      return `The log head ${mismatch.expected} is that of an earlier receipt: the log had it at event ${mismatch.seq} and continued. Up to there, the log is unchanged.`;
    case 'timestamp-missing':
      return "It isn't time-stamped.";
    case 'later-than-timestamp':
      return `Its log has an event at ${timeText(mismatch.at)}, but it was time-stamped at ${timeText(mismatch.stampedAt)}. The times in it are wrong, or the receipt isn't what it says.`;
    case 'timestamp-refused':
      return `Its time stamp isn't the expected one. ${timestampProblemText(mismatch.problem)}`;
  }
}

/** Shown beside the file's path. */
export function differenceText(reason: DifferenceReason): string {
  switch (reason.code) {
    case 'missing':
      return 'This file is missing.';
    case 'unreadable':
      return `Can't read this file (${errnoText(reason.errno)}).`;
    case 'folder-unreadable':
      return `Can't read this folder (${errnoText(reason.errno)}).`;
    case 'outside-folder':
      return "Its path leads outside the folder, so it wasn't checked.";
    case 'not-a-file':
      return "This isn't a file.";
    case 'link':
      return "This is a symbolic link or in a folder that is one. Links aren't followed.";
    case 'size-differs':
      return `It has ${bytes(reason.sizeBytes)}; the receipt says ${bytes(reason.receiptBytes)}.`;
    case 'content-differs':
      return `Same size, different content. ${contentText(reason)}`;
    case 'not-in-receipt':
      return "The receipt doesn't list this file.";
  }
}

function contentText({
  differing,
  same,
}: Extract<DifferenceReason, { readonly code: 'content-differs' }>): string {
  const differs = `Its ${listed(namesOf(differing))} ${differing.length === 1 ? 'differs' : 'differ'}`;
  return `${differs} from the receipt's${same.length === 0 ? '' : `, although the ${listed(namesOf(same))} ${same.length === 1 ? 'is' : 'are'} the same`}.`;
}

/** What was compared of files whose hashes the receipt has: "size, SHA-256, and SHA-1". */
export const comparedText = (hashes: readonly HashAlgorithm[]): string =>
  listed(['size', ...namesOf(hashes)]);

const namesOf = (hashes: readonly HashAlgorithm[]): readonly string[] =>
  hashes.map((algorithm) => hashNames[algorithm]);

// It takes 5 ms to make, and most commands need none.
const listed = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names);

function bytes(value: number): string {
  return value === 1 ? '1 byte' : `${count(value)} bytes`;
}

/** In UTC, as in receipts. */
function timeText(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}
