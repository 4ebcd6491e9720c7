import type { LedgerEntryView, WatchReason, WatchRule } from '../../../preload/contract/watched-folder.ts';
import type { LedgerFile } from '../store/watch-file-repository.ts';
import { joinPath, pathKey } from '../types/source-path.ts';

/** Another row of the ledger that may be the same evidence. */
export interface Candidate {
  readonly file: LedgerFile;
  /** Whether it is still at its own path. Null if that can't be told. */
  readonly isThere: boolean | null;
}

export interface SettledFacts {
  readonly file: LedgerFile;
  readonly sameContent: WatchRule['sameContent'];
  /** The other rule that has taken this version of this path. */
  readonly takenBy: string | null;
  /** By any rule. */
  readonly isOtherVersionBeingSent: boolean;
  /** Rows with the same file ID and size, and the same time or time of creation. */
  readonly sameFile: readonly Candidate[];
  /** Null if the content wasn't read. */
  readonly content: ContentFacts | null;
  /** Whether reading the content could change the decision. */
  readonly isContentNeeded: boolean;
}

export interface ContentFacts {
  readonly sha1: string;
  /** Earlier versions of this path, of any rule. */
  readonly earlierVersions: readonly LedgerFile[];
  /** Sent files with this content and nearly the same time, and those that they were renamed to. */
  readonly sameTime: readonly Candidate[];
  /** The first sent file with this content. */
  readonly first: LedgerFile | null;
}

export type SettledDecision =
  /** What it depends on isn't known yet. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'read-content' }
  | {
      readonly kind: 'decided';
      readonly state: 'settled' | 'renamed' | 'skipped' | 'held';
      readonly reason: WatchReason | null;
      readonly copyOf: number | null;
      readonly earlierId: number | null;
      readonly sha1: string | null;
    };

/** What becomes of a file that settled: it is sent, or recorded as what was sent before. */
export function decideSettled(facts: SettledFacts): SettledDecision {
  const { takenBy, sameFile, content, sameContent } = facts;
  if (takenBy !== null) return notSent('skipped', { code: 'taken-by-rule', rule: takenBy });
  if (facts.isOtherVersionBeingSent) return { kind: 'wait' };
  const isSent = ({ file }: Candidate): boolean => isKnownAsSent(file);
  const isPending = ({ file }: Candidate): boolean => file.state === 'taken' || file.state === 'held';
  const isSamePath = ({ file: { place, name, nameBytes } }: Candidate): boolean =>
    pathKey(name, nameBytes).equals(pathKey(facts.file.name, facts.file.nameBytes)) &&
    Buffer.from(place).equals(facts.file.place);
  // A deleted file's ID is given again: without the time of creation, only the content tells that it is this file. It also
  // tells that a file with another time was only touched.
  const isCertain = ({ file }: Candidate): boolean => {
    const isSameContent = file.sha1 !== null && file.sha1 === content?.sha1;
    const isSameTime = file.mtimeNs === facts.file.mtimeNs;
    return isSameContent || (isSameTime && (file.sha1 === null || isSameCreation(file, facts.file)));
  };
  const isUncertain = (one: Candidate): boolean => content === null && !isCertain(one);
  const earlier = sameFile.filter((one) => content === null || isCertain(one));
  const restored = earlier.find((one) => isSent(one) && isSamePath(one));
  const moved = earlier.find((one) => isSent(one) && isStillThere(one, earlier) === false);
  const before = restored ?? moved;
  if (before !== undefined && isUncertain(before)) return { kind: 'read-content' };
  if (restored !== undefined)
    return notSent('skipped', sameAs(restored.file), restored.file, restored.file.sha1);
  if (moved !== undefined) return renamed(moved.file);
  // Until it is known whether the earlier path is gone, and whether it was sent under that path.
  const isOpen = (one: Candidate) =>
    (isSent(one) && one.isThere === null && earlier.includes(one)) ||
    (isPending(one) && one.isThere !== true);
  if (sameFile.some(isOpen)) return { kind: 'wait' };
  const link = earlier.find((one) => isSent(one) || isPending(one));
  if (link !== undefined && isUncertain(link)) return { kind: 'read-content' };
  if (link !== undefined) return copy(sameContent, link.file, null);
  if (content === null) return facts.isContentNeeded ? { kind: 'read-content' } : settled(null);
  const { sha1, earlierVersions, sameTime, first } = content;
  const version = earlierVersions.find((one) => one.sha1 === sha1 && isKnownAsSent(one));
  if (version !== undefined) return notSent('skipped', sameAs(version), version, sha1);
  const movedAway = sameTime.find((one) => isStillThere(one, sameTime) === false);
  if (movedAway !== undefined) return renamed(movedAway.file, sha1);
  if (sameTime.some((one) => isStillThere(one, sameTime) === null)) return { kind: 'wait' };
  return first === null ? settled(sha1) : copy(sameContent, first, sha1);
}

/**
 * Whether evidence is still in the folder, under its own path or one that it was renamed to: then another file with its
 * content is a copy. Null if that can't be told.
 */
function isStillThere(one: Candidate, all: readonly Candidate[]): boolean | null {
  if (one.isThere !== false) return one.isThere;
  const others = all.filter((other) => other !== one);
  const later = others
    .filter(({ file }) => file.state === 'renamed' && file.earlierId === one.file.id)
    .map((next) => isStillThere(next, others));
  if (later.includes(true)) return true;
  return later.includes(null) ? null : false;
}

function isSameCreation(one: LedgerFile, other: LedgerFile): boolean {
  return one.bornNs !== 0n && one.bornNs === other.bornNs && one.device === other.device;
}

/** Its content was sent, under its own path or an earlier one. */
function isKnownAsSent({ state, reason }: LedgerFile): boolean {
  return state === 'sent' || state === 'renamed' || (state === 'skipped' && reason?.code === 'same-content');
}

function settled(sha1: string | null): SettledDecision {
  return { kind: 'decided', state: 'settled', reason: null, copyOf: null, earlierId: null, sha1 };
}

function renamed(from: LedgerFile, sha1 = from.sha1): SettledDecision {
  return { kind: 'decided', state: 'renamed', reason: null, copyOf: null, earlierId: from.id, sha1 };
}

function copy(policy: WatchRule['sameContent'], of: LedgerFile, sha1: string | null): SettledDecision {
  switch (policy) {
    case 'send':
      return { kind: 'decided', state: 'settled', reason: null, copyOf: of.id, earlierId: of.id, sha1 };
    case 'skip':
      return notSent('skipped', sameAs(of), of, sha1);
    case 'ask':
      return notSent('held', sameAs(of), of, sha1);
  }
}

function notSent(
  state: 'skipped' | 'held',
  reason: WatchReason,
  of: LedgerFile | null = null,
  sha1: string | null = null,
): SettledDecision {
  return { kind: 'decided', state, reason, copyOf: of?.id ?? null, earlierId: of?.id ?? null, sha1 };
}

const sameAs = ({ folder, name }: LedgerFile): WatchReason => ({
  code: 'same-content',
  earlierPath: joinPath(folder, name),
});

/** A version stays one; anything else that has the content of another file is its copy. */
export function kindAfter(kind: LedgerEntryView['kind'], copyOf: number | null): LedgerEntryView['kind'] {
  return copyOf === null || kind === 'version' ? kind : 'copy';
}
