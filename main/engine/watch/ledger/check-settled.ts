import { errnoOf, isInUse, isMissing } from '../../../../preload/contract/failures/errno.ts';
import type { Result } from '../../../../preload/contract/failures/failure.ts';
import type { WatchReason, WatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { type FileVersion, versionChange } from '../../sources/file-version.ts';
import type { FileStats } from '../../sources/reader-protocol.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import type { SendTarget, WatchMatchRepository } from '../../store/watch/watch-match-repository.ts';
import { absolutePath, decodeRaw, joinPath, pathKey } from '../../types/source-path.ts';
import { decideSettled, type SettledDecision } from './decide-settled.ts';
import { filterReason, scanFilters } from './filter-reason.ts';
import { type EarlierPath, lookAtEarlier } from './hard-link.ts';
import { downloadNames } from './temporary-name.ts';

export interface SettleContext {
  readonly watchMatches: WatchMatchRepository;
  readonly sources: SourceReader;
  /** SHA-256 in hexadecimal of the version that was found there. Fails if the file changed meanwhile or can't be read. */
  readonly hash: (file: LedgerFile, version: FileVersion, signal: AbortSignal) => Promise<Result<string>>;
  readonly rootPath: string;
  readonly rule: Pick<WatchRule, 'marker' | 'sameContent' | 'afterwards' | 'include' | 'exclude'>;
  readonly target: SendTarget;
  readonly signal: AbortSignal;
}

/** What was read of a file, and of those that it may have been. */
export interface FileFacts {
  /** The SHA-256 that was read; null if nothing depended on the content. */
  readonly sha256: string | null;
  /** By row and where it was, what that path leads to now. */
  readonly isThere: ReadonlyMap<string, EarlierPath>;
}

/** What was found of a row's path says nothing once its rule has moved the file. */
const placeKey = ({ id, movedTo }: LedgerFile): string => JSON.stringify([id, movedTo]);

export type SettleResult =
  /** It is complete. What becomes of it is decided with the ledger as it is when that is written. */
  | { readonly kind: 'complete'; readonly facts: FileFacts }
  /** Not yet. It is checked again later. */
  | { readonly kind: 'later'; readonly reason: WatchReason | null }
  | { readonly kind: 'changed'; readonly found: FileStats }
  /** Gone, or its share is: a scan of its folder tells. */
  | { readonly kind: 'missing' };

const unread: FileFacts = { sha256: null, isThere: new Map() };

/** A pass over files that settled: what is found of a folder holds for all of them. */
export class SettleCheck {
  readonly #context: SettleContext;
  readonly #markers = new Map<number, Promise<boolean>>();

  constructor(context: SettleContext) {
    this.#context = context;
  }

  /**
   * Whether the file is complete and can be read, with everything that decides what becomes of it. Rejects with ReadError when
   * it is stopped.
   */
  async check(file: LedgerFile): Promise<SettleResult> {
    const { rule, sources, rootPath: root, signal } = this.#context;
    const { marker } = rule;
    if (marker !== null && !(await this.#hasMarker(file, marker)))
      return { kind: 'later', reason: { code: 'marker-missing', marker } };
    // Until the outcome is known, nothing that is read of it decides; scans tell whether it changes.
    const isWaiting = file.reason?.code === 'earlier-sending';
    if (isWaiting && mayBeSending(this.#context, file)) return { kind: 'later', reason: file.reason };
    const path = this.#pathOf(file, file.name, file.nameBytes);
    let version: FileVersion;
    try {
      // Windows refuses this while another program writes to the file.
      const ends = await sources.readEnds({ root, path }, signal);
      if (ends === null) return { kind: 'missing' };
      const { found, opened } = ends;
      for (const stats of [found, opened])
        if (versionChange(file, stats) !== null) return { kind: 'changed', found: stats };
      if (file.sizeBytes === 0 && (await this.#isBeingDownloaded(file)))
        return { kind: 'later', reason: { code: 'changing' } };
      version = opened;
    } catch (error) {
      return readProblem(errnoOf(error), signal);
    }
    return this.#readFacts(file, version);
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

  /** Reads what the decision about the file needs, and nothing else. */
  async #readFacts(file: LedgerFile, version: FileVersion): Promise<SettleResult> {
    const { hash, signal } = this.#context;
    let facts = unread;
    for (;;) {
      const decision = decideWith(this.#context, file, facts);
      switch (decision.kind) {
        case 'look': {
          const isThere = new Map(facts.isThere);
          for (const row of decision.at)
            isThere.set(placeKey(row), await lookAtEarlier(row, file, this.#context));
          facts = { ...facts, isThere };
          break;
        }
        case 'read-content': {
          const hashed = await hash(file, version, signal);
          if (!hashed.ok && hashed.failure.code === 'path-unreadable')
            return readProblem(hashed.failure.errno, signal);
          // It changed, or is gone: the next check finds out.
          if (!hashed.ok) return { kind: 'later', reason: { code: 'changing' } };
          facts = { ...facts, sha256: hashed.value };
          break;
        }
        default:
          return { kind: 'complete', facts };
      }
    }
  }
}

type DecisionContext = Pick<SettleContext, 'watchMatches' | 'rootPath' | 'rule' | 'target'>;

/** Whether a rule would have taken the file of a row that it didn't take itself, from where that one was. */
function wouldTake(
  { rootPath, rule }: Pick<DecisionContext, 'rootPath' | 'rule'>,
  { place, name }: LedgerFile,
): boolean {
  const root = pathKey(rootPath, null).toString('latin1');
  const raw = Buffer.from(place).toString('latin1');
  if (raw !== root && !raw.startsWith(root.endsWith('/') ? root : `${root}/`)) return false;
  const folder = decodeRaw(raw.slice(root.length).replace(/^\//, '')).text;
  const filters = scanFilters(rule);
  return folder.split('/', 1)[0] !== filters.ignoredFolder && filterReason(filters)(folder, name) === null;
}

/** What came from where only another rule takes files was sent as that one says: for this rule it is a copy. */
function isOfRule(context: DecisionContext, file: LedgerFile, row: LedgerFile): boolean {
  return row.ruleId === file.ruleId || wouldTake(context, row);
}

/** What becomes of a file by the ledger as it is now. */
export function decideWith(
  context: DecisionContext,
  file: LedgerFile,
  { sha256, isThere }: FileFacts,
): SettledDecision {
  const { watchMatches, rule, target } = context;
  return decideSettled({
    file,
    sameContent: rule.sameContent,
    sameFile: watchMatches.sameFile(file, target),
    samePath: watchMatches.samePath(file, target),
    isThere: (row) => {
      const found = isThere.get(placeKey(row)) ?? null;
      if (found === 'gone') return !isOfRule(context, file, row);
      return found === null ? null : found === 'there';
    },
    mayBeMoving: (row) =>
      rule.afterwards !== 'leave' && row.ruleId === file.ruleId && watchMatches.isBeforeMove(row),
    content:
      sha256 === null
        ? null
        : {
            sha256,
            first: watchMatches.firstWithContent(file, sha256, target),
            toBeSent: watchMatches.toBeSent(file, sha256, target),
          },
  });
}

/** Whether something that it may wait for is still being sent. */
function mayBeSending(context: SettleContext, file: LedgerFile): boolean {
  const { watchMatches, target, rule } = context;
  const isSending = (row: LedgerFile): boolean =>
    (row.state === 'taken' || (row.state === 'held' && row.batchId !== null)) && isOfRule(context, file, row);
  return (
    watchMatches.samePath(file, target).some((version) => version.file.state === 'taken') ||
    watchMatches.sameFile(file, target).some(isSending) ||
    (rule.sameContent !== 'send' &&
      file.sha256 !== null &&
      watchMatches.toBeSent(file, file.sha256, target) !== null)
  );
}

export function waitsFor({ place, name }: LedgerFile): WatchReason {
  return { code: 'earlier-sending', earlierPath: joinPath(Buffer.from(place).toString(), name) };
}

function readProblem(errno: string, signal: AbortSignal): SettleResult {
  if (signal.aborted) return { kind: 'later', reason: null };
  if (isMissing(errno)) return { kind: 'missing' };
  return { kind: 'later', reason: { code: isInUse(errno) ? 'in-use' : 'unreadable', errno } };
}
