import type { LedgerEntryView, WatchReason, WatchRule } from '../../../preload/contract/watched-folder.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import { joinPath, pathKey } from '../types/source-path.ts';
import { wasMovedTo } from './current-path.ts';
import { type Candidate, findMove } from './find-move.ts';

export interface SettledFacts {
  readonly now: Date;
  readonly file: LedgerFile;
  readonly sameContent: WatchRule['sameContent'];
  /** The other rule that has taken this version of this path. */
  readonly takenBy: string | null;
  /** What has to be known first: what becomes of a file that is being sent, for example. */
  readonly waitsFor: EarlierFile | null;
  /** Rows with the same file ID and size, and the same time or time of creation; the newest first. */
  readonly sameFile: readonly Candidate[];
  /** Null if the content wasn't read. */
  readonly content: ContentFacts | null;
  /** Whether reading the content could change the decision. */
  readonly isContentNeeded: boolean;
  /** Whether an earlier version of this path may have its content. */
  readonly hasEarlierVersions: boolean;
}

export interface ContentFacts {
  readonly sha1: string;
  /** Earlier versions of this path, of any rule. */
  readonly earlierVersions: readonly LedgerFile[];
  /** Rows of this content that were sent, or count as sent, under whatever path; the newest first. */
  readonly sameContent: readonly Candidate[];
  /** The first sent file with this content. */
  readonly first: LedgerFile | null;
}

/** What may be this file, and what isn't known of it. */
export interface EarlierFile {
  readonly code: 'earlier-away' | 'earlier-unclear' | 'earlier-sending';
  readonly earlier: LedgerFile;
}

export type SettledDecision =
  | { readonly kind: 'wait'; readonly waitsFor: EarlierFile }
  | { readonly kind: 'read-content' }
  | Decided;

export interface Decided {
  readonly kind: 'decided';
  readonly state: 'settled' | 'renamed' | 'skipped' | 'held';
  readonly reason: WatchReason | null;
  readonly copyOf: number | null;
  readonly earlierId: number | null;
  readonly sha1: string | null;
}

/** What becomes of a file that settled: it is sent, or recorded as what was sent before. */
export function decideSettled(facts: SettledFacts): SettledDecision {
  const { takenBy, content } = facts;
  const sameFile = facts.sameFile.filter(({ file }) => !isCreatedApart(file, facts.file));
  if (takenBy !== null) return takenByRule(takenBy);
  if (facts.waitsFor !== null) return { kind: 'wait', waitsFor: facts.waitsFor };
  const isSent = ({ file }: Candidate): boolean => isKnownAsSent(file);
  const isPending = ({ file }: Candidate): boolean =>
    file.state === 'taken' || (file.state === 'held' && !isUnconfirmed(file));
  const isCertain = ({ file }: Candidate): boolean => isSameFile(file, facts.file, content?.sha1 ?? null);
  if (content === null && sameFile.some((one) => isSent(one) && !isCertain(one)))
    return { kind: 'read-content' };
  const earlier = sameFile.filter(isCertain);
  const restored = earlier.find((one) => isSent(one) && isSamePath(one.file, facts.file));
  // There was another version meanwhile, so it was written to: its time may be restored, too.
  if (restored?.file.folderId === facts.file.folderId && content === null) return { kind: 'read-content' };
  if (restored !== undefined) return sentBefore(restored.file);
  const version = content?.earlierVersions.find((one) => one.sha1 === content.sha1 && isKnownAsSent(one));
  if (version !== undefined) return sentBefore(version);
  // Its rule moved it here, into a subfolder that is watched since.
  const here = [...earlier, ...(content?.sameContent ?? [])].find(
    (one) => isSent(one) && wasMovedTo(one.file, facts.file),
  );
  if (here !== undefined) return renamed(here.file);
  const move = findMove(facts.file, earlier.filter(isSent), content?.sameContent ?? [], facts.now);
  if (move?.kind === 'moved') return renamed(move.from.file);
  // It may be an earlier version of its own path.
  if (move !== null && content === null && facts.isContentNeeded) return { kind: 'read-content' };
  if (move !== null)
    return wait(move.from.isThere === 'away' ? 'earlier-away' : 'earlier-unclear', move.from.file);
  // Until it is known whether it was sent under its earlier path.
  const pending = sameFile.find((one) => isPending(one) && one.isThere !== true);
  if (pending !== undefined) return wait('earlier-sending', pending.file);
  // What isn't sent relies on what was: as long as that may fail, it waits.
  const link = earlier.find((one) => isSent(one) || (facts.sameContent === 'send' && isPending(one)));
  // It may have the content that was sent under its path before.
  if (link !== undefined && content === null && facts.hasEarlierVersions) return { kind: 'read-content' };
  if (link !== undefined) return copy(facts, link.file, content?.sha1 ?? null);
  if (content === null) return facts.isContentNeeded ? { kind: 'read-content' } : settled(null);
  return content.first === null ? settled(content.sha1) : copy(facts, content.first, content.sha1);
}

