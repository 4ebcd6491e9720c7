import { extname } from 'node:path';
import type { SkipReason } from '../../../../preload/contract/failures/failure.ts';
import type { Selection, SelectionCode, TypedFilter } from '../../../../preload/contract/views/selection.ts';
import { parseGlob } from './glob.ts';
import { matchGlobs } from './match-globs.ts';
import { systemFileKindOf } from './system-files.ts';

export type SelectionReason = Extract<SkipReason, { readonly code: SelectionCode }>;
type Fact<Code extends SelectionCode> = Extract<SelectionReason, { readonly code: Code }>;

/** A file, or a set of segments as its first one with the size of all. */
export interface SelectableFile {
  /** Below its root, with `/`; '' for the root itself. */
  readonly folder: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
  /** By content; null where that is unknown. */
  readonly type: string | null;
  readonly custodian: string | null;
  /** By hand: it overrides the rules. */
  readonly choice: 'selected' | 'deselected' | null;
  /** What the checks found out about it. */
  readonly known: Fact<'known-file'> | null;
  readonly duplicate: Fact<'duplicate'> | null;
  readonly sent: Fact<'already-sent'> | null;
}

/** What could not be read: a path below a folder, or, without a name, all that the folder holds. */
export type UnreadPath = Pick<SelectableFile, 'folder' | 'choice'> & { readonly name: string | null };

type Exclusion = Extract<SelectionReason, { readonly code: 'deselected' | 'excluded' }>;

export interface BadGlob {
  readonly pattern: string;
  readonly problem: string;
}

/** The first pattern of a selection that can't be used, or null. */
export function findBadGlob({ include, exclude, matchCase }: Selection): BadGlob | null {
  for (const pattern of [...include, ...exclude]) {
    const parsed = parseGlob(pattern, { matchCase });
    if ('problem' in parsed) return { pattern, problem: parsed.problem };
  }
  return null;
}

const dayMs = 86_400_000;

type OnMatch = (filter: TypedFilter, value: string) => void;

/**
 * Whether a path is kept from being sent by hand or by an exclude pattern: what holds whatever is there, also where nothing
 * of it could be read.
 */
export function compileExclusion(
  { exclude, matchCase }: Pick<Selection, 'exclude' | 'matchCase'>,
  onMatch: OnMatch = () => undefined,
): (path: UnreadPath) => Exclusion | null {
  const excluded = matchGlobs(exclude, { matchCase });
  // One object each, so that a million of them are not made, and the same one is known as such.
  const deselected = { code: 'deselected' } as const;
  const byGlob = new Map(
    exclude.map((pattern) => [pattern, { code: 'excluded', pattern } as const] as const),
  );
  return ({ folder, name, choice }) => {
    if (choice !== null) return choice === 'selected' ? null : deselected;
    const glob = excluded(folder, name);
    if (glob === null) return null;
    onMatch('exclude', glob);
    return byGlob.get(glob) ?? null;
  };
}

/**
 * Why a file isn't sent, or null if it is. By hand overrides every rule, exclude overrides include. The globs were checked
 * before. `onMatch`: a value of a filter matched a file.
 */
export function compileSelection(
  selection: Selection,
  onMatch: OnMatch = () => undefined,
): (file: SelectableFile) => SelectionReason | null {
  const { matchCase, minBytes, maxBytes, modifiedFrom, modifiedTo, skipKnown, skipDuplicates, onlyNew } =
    selection;
  const hasIncludes = selection.include.length > 0;
  const included = matchGlobs(selection.include, { matchCase });
  const excluded = compileExclusion(selection, onMatch);
  const types = typeSet(selection.types);
  const notTypes = typeSet(selection.notTypes);
  const custodians = new Set(selection.custodians);
  const notCustodians = new Set(selection.notCustodians);
  const systemFiles = new Set(selection.systemFiles);
  const fromMs = modifiedFrom === null ? Number.NEGATIVE_INFINITY : Date.parse(modifiedFrom);
  const beforeMs = modifiedTo === null ? Number.POSITIVE_INFINITY : Date.parse(modifiedTo) + dayMs;

  const notIncluded = { code: 'not-included' } as const;
  const badSize = { code: 'excluded-size', minBytes, maxBytes } as const;
  const badDate = { code: 'excluded-date', from: modifiedFrom, to: modifiedTo } as const;

  return (file) => {
    if (file.choice === 'selected') return null;
    const exclusion = excluded(file);
    if (exclusion !== null) return exclusion;
    if (hasIncludes) {
      const include = included(file.folder, file.name);
      if (include === null) return notIncluded;
      onMatch('include', include);
    }
    const kind = systemFiles.size === 0 ? null : systemFileKindOf(file.folder, file.name, file.sizeBytes);
    if (kind !== null && systemFiles.has(kind)) return { code: 'system-file', kind };
    if (types.size + notTypes.size > 0) {
      const extension = extname(file.name).slice(1).toLowerCase();
      const type = file.type ?? extension;
      const isOneOf = (set: ReadonlySet<string>, filter: TypedFilter): boolean => {
        const found = [type, extension].filter((name) => set.has(name));
        for (const name of found) onMatch(filter, name);
        return found.length > 0;
      };
      if (isOneOf(notTypes, 'notTypes') || (types.size > 0 && !isOneOf(types, 'types')))
        return { code: 'excluded-type', type };
    }
    if (file.sizeBytes < (minBytes ?? 0) || file.sizeBytes > (maxBytes ?? Number.POSITIVE_INFINITY))
      return badSize;
    if (file.modifiedMs < fromMs || file.modifiedMs >= beforeMs) return badDate;
    const { custodian } = file;
    const isOneOf = (set: ReadonlySet<string>, filter: TypedFilter): boolean => {
      const isFound = custodian !== null && set.has(custodian);
      if (isFound) onMatch(filter, custodian);
      return isFound;
    };
    const isExcluded = isOneOf(notCustodians, 'notCustodians');
    if (isExcluded || (custodians.size > 0 && !isOneOf(custodians, 'custodians')))
      return { code: 'excluded-custodian', custodian };
    if (skipKnown && file.known !== null) return file.known;
    if (onlyNew && file.sent !== null) return file.sent;
    return skipDuplicates ? file.duplicate : null;
  };
}

/** As types and extensions are compared. */
export const comparedType = (type: string): string => type.toLowerCase().replace(/^\./, '');
const typeSet = (types: readonly string[]): ReadonlySet<string> => new Set(types.map(comparedType));
