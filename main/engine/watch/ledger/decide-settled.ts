/** What becomes of a file that settled. Pure: its caller knows the ledger and the disk. */
import type {
  LedgerEntryView,
  WatchReason,
  WatchRule,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { identityChange, isSameFile, versionChange } from '../../sources/file-version.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import type { PathVersion } from '../../store/watch/watch-match-repository.ts';
import { hasSameNumbers, joinPath, pathKey } from '../../types/source-path.ts';

export interface SettledFacts {
  readonly file: LedgerFile;
  readonly sameContent: WatchRule['sameContent'];
  /** Rows that may be this file under an earlier path. No other row continues them. */
  readonly sameFile: readonly LedgerFile[];
  /** Other versions of its path, the newest first. */
  readonly samePath: readonly PathVersion[];
  /** Whether the path of a row of `sameFile` still leads to the file, as another hard link. Null if nobody looked. */
  readonly isThere: (earlier: LedgerFile) => boolean | null;
  /** Whether its rule may be moving the file of a sent row now, so that its path tells nothing. */
  readonly mayBeMoving: (sent: LedgerFile) => boolean;
  /** What the content shows; null if it wasn't read. */
  readonly content: ContentFacts | null;
}

export interface ContentFacts {
  readonly sha256: string;
  /** The first sent file with this content. */
  readonly first: LedgerFile | null;
  /** A file with this content that the rule is about to send. */
  readonly toBeSent: LedgerFile | null;
}

export type SettledDecision =
  /** Whether the paths of these rows still lead to the file has to be known first. */
  | { readonly kind: 'look'; readonly at: readonly LedgerFile[] }
  | { readonly kind: 'read-content' }
  /** Until it is known whether that one was sent. */
  | { readonly kind: 'wait'; readonly sending: LedgerFile }
  | Decided;

export interface Decided {
  readonly kind: 'decided';
  readonly state: 'settled' | 'renamed' | 'skipped' | 'held';
  readonly reason: WatchReason | null;
  /** Whether it is a copy of the file of `earlierId`. */
  readonly isCopy: boolean;
  readonly earlierId: number | null;
  /** The content's SHA-256; null if it isn't known. */
  readonly sha256: string | null;
  /** The row whose file it is: no other row continues that one from now on. */
  readonly continuesId: number | null;
  /** A row that continued it until now, and has to be decided again. */
  readonly reopenedId: number | null;
}

/**
 * A rename is the same file at another path. Whatever else has the content of a sent file is a copy, which is sent, but for
 * what was sent under this very path.
 */
export function decideSettled(facts: SettledFacts): SettledDecision {
  const { file, content } = facts;
  const sending = facts.samePath.find((version) => version.file.state === 'taken');
  if (sending !== undefined) return { kind: 'wait', sending: sending.file };
  const elsewhere = facts.sameFile.filter((one) => !isSamePath(one, file));
  const unseen = elsewhere.filter((one) => facts.isThere(one) === null);
  if (unseen.length > 0) return { kind: 'look', at: unseen };
  const left = elsewhere.filter((one) => facts.isThere(one) === false);
  const moving = left.find((one) => one.state === 'sent' && facts.mayBeMoving(one));
  if (moving !== undefined) return { kind: 'wait', sending: moving };
  const certain = left.find((one) => isKnown(one) && isCertain(one, file));
  if (certain !== undefined) return renamed(certain);
  const pending = left.find((one) => !isKnown(one));
  if (pending !== undefined) return { kind: 'wait', sending: pending };
  const sent = left.filter((one) => isKnown(one) && !isDeclined(one));
  const here = facts.samePath.filter((version) => mayBeSentBefore(version, file));
  const [newest] = facts.samePath;
  // What an earlier rule sent from here. The versions of its own rule were told from it by the scan.
  if (newest !== undefined && here.includes(newest) && newest.file.ruleId !== file.ruleId)
    if (isCertain(newest.file, file)) return sentBefore(newest, file);
  const mayBeKnown = [...sent, ...here.map((version) => version.file)].some(({ sha256 }) => sha256 !== null);
  if (content === null)
    return mayBeKnown || facts.sameContent !== 'send' ? { kind: 'read-content' } : copyOf(facts, elsewhere);
  const hasContent = ({ sha256 }: LedgerFile): boolean => sha256 === content.sha256;
  const moved = sent.find(hasContent);
  if (moved !== undefined) return renamed(moved);
  const before = here.find((version) => hasContent(version.file));
  return before === undefined ? copyOf(facts, elsewhere) : sentBefore(before, file);
}

/** Without its time of creation, or with another time, only the content tells that it is this file. */
function isCertain(one: LedgerFile, other: LedgerFile): boolean {
  return one.bornNs !== 0n && other.bornNs !== 0n && versionChange(one, other) === null;
}

/** Its content was sent, under its own path or an earlier one. Or a person, or the rule, skipped it. */
function isKnown({ state }: LedgerFile): boolean {
  return state === 'sent' || state === 'renamed' || state === 'skipped';
}

/** A person canceled its upload, or skipped it there: nothing was sent of it. That is about this file as it is, at any path. */
export function isDeclined({ state, reason }: Pick<LedgerFile, 'state' | 'reason'>): boolean {
  return state === 'skipped' && reason?.code === 'not-sent';
}

/** Whether a version of the path was sent: under this path, or under another one as this very file, which is here now. */
function mayBeSentBefore({ file: one, current }: PathVersion, file: LedgerFile): boolean {
  if (one.sizeBytes !== file.sizeBytes) return false;
  return one.state === 'sent' || (isContinuing(one) && current.id === one.id && mayBeSameFile(one, file));
}

/**
 * The file with its ID and device, which may have another time by now. Or one with its times: a volume without stable IDs was
 * mounted again, as exFAT is after every start of the computer.
 */
function mayBeSameFile(one: LedgerFile, other: LedgerFile): boolean {
  if (hasSameNumbers(one, other)) return isSameFile(one, other);
  return identityChange(one, other, false) === null;
}

const isContinuing = (one: LedgerFile): boolean =>
  one.continuesId !== null && (one.state === 'renamed' || one.state === 'skipped') && !isDeclined(one);

function isSamePath(one: LedgerFile, other: LedgerFile): boolean {
  return (
    pathKey(one.name, one.nameBytes).equals(pathKey(other.name, other.nameBytes)) &&
    Buffer.from(one.place).equals(other.place)
  );
}

function renamed(from: LedgerFile): Decided {
  const { id, state, reason, earlierId, continuesId, sha256 } = from;
  if (isDeclined(from))
    return { ...undecided, state: 'skipped', reason, earlierId: id, continuesId: id, sha256 };
  // It was skipped as a copy of another path, so nothing was sent for it.
  if (state === 'skipped' && continuesId === null)
    return { ...undecided, state: 'skipped', reason, isCopy: earlierId !== null, earlierId, sha256 };
  return { ...undecided, state: 'renamed', earlierId: id, continuesId: id, sha256 };
}

/**
 * It is at the path under which its content was sent. A file that was renamed from there meanwhile is another one, then, and
 * is decided again.
 */
function sentBefore({ file: one, current }: PathVersion, file: LedgerFile): Decided {
  const isOther = current.id !== one.id && current.goneAt === null && current.ruleId === file.ruleId;
  return {
    ...undecided,
    state: 'skipped',
    reason: sameContentAs(one),
    earlierId: one.id,
    sha256: one.sha256,
    continuesId: isOther ? current.continuesId : current.id,
    reopenedId: isOther ? current.id : null,
  };
}

function copyOf({ file, sameContent, content }: SettledFacts, links: readonly LedgerFile[]): SettledDecision {
  // Empty files are no duplicates of each other, as in pre-flight.
  if (file.sizeBytes === 0) return { ...undecided, state: 'settled', sha256: content?.sha256 ?? null };
  const link = links.find((one) => one.state === 'sent' && isCertain(one, file));
  const first = content === null ? (link ?? null) : content.first;
  const sha256 = content?.sha256 ?? null;
  if (first === null) {
    // One of two copies is sent; it may fail.
    const waits = sameContent !== 'send' && content !== null && content.toBeSent !== null;
    return waits ? { kind: 'wait', sending: content.toBeSent } : { ...undecided, state: 'settled', sha256 };
  }
  const named = { isCopy: true, earlierId: first.id, sha256 };
  // A person decided before that it is sent. Then its rule was paused.
  const isReleased = file.kind === 'copy' && file.earlierId === first.id;
  if (sameContent === 'send' || (sameContent === 'ask' && isReleased))
    return { ...undecided, ...named, state: 'settled' };
  const state = sameContent === 'skip' ? 'skipped' : 'held';
  return { ...undecided, ...named, state, reason: sameContentAs(first) };
}

const undecided = {
  kind: 'decided',
  reason: null,
  isCopy: false,
  earlierId: null,
  continuesId: null,
  reopenedId: null,
} as const;

function sameContentAs({ folder, name }: LedgerFile): WatchReason {
  return { code: 'same-content', earlierPath: joinPath(folder, name) };
}

/** A version stays one; anything else that has the content of another file is its copy. */
export function kindAfter(kind: LedgerEntryView['kind'], isCopy: boolean): LedgerEntryView['kind'] {
  return !isCopy || kind === 'version' ? kind : 'copy';
}
