import { errnoOf } from '../../../preload/contract/errno.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import type { WatchReason, WatchRule } from '../../../preload/contract/watched-folder.ts';
import type { FileStats } from '../sources/reader-protocol.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import type { SendTarget, WatchMatchRepository } from '../store/watch-match-repository.ts';
import { absolutePath, type FileIdentity, joinPath } from '../types/source-path.ts';
import {
  canceledToo,
  type Decided,
  decideSettled,
  type EarlierFile,
  type SettledFacts,
} from './decide-settled.ts';
import type { Candidate } from './find-move.ts';
import { isAtPath, type Presence } from './path-presence.ts';
import { downloadNames } from './temporary-name.ts';

export interface SettleContext {
  readonly watchMatches: WatchMatchRepository;
  readonly sources: SourceReader;
  /** SHA-1 in hexadecimal. Fails if the file changed meanwhile or can't be read. */
  readonly hash: (file: LedgerFile, signal: AbortSignal) => Promise<Result<string>>;
  readonly rootPath: string;
  readonly rule: Pick<WatchRule, 'marker' | 'sameContent'>;
  readonly target: SendTarget;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** When the last complete scan of a rule's folder began, as performance.now() counts. Null without one. */
  readonly scanBeganMs: (ruleId: number) => number | null;
}

/** For what isn't known of earlier files. */
export interface Waited {
  /** As performance.now() counts. */
  readonly sinceMs: number;
  /** Long enough: what could not be told to be gone counts as still there. */
  readonly isOver: boolean;
}

export type SettleResult =
  | (Decided & {
      /** It is no hard link: another path to it leads to the same evidence. */
      readonly hasOneName: boolean;
    })
  /** Not yet. It is checked again later. `sha1`: of its content, if that was read. */
  | { readonly kind: 'later'; readonly reason: WatchReason | null; readonly sha1?: string }
  | { readonly kind: 'changed'; readonly found: FileStats }
  /** Gone, or its share is: a scan of its folder tells. */
  | { readonly kind: 'missing' };

/** A pass over files that settled: what is found of a folder holds for all of them. */
export class SettleCheck {
  readonly #context: SettleContext;
  readonly #markers = new Map<number, Promise<boolean>>();

  constructor(context: SettleContext) {
    this.#context = context;
  }

  /**
   * Whether the file is complete and can be read, and what becomes of it. `waited`: for what isn't known of earlier files;
   * null the first time. Rejects with ReadError when it is stopped.
   */
  async check(file: LedgerFile, waited: Waited | null = null): Promise<SettleResult> {
    const { rule, sources, rootPath: root, signal } = this.#context;
    const { marker } = rule;
    if (marker !== null && !(await this.#hasMarker(file, marker)))
      return { kind: 'later', reason: { code: 'marker-missing', marker } };
    if (file.reason?.code === 'earlier-sending') {
      // It was read before. Until the outcome is known, nothing that is read of it decides; scans tell whether it changes.
      const sending = this.#sending(file, waited, file.sha1, false);
      if (sending !== null) return waits(sending);
    }
    const path = this.#pathOf(file, file.name, file.nameBytes);
    let hasOneName: boolean;
    try {
      // Windows refuses this while another program writes to the file.
      const ends = await sources.readEnds({ root, path }, signal);
      if (ends === null) return { kind: 'missing' };
      const { found, opened } = ends;
      for (const stats of [found, opened]) if (!isSame(file, stats)) return { kind: 'changed', found: stats };
      if (file.sizeBytes === 0 && (await this.#isBeingDownloaded(file)))
        return { kind: 'later', reason: { code: 'changing' } };
      hasOneName = found.linkCount === 1;
    } catch (error) {
      return readProblem(errnoOf(error), signal);
    }
    return this.#decide(file, waited, hasOneName);
  }

  #pathOf({ folder, folderBytes }: LedgerFile, name: string, nameBytes: Uint8Array | null): string | Buffer {
    return absolutePath(this.#context.rootPath, folder, folderBytes, name, nameBytes);
  }

  #hasMarker(file: LedgerFile, marker: string): Promise<boolean> {
    const known = this.#markers.get(file.folderId);
    if (known !== undefined) return known;
    const found = this.#exists(this.#pathOf(file, marker, null));
    this.#markers.set(file.folderId, found);
    return found;
  }

  async #exists(path: string | Buffer): Promise<boolean> {
    const { sources, rootPath: root, signal } = this.#context;
    try {
      return (await sources.lstat({ root, path }, signal)).kind === 'file';
    } catch (error) {
      errnoOf(error);
      return false;
    }
  }

  async #isBeingDownloaded(file: LedgerFile): Promise<boolean> {
    for (const name of downloadNames(file.name))
      if (await this.#exists(this.#pathOf(file, name, null))) return true;
    return false;
  }

  async #decide(file: LedgerFile, waited: Waited | null, hasOneName: boolean): Promise<SettleResult> {
    const { watchMatches, target, rule, now } = this.#context;
    const { sameContent } = rule;
    // It waited for that one: a rule that is made later sends it.
    const canceled =
      hasOneName && file.reason?.code.startsWith('earlier-') === true
        ? watchMatches.canceledElsewhere(file, target)
        : null;
    if (canceled !== null) return { ...canceledToo(canceled), hasOneName };
    const isWaitOver = waited?.isOver === true;
    const earlierVersions = watchMatches.earlierVersions(file, target);
    const facts: SettledFacts = {
      now: now(),
      file,
      sameContent,
      takenBy: watchMatches.takenElsewhere(file, target)?.rule ?? null,
      waitsFor: this.#sending(file, waited, null, hasOneName),
      sameFile: await this.#candidates(file, watchMatches.withSameIdentity(file, target), isWaitOver),
      content: null,
      hasEarlierVersions: earlierVersions.length > 0,
      isContentNeeded:
        earlierVersions.length > 0 ||
        watchMatches.hasSameTime(file, target) ||
        // Files that are copied into the folder together are compared, too.
        sameContent !== 'send',
    };
    const first = decideSettled(facts);
    if (first.kind === 'decided') return { ...first, hasOneName };
    if (first.kind === 'wait') return waits(first.waitsFor);
    const hashed = await this.#context.hash(file, this.#context.signal);
    // It changed, or can't be read now: the next check finds out.
    if (!hashed.ok) return { kind: 'later', reason: { code: 'changing' } };
    const sha1 = hashed.value;
    const candidates = await this.#candidates(
      file,
      watchMatches.withSameContent(file, sha1, target),
      isWaitOver,
    );
    // Another rule may have sent what is at this path while it was read.
    const decision = decideSettled({
      ...facts,
      takenBy: watchMatches.takenElsewhere(file, target)?.rule ?? null,
      waitsFor: this.#sending(file, waited, sha1, hasOneName),
      content: {
        sha1,
        earlierVersions: watchMatches.earlierVersions(file, target),
        sameContent: candidates,
        first: watchMatches.firstWithContent(file, sha1, target),
      },
    });
    if (decision.kind === 'decided') return { ...decision, hasOneName };
    return decision.kind === 'wait' ? { ...waits(decision.waitsFor), sha1 } : { kind: 'later', reason: null };
  }

