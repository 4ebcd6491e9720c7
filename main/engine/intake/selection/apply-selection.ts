import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import { type Selection, typedFilters } from '../../../../preload/contract/views/selection.ts';
import type {
  CandidateOptions,
  CandidateRow,
  SelectionUpdate,
} from '../../store/items/selection-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import { storedJson, storedReason } from '../../store/stored-value.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { isJsonObject } from '../../types/canonical-json.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { loggedOutcome, OutcomeChanges } from '../../types/outcome-changes.ts';
import { firstSegmentName } from '../../types/segments.ts';
import { clearFindings } from './clear-findings.ts';
import { selectUnread } from './select-unread.ts';
import {
  comparedType,
  compileExclusion,
  compileSelection,
  type SelectableFile,
  type SelectionReason,
} from './skip-reason.ts';

/** Some 15 ms of work, then others have their turn. */
const rowsPerTurn = 2_000;

/** What the selection decides for each file. */
export type Decide = (row: CandidateRow) => string | null;

/** The reason as it is stored, so that it can be compared. */
export function decider(selection: Selection, onMatch?: Parameters<typeof compileSelection>[1]): Decide {
  const reasonOf = compileSelection(selection, onMatch);
  const texts = new WeakMap<SelectionReason, string>();
  return (row) => {
    const reason = reasonOf(selectable(row));
    if (reason === null) return null;
    const known = texts.get(reason);
    if (known !== undefined) return known;
    const text = JSON.stringify(reason);
    texts.set(reason, text);
    return text;
  };
}

export function candidateOptions({ skipKnown, skipDuplicates, onlyNew }: Selection): CandidateOptions {
  return { known: skipKnown, duplicate: skipDuplicates, sent: onlyNew };
}

/**
 * Skips the queued files that the selection doesn't want, and queues those again that an earlier selection skipped. Some
 * thousand files at a time; what a kill interrupts is done again from its start. False after `signal`.
 */
export async function applySelection(
  writes: WriteBatcher,
  repositories: Repositories,
  uploadId: UploadId,
  selection: Selection,
  signal: AbortSignal,
  onProgress: () => void = () => undefined,
): Promise<boolean> {
  const { selections, findings } = repositories;
  await clearFindings({ writes, repositories, uploadId }, [
    'segment-filter',
    'filter-unused',
    'filter-inside',
  ]);
  const split = new Map<ItemId, NewFinding>();
  const used = new Set<string>();
  const onMatch: Parameters<typeof compileSelection>[1] = (filter, value) => used.add(`${filter} ${value}`);
  const decide = decider(selection, onMatch);
  const options = candidateOptions(selection);
  // Skipped ones first: what they give back is looked at again, what they take isn't.
  for (const state of ['skipped', 'queued'] as const) {
    for (let after = 0; ; ) {
      const rows = selections.candidates(state, uploadId, after, rowsPerTurn, options);
      if (signal.aborted) return false;
      const changes = changesOf(rows, decide);
      for (const row of rows) if (row.setId !== null) findSplit(row, row.setId, decide, split);
      if (changes.length > 0) applyChanges(writes, repositories, uploadId, changes);
      if (rows.length < rowsPerTurn) break;
      after = rows.at(-1)?.id ?? 0;
      onProgress();
      await setImmediate();
    }
  }
  const excluded = compileExclusion(selection, onMatch);
  if (!(await selectUnread(writes, repositories, uploadId, excluded, signal))) return false;
  writes.transaction(() =>
    findings.add(uploadId, [
      ...split.values(),
      ...unusedFilters(selection, used),
      ...insideContainers(repositories, uploadId, selection),
    ]),
  );
  if (selection.skipDuplicates) await skipDuplicates(writes, repositories, uploadId, signal);
  if (signal.aborted) return false;
  writes.transaction(() => selections.setPending(uploadId, false));
  return true;
}

/** A set is decided on by its first segment. Finds those of which the filters would send some files, and skip others. */
function findSplit(row: CandidateRow, itemId: ItemId, decide: Decide, split: Map<ItemId, NewFinding>): void {
  const { ownName: segment, ownBytes, ownModifiedMs } = row;
  const isSent = decide(row) === null;
  const own = { ...row, setId: null, name: segment, sizeBytes: ownBytes, modifiedMs: ownModifiedMs };
  if (split.has(itemId) || isSent === (decide(own) === null)) return;
  split.set(itemId, { code: 'segment-filter', itemId, path: null, details: { isSent, segment } });
}

