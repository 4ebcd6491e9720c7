/** What verifying a receipt can find, as codes with details, and what each says in plain English. */
import { errnoText } from './errno-text.ts';

/** Why a receipt isn't intact. */
export type VerifyProblem =
  // The event log
  | { readonly code: 'event-missing'; readonly seq: number; readonly foundSeq: number }
  | { readonly code: 'event-unlinked'; readonly seq: number }
  | { readonly code: 'event-changed'; readonly seq: number }
  | { readonly code: 'log-end-differs' }
  | { readonly code: 'issue-not-logged' }
  | { readonly code: 'issue-unreadable' }
  // What the log vouches for
  | { readonly code: 'items-digest-differs' }
  | { readonly code: 'items-differ' }
  | { readonly code: 'source-files-differ' }
  | { readonly code: 'upload-differs' }
  | { readonly code: 'totals-differ' }
  // The totals
  | { readonly code: 'totals-wrong' }
  | { readonly code: 'totals-unexplained'; readonly items: number; readonly bytes: number };

/** How a file on disk differs from the receipt. */
export type DifferenceReason =
  | { readonly code: 'missing' }
  | { readonly code: 'unreadable'; readonly errno: string }
  | { readonly code: 'folder-unreadable'; readonly errno: string }
  | { readonly code: 'outside-folder' }
  | { readonly code: 'not-a-file' }
  | { readonly code: 'size-differs'; readonly sizeBytes: number; readonly receiptBytes: number }
  | { readonly code: 'content-differs' }
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
    case 'totals-wrong':
      return "The totals don't match the files in the receipt.";
    case 'totals-unexplained':
      return `The totals leave ${number(problem.items)} files and ${number(problem.bytes)} bytes unexplained, or don't match the files in the receipt.`;
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
    case 'size-differs':
      return `It is ${number(reason.sizeBytes)} bytes; the receipt says ${number(reason.receiptBytes)}.`;
    case 'content-differs':
      return 'The size is the same, but the content differs: the SHA-1 is different.';
    case 'not-in-receipt':
      return "The receipt doesn't list this file.";
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