  /**
   * What is being sent, and may be this file, an earlier version of it, or what it is a copy of: until the outcome is known,
   * nothing tells what it is. `sha1`: null if the content wasn't read. Whether a file that is being sent is still there, its
   * rule's scans tell: thousands may have the size and time of this one. `hasOneName`: another rule that is about to send it,
   * too, has another path to it, or its scans don't know yet that it left.
   */
  #sending(
    file: LedgerFile,
    waited: Waited | null,
    sha1: string | null,
    hasOneName: boolean,
  ): EarlierFile | null {
    const { watchMatches, target, rule, scanBeganMs } = this.#context;
    const sending =
      watchMatches.versionBeingSent(file, target) ??
      (rule.sameContent === 'send' ? null : watchMatches.toBeSent(file, sha1, target)) ??
      watchMatches.sentAndGone(file, target);
    if (sending !== null) return { code: 'earlier-sending', earlier: sending };
    if (waited?.isOver === true) return null;
    const isScannedSince = ({ ruleId }: LedgerFile): boolean =>
      waited !== null && (scanBeganMs(ruleId) ?? Number.NEGATIVE_INFINITY) > waited.sinceMs;
    const same = hasOneName ? watchMatches.pendingElsewhere(file, target) : null;
    if (same !== null && isScannedSince(same)) return { code: 'earlier-sending', earlier: same };
    const unclear = same ?? watchMatches.sentFromThere(file, target).find((one) => !isScannedSince(one));
    return unclear === undefined ? null : { code: 'earlier-unclear', earlier: unclear };
  }

  async #candidates(
    file: LedgerFile,
    found: readonly LedgerFile[],
    isWaitOver: boolean,
  ): Promise<readonly Candidate[]> {
    const candidates: Candidate[] = [];
    for (const one of found) {
      const isThere = await this.#isThere(one, file);
      candidates.push({ file: one, isThere: typeof isThere === 'string' && isWaitOver ? true : isThere });
    }
    return candidates;
  }

  #isThere(file: LedgerFile, now: LedgerFile): Promise<Presence> {
    const { rootPath, sources, signal } = this.#context;
    return isAtPath(file, now, {
      rootPath,
      sources,
      signal,
      hasContent: (one, there) => this.#hasContent(one, there),
    });
  }

  /** Whether what is at the path of a file now has its content. */
  async #hasContent(file: LedgerFile, found: FileIdentity): Promise<boolean | 'unclear'> {
    const { watchMatches, target, hash, signal } = this.#context;
    const version = watchMatches.versionAt(file, found, target);
    switch (version) {
      case 'not-seen':
        return 'unclear';
      // Nobody will say what it is: it may have the content.
      case 'unwatched':
        return true;
      default: {
        // What was skipped is the same evidence. Everything else is another one, also with the same content.
        if (version.state !== 'settling') return version.state === 'skipped' && version.sha1 === file.sha1;
        if (version.ruleId !== file.ruleId) return 'unclear';
        // It can't be waited for: it may wait for this file, as after two files swapped names.
        const hashed = await hash(version, signal);
        return hashed.ok && hashed.value !== file.sha1 ? false : 'unclear';
      }
    }
  }
}

function isSame(before: FileIdentity, found: FileIdentity): boolean {
  return (
    before.sizeBytes === found.sizeBytes &&
    before.mtimeNs === found.mtimeNs &&
    before.device === found.device &&
    before.fileId === found.fileId
  );
}

function waits({ code, earlier: { place, name } }: EarlierFile) {
  return {
    kind: 'later',
    reason: { code, earlierPath: joinPath(Buffer.from(place).toString(), name) },
  } as const;
}

const inUse: ReadonlySet<string> = new Set(['EBUSY', 'EAGAIN', 'ETXTBSY', 'EDEADLK']);

function readProblem(errno: string, signal: AbortSignal): SettleResult {
  if (signal.aborted) return { kind: 'later', reason: null };
  if (errno === 'ENOENT' || errno === 'ENOTDIR') return { kind: 'missing' };
  return { kind: 'later', reason: { code: inUse.has(errno) ? 'in-use' : 'unreadable', errno } };
}
