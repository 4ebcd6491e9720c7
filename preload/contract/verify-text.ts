/** What verifying a receipt can find, as codes with details, and what each says in plain English. */
import { errnoText } from './failure-text.ts';

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
      return `The log was tampered with. Event ${problem.seq} does not follow from the event before it.`;
    case 'event-changed':
      return `The log was tampered with. Event ${problem.seq} was changed after it was written.`;
    case 'log-end-differs':
      return 'The log was tampered with. It does not end with the event that the receipt names as its last.';
    case 'issue-not-logged':
      return 'The log does not say that this receipt was issued, so nothing vouches for its files.';
    case 'issue-unreadable':
      return 'The log entry about this receipt is unreadable.';
    case 'items-digest-differs':
      return 'The list of files was changed: it does not match the digest in the receipt.';
    case 'items-differ':
      return 'The list of files was changed: it is not the one that the log vouches for.';
    case 'source-files-differ':
      return 'The list of source files was changed: it is not the one that the log vouches for.';
    case 'upload-differs':
      return 'The details of the upload (who, where, when, with which settings) were changed.';
    case 'totals-differ':
      return 'The totals were changed: they are not the ones that the log vouches for.';
    case 'totals-wrong':
      return 'The totals do not match the files in the receipt.';
    case 'totals-unexplained':
      return `The totals leave ${problem.items} files and ${problem.bytes} bytes unexplained, or do not match the files in the receipt.`;
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
      return 'Its path leads out of the folder, so it was not examined.';
    case 'not-a-file':
      return 'This is not a file.';
    case 'size-differs':
      return `It has ${reason.sizeBytes} bytes; the receipt says ${reason.receiptBytes}.`;
    case 'content-differs':
      return 'The size is the same, but the content differs: its SHA-1 is another.';
    case 'not-in-receipt':
      return 'The receipt does not list this file.';
  }
}
