/** What happened to the rules since the last look: the lines that `lading watch` prints. */

import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { countFound, type ExceptionCounts } from '../../../preload/contract/views/exception.ts';
import type { FoundFile } from '../../../preload/contract/views/found-file.ts';
import type { WatchRuleId } from '../../../preload/contract/views/ids.ts';
import { countProblems } from '../../../preload/contract/views/upload-problems.ts';
import type { WatchBatchView } from '../../../preload/contract/watch/watch-batch.ts';
import type {
  WatchCounts,
  WatchedFolderView,
  WatchState,
  WatchWait,
} from '../../../preload/contract/watch/watched-folder.ts';
import type { Totals, UploadState } from '../../engine/index.ts';

type LastScan = NonNullable<WatchedFolderView['lastScan']>;

export type RuleEvent = { readonly rule: string } & (
  | {
      readonly event: 'rule';
      readonly path: string;
      readonly state: WatchState;
      readonly failure: Failure | null;
    }
  | {
      readonly event: 'scan';
      readonly files: number;
      readonly durationMs: number;
      /** What it didn't take, although no pattern leaves it out. */
      readonly temporary: number;
      readonly overdue: number;
      readonly unreadable: number;
      readonly examples: NonNullable<LastScan['examples']>;
    }
  | { readonly event: 'files'; readonly counts: WatchCounts }
  | { readonly event: 'waiting'; readonly waitingFor: WatchWait | null }
  | {
      readonly event: 'upload-started';
      readonly upload: number;
      readonly dataset: string;
      readonly files: number;
      readonly bytes: number;
    }
  | {
      readonly event: 'upload-finished';
      readonly upload: number;
      readonly state: UploadState;
      readonly totals: Totals;
      /** Files that were sent with something that a person has to look at: by kind, and the first of them. */
      readonly exceptions: ExceptionCounts;
      readonly found: readonly FoundFile[];
    }
);

export interface FollowedUpload {
  readonly state: UploadState;
  readonly totals: Totals;
  readonly exceptions: ExceptionCounts;
  /** Another time once something was sent after the end. */
  readonly finishedAt: string | null;
}

/** What the events are made of. */
export interface RuleSource {
  /** The batches that a rule closed last, newest first: at least those that may be tried again. */
  recentBatches(ruleId: WatchRuleId): readonly WatchBatchView[];
  /** The batches of a rule that were closed after the batch with this ID, oldest first. */
  batchesAfter(ruleId: WatchRuleId, batchId: number): readonly WatchBatchView[];
  /** Returns null if the upload is gone. */
  upload(id: number): FollowedUpload | null;
  /** The first files of an upload with something that a person has to look at. */
  foundFiles(uploadId: number): readonly FoundFile[];
}

/** A copied share changes the counts all the time. */
const filesEveryMs = 10_000;

interface Known {
  view: WatchedFolderView;
  countsAtMs: number;
  counts: WatchCounts | null;
  lastBatch: number;
  /** Uploads that were started and haven't ended. */
  readonly open: Set<number>;
  /** Uploads that ended with problems, and when: they end again when what failed was retried. */
  readonly ended: Map<number, string>;
}

export class RuleEvents {
  readonly #source: RuleSource;
  readonly #known = new Map<number, Known>();

  constructor(source: RuleSource) {
    this.#source = source;
  }

  /** `nowMs` is monotonic. */
  update(views: readonly WatchedFolderView[], nowMs: number): readonly RuleEvent[] {
    return views.flatMap((view) => {
      const known = this.#known.get(view.id);
      return known === undefined ? this.#first(view, nowMs) : this.#next(known, view, nowMs);
    });
  }

