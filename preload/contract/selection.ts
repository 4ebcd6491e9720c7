/** What of an inventory is sent: rules that a person chose, as data. They skip files, with the reason in the receipt. */
import { z } from 'zod';

/** What operating systems and storage devices leave in folders (main/engine/intake/selection/system-files.ts). */
export const systemFileKinds = [
  'thumbnails',
  'folder-settings',
  'apple-double',
  'office-lock',
  'search-index',
  'trash',
  'volume-data',
] as const;
export const systemFileKind = z.enum(systemFileKinds);
export type SystemFileKind = z.infer<typeof systemFileKind>;

/** Enough for any path; a longer one is a mistake. */
export const maxGlobLength = 1000;
export const maxGlobs = 200;
export const maxNames = 1000;
export const maxNameLength = 255;
const glob = z.string().min(1).max(maxGlobLength);
const globs = z.array(glob).max(maxGlobs);
const names = z.array(z.string().min(1).max(maxNameLength)).max(maxNames);
const bytes = z.int().nonnegative();
/** A day in UTC. */
const day = z.iso.date().max(10);

export const selection = z.object({
  /** Empty for everything. */
  include: globs,
  /** Overrides `include`. */
  exclude: globs,
  /** Whether globs tell upper from lower case. */
  matchCase: z.boolean(),
  /** Content types or extensions, in lower case without a dot. Empty for all. */
  types: names,
  notTypes: names,
  minBytes: bytes.nullable(),
  maxBytes: bytes.nullable(),
  /** First and last day of the modification time. */
  modifiedFrom: day.nullable(),
  modifiedTo: day.nullable(),
  /** Empty for all. */
  custodians: names,
  notCustodians: names,
  /** The kinds that are skipped. */
  systemFiles: z.array(systemFileKind).max(systemFileKinds.length),
  skipKnown: z.boolean(),
  skipDuplicates: z.boolean(),
  /** Skips what earlier uploads sent to the same database. */
  onlyNew: z.boolean(),
});
export type Selection = Readonly<z.infer<typeof selection>>;

export const everything: Selection = {
  include: [],
  exclude: [],
  matchCase: false,
  types: [],
  notTypes: [],
  minBytes: null,
  maxBytes: null,
  modifiedFrom: null,
  modifiedTo: null,
  custodians: [],
  notCustodians: [],
  systemFiles: [],
  skipKnown: false,
  skipDuplicates: false,
  onlyNew: false,
};

/** Whether no rule can skip anything. */
export function isEverything(rules: Selection): boolean {
  return Object.entries(rules).every(
    ([name, value]) =>
      name === 'matchCase' ||
      value === null ||
      value === false ||
      (Array.isArray(value) && value.length === 0),
  );
}

/** Which of the ranges no file can be in, because it ends before it begins. */
export function emptyRanges({
  minBytes,
  maxBytes,
  modifiedFrom,
  modifiedTo,
}: Pick<Selection, 'minBytes' | 'maxBytes' | 'modifiedFrom' | 'modifiedTo'>): readonly ('size' | 'date')[] {
  const isSizeEmpty = minBytes !== null && maxBytes !== null && minBytes > maxBytes;
  // Days as YYYY-MM-DD sort as text.
  const isDateEmpty = modifiedFrom !== null && modifiedTo !== null && modifiedFrom > modifiedTo;
  return [...(isSizeEmpty ? ['size' as const] : []), ...(isDateEmpty ? ['date' as const] : [])];
}

/** The codes with which a selection skips a file: only these can be taken back. */
export const selectionCodes = [
  'deselected',
  'excluded',
  'not-included',
  'system-file',
  'excluded-type',
  'excluded-size',
  'excluded-date',
  'excluded-custodian',
  'known-file',
  'duplicate',
  'already-sent',
] as const;
export type SelectionCode = (typeof selectionCodes)[number];