/** A misspelled filter sends what somebody wanted to leave out, or leaves out what somebody wanted to send. */
function unusedFilters(selection: Selection, used: ReadonlySet<string>): readonly NewFinding[] {
  return typedFilters.flatMap((filter) =>
    [
      ...new Set(
        selection[filter].map((value) =>
          filter === 'types' || filter === 'notTypes' ? comparedType(value) : value,
        ),
      ),
    ]
      .filter((value) => !used.has(`${filter} ${value}`))
      .map(
        (value): NewFinding => ({
          code: 'filter-unused',
          itemId: null,
          path: '',
          details: { filter, value },
        }),
      ),
  );
}

/** Containers that the filters by custodian would treat otherwise for somebody whose folders are in it. */
function insideContainers(
  { containerFolders }: Repositories,
  uploadId: UploadId,
  { custodians, notCustodians }: Selection,
): readonly NewFinding[] {
  if (custodians.length + notCustodians.length === 0) return [];
  const isWanted = (custodian: string): boolean =>
    !notCustodians.includes(custodian) && (custodians.length === 0 || custodians.includes(custodian));
  return containerFolders
    .custodiansInside(uploadId)
    .filter(({ custodian, isSent }) => isSent !== isWanted(custodian))
    .map(({ itemId, custodian, isSent }) => ({
      code: 'filter-inside',
      itemId,
      path: null,
      details: { isSent, custodian },
    }));
}

/** A person's choice overrides the rule. */
export function maySkipDuplicate({ choice }: Pick<CandidateRow, 'choice'>): boolean {
  return choice !== 'selected';
}

/**
 * After the other rules: the first one of the files that are sent is kept, so that no content is lost because its first
 * copy is excluded.
 */
async function skipDuplicates(
  writes: WriteBatcher,
  repositories: SelectionStore & Pick<Repositories, 'fileHashes'>,
  uploadId: UploadId,
  signal: AbortSignal,
): Promise<void> {
  const { selections, fileHashes } = repositories;
  for (let after = 0; !signal.aborted; ) {
    const page = fileHashes.queuedDuplicates(uploadId, after, rowsPerTurn);
    const changes = page.flatMap(({ id, kept, of, sha256 }): SelectionUpdate[] => {
      const row = id === kept ? null : selections.candidate(id);
      if (row === null || !maySkipDuplicate(row)) return [];
      const reason = JSON.stringify({ code: 'duplicate', of, sha256, upload: null, at: null });
      return [{ row, reason }];
    });
    if (changes.length > 0) applyChanges(writes, repositories, uploadId, changes);
    if (page.length < rowsPerTurn) return;
    after = page.at(-1)?.id ?? 0;
    await setImmediate();
  }
}

type SelectionStore = Pick<Repositories, 'selections' | 'listings' | 'events'>;

/** In the log where it has the files already: it says of each what became of it. */
function applyChanges(
  writes: WriteBatcher,
  { selections, listings, events }: SelectionStore,
  uploadId: UploadId,
  changes: readonly SelectionUpdate[],
): void {
  const loggedTo = listings.loggedTo(uploadId);
  writes.recomputable(() => {
    selections.apply(uploadId, changes);
    const logged = new OutcomeChanges();
    for (const { row, reason } of changes)
      if (row.id <= loggedTo)
        logged.add(
          row.id,
          loggedOutcome(reason === null ? 'queued' : 'skipped', storedReason(reason, row.id)),
          loggedOutcome(row.state, storedReason(row.reason, row.id)),
        );
    const data = logged.data();
    if (data.changes !== undefined)
      events.append(uploadId, new Date().toISOString(), 'files-selected-again', data);
  });
}

function changesOf(rows: readonly CandidateRow[], decide: Decide): SelectionUpdate[] {
  const changes: SelectionUpdate[] = [];
  for (const row of rows) {
    const reason = decide(row);
    if (reason !== row.reason) changes.push({ row, reason });
  }
  return changes;
}

/** The details of the finding that a fact is kept as. */
function fact<Code extends SelectionReason['code']>(code: Code, details: string | null, itemId: number) {
  type Fact = Extract<SelectionReason, { readonly code: Code }>;
  if (details === null) return null;
  const kept = z.custom<Omit<Fact, 'code'>>(isJsonObject);
  return { code, ...storedJson(details, kept, ['findings.details', `${itemId}`]) };
}

function selectable(row: CandidateRow): SelectableFile {
  const { folder, name, sizeBytes, modifiedMs, type, custodian, choice, known, duplicate, sent } = row;
  return {
    folder,
    name: row.setId === null ? name : firstSegmentName(name),
    sizeBytes,
    modifiedMs,
    type,
    custodian,
    choice,
    known: fact('known-file', known, row.id),
    duplicate: fact('duplicate', duplicate, row.id),
    sent: fact('already-sent', sent, row.id),
  };
}
