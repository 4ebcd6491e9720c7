/** What of an inventory is sent: rules that a person chose, as data. They skip files, with the reason in the receipt. */

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
export type SystemFileKind = (typeof systemFileKinds)[number];

/** Enough for any path; a longer one is a mistake. */
export const maxGlobLength = 1000;
export const maxGlobs = 200;
export const maxNames = 1000;
export const maxNameLength = 255;

export interface Selection {
  /** Empty for everything. */
  readonly include: readonly string[];
  /** Overrides `include`. */
  readonly exclude: readonly string[];
  /** Whether globs tell upper from lower case. */
  readonly matchCase: boolean;
  /** Content types or extensions, in lower case without a dot. Empty for all. */
  readonly types: readonly string[];
  readonly notTypes: readonly string[];
  readonly minBytes: number | null;
  readonly maxBytes: number | null;
  /** First and last day of the modification time, in UTC. */
  readonly modifiedFrom: string | null;
  readonly modifiedTo: string | null;
  /** Empty for all. */
  readonly custodians: readonly string[];
  readonly notCustodians: readonly string[];
  /** The kinds that are skipped. */
  readonly systemFiles: readonly SystemFileKind[];
  readonly skipKnown: boolean;
  readonly skipDuplicates: boolean;
  /** Skips what earlier uploads sent to the same database. */
  readonly onlyNew: boolean;
}

/** Those whose values a person types. */
export const typedFilters = [
  'include',
  'exclude',
  'types',
  'notTypes',
  'custodians',
  'notCustodians',
] as const satisfies readonly (keyof Selection)[];
export type TypedFilter = (typeof typedFilters)[number];

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
