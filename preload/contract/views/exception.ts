/**
 * Which files a person has to look at once they were sent or not, and why: one table for the window, the command line, and
 * what they export.
 */
import type { FindingCode } from './finding.ts';
import { type holdableIssues, issues, itemStates } from './states.ts';

type ItemState = (typeof itemStates)[number];

export type Issue = (typeof issues)[number];
export type HoldableIssue = (typeof holdableIssues)[number];

const issueOfCode: Readonly<Record<FindingCode, Issue | null>> = {
  // It has failed: its state says so.
  'not-read': null,
  'not-a-file': 'not-a-file',
  unreadable: 'unchecked',
  locked: 'unchecked',
  changed: 'unchecked',
  'too-large': null,
  'cloud-only': 'unchecked',
  empty: 'empty',
  'only-zeros': 'damaged',
  'one-byte': 'damaged',
  'one-byte-sampled': 'damaged',
  'unknown-content': 'damaged',
  'path-too-long': null,
  'name-reserved': null,
  'name-invalid': null,
  'name-misleading': null,
  'time-implausible': null,
  link: null,
  'type-mismatch': null,
  container: null,
  encrypted: 'locked',
  damaged: 'damaged',
  'container-entries': null,
  'nested-containers': null,
  'system-file': null,
  'known-file': null,
  duplicate: null,
  'already-sent': null,
  'maybe-sent': null,
  'new-version': null,
  segments: null,
  'segment-missing': 'damaged',
  'segment-misnamed': 'damaged',
  'segment-custodians': null,
  'segment-filter': null,
  'filter-unused': null,
  'filter-inside': null,
  'hash-list': null,
  'imaging-log': null,
  'image-hash-differs': 'damaged',
  'hash-mismatch': 'damaged',
  'hash-missing': null,
  'hash-extra': null,
  'check-exceeded': 'unchecked',
  'not-checked': 'unchecked',
};

/** `isOpened`: one of the passwords that are sent with the file opens it. A code of a later version is none. */
export function issueOf(code: string, isOpened: boolean): Issue | null {
  const issue = isKnown(code) ? issueOfCode[code] : null;
  return issue === 'locked' && isOpened ? null : issue;
}

const isKnown = (code: string): code is FindingCode => Object.hasOwn(issueOfCode, code);

/** In the order in which a person looks at them. `excluded`: by choice, so it is no exception. */
export const exceptionGroups = [
  'failed',
  'held',
  'damaged',
  'locked',
  'empty',
  'unchecked',
  'not-a-file',
  'excluded',
] as const;
export type ExceptionGroup = (typeof exceptionGroups)[number];

/** Returns null for a file that nobody has to look at. */
export function exceptionGroup(state: ItemState, issue: Issue | null): ExceptionGroup | null {
  switch (state) {
    case 'failed':
    case 'held':
      return state;
    case 'skipped':
      return issue === 'not-a-file' ? issue : 'excluded';
    case 'queued':
    case 'uploading':
    case 'accepted':
    case 'handedOver':
      return issue;
  }
}

/** The states and issues of the files of a group. */
export function membersOf(
  group: ExceptionGroup,
): readonly { readonly state: ItemState; readonly issue: Issue | null }[] {
  return itemStates.flatMap((state) =>
    [null, ...issues].flatMap((issue) => (exceptionGroup(state, issue) === group ? [{ state, issue }] : [])),
  );
}

export type ExceptionCounts = Readonly<Record<ExceptionGroup, number>>;
export const noExceptions: ExceptionCounts = {
  failed: 0,
  held: 0,
  damaged: 0,
  locked: 0,
  empty: 0,
  unchecked: 0,
  'not-a-file': 0,
  excluded: 0,
};

/** Files that were sent, or are to be, with something that a person has to look at. */
export function countFound({ damaged, locked, empty, unchecked }: ExceptionCounts): number {
  return damaged + locked + empty + unchecked;
}

/** What people leave out themselves is none. */
export function countExceptions(counts: ExceptionCounts): number {
  return counts.failed + counts.held + countFound(counts) + counts['not-a-file'];
}