/** File systems give the ID of a deleted file to a new one. */
function isCreatedApart(one: LedgerFile, other: LedgerFile): boolean {
  const isKnown = one.bornNs !== 0n && other.bornNs !== 0n && one.device === other.device;
  return isKnown && one.bornNs !== other.bornNs;
}

/** Where the time of creation can't tell, or the file was written to, only the content tells that it is this file. */
function isSameFile(one: LedgerFile, other: LedgerFile, sha1: string | null): boolean {
  if (one.sha1 !== null && sha1 !== null) return one.sha1 === sha1;
  return one.mtimeNs === other.mtimeNs && (one.sha1 === null || isSameCreation(one, other));
}

function isSameCreation(one: LedgerFile, other: LedgerFile): boolean {
  return one.bornNs !== 0n && one.bornNs === other.bornNs && one.device === other.device;
}

/** Its content was sent, under its own path or an earlier one. */
function isKnownAsSent({ state, reason }: LedgerFile): boolean {
  return state === 'sent' || state === 'renamed' || (state === 'skipped' && reason?.code === 'same-content');
}

function takenByRule(rule: string): SettledDecision {
  const reason = { code: 'taken-by-rule', rule } as const;
  return { kind: 'decided', state: 'skipped', reason, copyOf: null, earlierId: null, sha1: null };
}

/** A person canceled its upload under another path. */
export function canceledToo({ reason }: LedgerFile): Decided {
  return { kind: 'decided', state: 'skipped', reason, copyOf: null, earlierId: null, sha1: null };
}

/** Whether it arrived will never be known: its upload was canceled. */
function isUnconfirmed({ reason }: LedgerFile): boolean {
  return reason?.code === 'not-sent' && reason.reason.code === 'cancelled-unconfirmed';
}

function wait(code: EarlierFile['code'], earlier: LedgerFile): SettledDecision {
  return { kind: 'wait', waitsFor: { code, earlier } };
}

function sentBefore(earlier: LedgerFile): SettledDecision {
  return notSent('skipped', nameable(earlier), earlier.sha1);
}

function settled(sha1: string | null): SettledDecision {
  return { kind: 'decided', state: 'settled', reason: null, copyOf: null, earlierId: null, sha1 };
}

function renamed(from: LedgerFile): SettledDecision {
  const { id, reason } = nameable(from);
  // It was skipped as a copy of another path: that one wasn't renamed.
  if (from.state === 'skipped' && reason.earlierPath !== joinPath(from.folder, from.name))
    return sentBefore(from);
  return { kind: 'decided', state: 'renamed', reason: null, copyOf: null, earlierId: id, sha1: from.sha1 };
}

function isSamePath(one: LedgerFile, other: LedgerFile): boolean {
  return (
    pathKey(one.name, one.nameBytes).equals(pathKey(other.name, other.nameBytes)) &&
    Buffer.from(one.place).equals(other.place)
  );
}

function copy({ file, sameContent }: SettledFacts, of: LedgerFile, sha1: string | null): SettledDecision {
  const named = nameable(of);
  // A person decided before that it is sent. Then its rule was paused.
  const isReleased = file.kind === 'copy' && file.earlierId === named.id;
  if (sameContent === 'send' || (sameContent === 'ask' && isReleased))
    return { kind: 'decided', state: 'settled', reason: null, copyOf: named.id, earlierId: named.id, sha1 };
  return notSent(sameContent === 'skip' ? 'skipped' : 'held', named, sha1);
}

function notSent(
  state: 'skipped' | 'held',
  { id, reason }: { readonly id: number; readonly reason: SameContent },
  sha1: string | null,
): SettledDecision {
  return { kind: 'decided', state, reason, copyOf: id, earlierId: id, sha1 };
}

type SameContent = Extract<WatchReason, { readonly code: 'same-content' }>;

/**
 * The row that another one may name for good. What was skipped isn't: its row is written over once other content is at its
 * path, and two such rows, decided about again, would name each other. It names what was sent.
 */
function nameable(file: LedgerFile): { readonly id: number; readonly reason: SameContent } {
  const { id, earlierId, state, reason, folder, name } = file;
  if (state === 'skipped' && reason?.code === 'same-content' && earlierId !== null)
    return { id: earlierId, reason };
  return { id, reason: { code: 'same-content', earlierPath: joinPath(folder, name) } };
}

/** A version stays one; anything else that has the content of another file is its copy. */
export function kindAfter(kind: LedgerEntryView['kind'], copyOf: number | null): LedgerEntryView['kind'] {
  return copyOf === null || kind === 'version' ? kind : 'copy';
}