  #first(view: WatchedFolderView, nowMs: number): readonly RuleEvent[] {
    const batches = this.#source.recentBatches(view.id);
    const known: Known = {
      view,
      countsAtMs: nowMs,
      counts: view.counts,
      lastBatch: batches[0]?.id ?? 0,
      open: new Set(),
      ended: new Map(),
    };
    for (const { uploadId } of batches) {
      const upload = this.#source.upload(uploadId);
      if (upload !== null && !hasEnded(upload)) known.open.add(uploadId);
      else if (upload !== null && hasProblems(upload)) known.ended.set(uploadId, endOf(upload));
    }
    this.#known.set(view.id, known);
    return [ruleEvent(view), ...scanEvents(null, view), ...waitEvents(null, view)];
  }

  #next(known: Known, view: WatchedFolderView, nowMs: number): readonly RuleEvent[] {
    const before = known.view;
    known.view = view;
    return [
      ...(before.state === view.state ? [] : [ruleEvent(view)]),
      ...scanEvents(before, view),
      ...this.#batches(known),
      ...this.#ended(known),
      ...countEvents(known, nowMs),
      ...waitEvents(before, view),
    ];
  }

  #batches(known: Known): readonly RuleEvent[] {
    const batches = this.#source.batchesAfter(known.view.id, known.lastBatch);
    known.lastBatch = batches.at(-1)?.id ?? known.lastBatch;
    return batches.map(({ uploadId, datasetName, files, bytes }) => {
      known.open.add(uploadId);
      const { name } = known.view.rule;
      return { event: 'upload-started', rule: name, upload: uploadId, dataset: datasetName, files, bytes };
    });
  }

  #ended({ open, ended, view }: Known): readonly RuleEvent[] {
    return [...new Set([...open, ...ended.keys()])].flatMap((id): readonly RuleEvent[] => {
      const upload = this.#source.upload(id);
      if (upload !== null && (!hasEnded(upload) || ended.get(id) === endOf(upload))) return [];
      open.delete(id);
      ended.delete(id);
      if (upload === null) return [];
      if (hasProblems(upload)) ended.set(id, endOf(upload));
      const { state, totals, exceptions } = upload;
      const found = countFound(exceptions) === 0 ? [] : this.#source.foundFiles(id);
      const { name } = view.rule;
      return [{ event: 'upload-finished', rule: name, upload: id, state, totals, exceptions, found }];
    });
  }
}

/** Another one once something was sent since, or a person decided about held files. */
function endOf({ finishedAt, totals }: FollowedUpload): string {
  return `${finishedAt} ${totals.held.items}`;
}

export function hasEnded({ state, totals: { queued, uploading } }: FollowedUpload): boolean {
  // The files of a canceled upload are closed after its state is.
  return state === 'finished' || (state === 'cancelled' && queued.items + uploading.items === 0);
}

function hasProblems({ totals }: FollowedUpload): boolean {
  return countProblems(totals) > 0;
}

function ruleEvent({ rule, state, failure }: WatchedFolderView): RuleEvent {
  return { event: 'rule', rule: rule.name, path: rule.path, state, failure };
}

/** A scan that found as much as the one before, and could take as much of it, says nothing new. */
function scanEvents(
  before: WatchedFolderView | null,
  { rule, lastScan }: WatchedFolderView,
): readonly RuleEvent[] {
  if (lastScan === null) return [];
  const tallies = scanTallies(lastScan);
  const earlier = before?.lastScan ?? null;
  if (earlier !== null && isDeepStrictEqual(scanTallies(earlier), tallies)) return [];
  const { durationMs, examples = { temporary: [], unreadable: [] } } = lastScan;
  return [{ event: 'scan', rule: rule.name, ...tallies, durationMs: Math.round(durationMs), examples }];
}

function scanTallies({ files, temporary = 0, overdue = 0, unreadable = 0 }: LastScan) {
  return { files, temporary, overdue, unreadable };
}

function countEvents(known: Known, nowMs: number): readonly RuleEvent[] {
  const { view, counts, countsAtMs } = known;
  if (sameCounts(counts, view.counts) || nowMs - countsAtMs < filesEveryMs) return [];
  known.counts = view.counts;
  known.countsAtMs = nowMs;
  return [{ event: 'files', rule: view.rule.name, counts: view.counts }];
}

function sameCounts(a: WatchCounts | null, b: WatchCounts): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function waitEvents(
  before: WatchedFolderView | null,
  { rule, waitingFor }: WatchedFolderView,
): readonly RuleEvent[] {
  const isSame = (before?.waitingFor?.kind ?? null) === (waitingFor?.kind ?? null);
  return isSame ? [] : [{ event: 'waiting', rule: rule.name, waitingFor }];
}
