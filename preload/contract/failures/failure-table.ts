/**
 * The closed set of ways in which something expected can go wrong: the one table from which the types, the schemas, and the
 * texts of failures derive. An exception that is not a Failure is a bug.
 */
import { z } from 'zod';
import { plural } from '../texts/format-number.ts';
import { printable } from '../texts/printable.ts';
import { holdableIssues } from '../views/states.ts';
import { appFailures } from './app-failures.ts';
import { connectionFailures } from './connection-failures.ts';
import { diskFailures } from './disk-failures.ts';

import { entry, type FailureKind, path, pathIfNotShown, prefix, text } from './failure-entry.ts';
import { platformFailures } from './platform-failures.ts';
import { recordFailures } from './record-failures.ts';
import { skipReasons } from './skip-reasons.ts';
import { uploadFailures } from './upload-failures.ts';

const simpleFailures = {
  ...connectionFailures,
  ...uploadFailures,
  ...diskFailures,
  ...platformFailures,
  ...recordFailures,
  ...appFailures,
} as const;

/** Each entry's text takes its own details. */
type Table = Readonly<Record<string, { readonly details: z.ZodObject; text(details: object): string }>>;
type DetailsOf<Entry extends Table[string]> = keyof Entry['details']['shape'] extends never
  ? unknown
  : Readonly<z.output<Entry['details']>>;
type EntryOf<Entries extends Table> = {
  [Code in keyof Entries]: { readonly code: Code } & DetailsOf<Entries[Code]>;
}[keyof Entries];

/** Whether a value has a code of the table and the details that the table asks for. */
function fits(table: Table, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  const { code } = value;
  const known = typeof code === 'string' && Object.hasOwn(table, code) ? table[code] : undefined;
  return known?.details.safeParse(value).success === true;
}

export type SkipCode = keyof typeof skipReasons;
export type SkipReason = EntryOf<typeof skipReasons>;
export const skipReason = z.custom<SkipReason>((value) => fits(skipReasons, value));

/** A failure that led to another. One that has a cause itself is represented by that cause. */
export type FailureCause = EntryOf<typeof simpleFailures>;
const cause = z.custom<FailureCause>((value) => fits(simpleFailures, value));

/** Safe to show: paths and names of evidence, and messages of servers, are in it. */
const textOf = (table: Table, reason: { readonly code: string }): string =>
  printable(table[reason.code]?.text(reason) ?? '');

const causes = { ...simpleFailures, ...skipReasons };
const causeText = (reason: FailureCause | SkipReason): string => textOf(causes, reason);

const heldIssueTexts = {
  damaged: 'Damaged',
  locked: 'Locked',
  empty: 'Empty',
  unchecked: 'Not checked',
} as const;

const failures = {
  ...simpleFailures,
  'nothing-to-send': entry(
    'nothing-to-send',
    {
      sources: z.array(text),
      firstProblem: z.object({ path, reason: z.union([cause, skipReason]) }).optional(),
    },
    ({ sources, firstProblem }) =>
      firstProblem === undefined
        ? `There are no files in ${sources.join(', ')}.`
        : `There are no files to upload in ${sources.join(', ')}. First problem: ${firstProblem.path}: ${causeText(firstProblem.reason)}`,
  ),
  'dataset-unconfirmed': entry(
    'outcome-unknown',
    { attempts: z.int(), cause },
    ({ attempts, cause }) =>
      `The platform was asked ${plural(attempts, 'time')} to create the dataset and never confirmed it. ${causeText(cause)} Empty datasets with this name may exist in the database.`,
  ),
  'source-file-unconfirmed': entry(
    'outcome-unknown',
    { path: pathIfNotShown, attempts: z.int(), cause },
    ({ path, attempts, cause }) =>
      `${prefix(path)}The platform was asked ${plural(attempts, 'time')} to create the source file and never confirmed it. ${causeText(cause)} Empty source files may exist in the dataset; they contain no evidence. Try again later.`,
  ),
  'completion-refused': entry(
    'refused',
    { path: pathIfNotShown, cause },
    ({ cause }) => `Every part was uploaded, but the platform didn't accept the file: ${causeText(cause)}`,
  ),
  'held-by-rule': entry(
    'unconfirmed',
    {
      issue: z.enum(holdableIssues),
      /** The title of what was found, such as "Only zeros". */
      finding: z.exactOptional(text),
    },
    ({ issue, finding = heldIssueTexts[issue] }) =>
      `${finding}, so it needs review, as the rule of the watched folder says. Upload it as it is, or skip it.`,
  ),
  'completion-unknown': entry(
    'outcome-unknown',
    { path: pathIfNotShown, cause },
    ({ cause }) =>
      `Every part was uploaded, but the platform never confirmed the file, and now it says: ${causeText(cause)} It may have been accepted. Check the dataset, then retry or skip it.`,
  ),
  'link-unknown': entry(
    'outcome-unknown',
    { path: pathIfNotShown, cause },
    ({ cause }) =>
      `The link was sent, but the platform never confirmed it. ${causeText(cause)} Check the dataset, then retry or skip it.`,
  ),
} as const;

export type FailureCode = keyof typeof failures;
export type FailureDetails<Code extends FailureCode> = DetailsOf<(typeof failures)[Code]>;
export type FailureOf<Code extends FailureCode> = { readonly code: Code } & FailureDetails<Code>;
export type Failure = { [Code in FailureCode]: FailureOf<Code> }[FailureCode];
/** Why an item is not sent. */
export type Reason = Failure | SkipReason;

export const failureSchema = z.custom<Failure>((value) => fits(failures, value));
export const reasonSchema = z.custom<Reason>((value) => fits(failures, value) || fits(skipReasons, value));

export const failureCodes = Object.keys(failures) as readonly FailureCode[];

export function failureKind({ code }: Pick<Failure, 'code'>): FailureKind {
  return failures[code].kind;
}

/** Sentences, each ending with a full stop, on one line. */
export function failureText(failure: Failure): string {
  return textOf(failures, failure);
}

/** Whether nothing is sent until a person enters an API key, or unlocks the one that is saved. */
export function needsKey(failure: Pick<Failure, 'code'>): boolean {
  return ['key-missing', 'key-malformed', 'key-refused'].includes(failureKind(failure));
}

export function isSkipReason(reason: Reason): reason is SkipReason {
  return Object.hasOwn(skipReasons, reason.code);
}

/** Why an item was not sent. */
export function reasonText(reason: Reason): string {
  return isSkipReason(reason) ? textOf(skipReasons, reason) : failureText(reason);
}

export function asCause(failure: Failure): FailureCause {
  const cause = 'cause' in failure ? failure.cause : failure;
  // Every failure that is not in the table of simple ones has a simple cause, or is never a cause.
  return cause as FailureCause;
}
