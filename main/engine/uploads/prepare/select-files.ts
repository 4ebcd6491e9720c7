import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { everything, isEverything, type Selection } from '../../../../preload/contract/views/selection.ts';
import { nameSegments } from '../../intake/custodians/apply-rules.ts';
import { rulesOf } from '../../intake/custodians/upload-rules.ts';
import { applySelection } from '../../intake/selection/apply-selection.ts';
import { findBadGlob } from '../../intake/selection/skip-reason.ts';
import { surveyInventory } from '../../intake/selection/survey-inventory.ts';
import type { Repositories } from '../../store/repositories.ts';
import { sqliteResult, storeResult } from '../../store/sqlite-failure.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { changeableDraft } from '../context/draft-state.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { type CheckResources, checkFiles } from './check-files.ts';
import { checkImagingLogs } from './check-imaging-logs.ts';

/** Fails with glob-invalid. */
export function checkSelection(selection: Selection): Result<Selection> {
  const bad = findBadGlob(selection);
  return bad === null ? success(selection) : failure('glob-invalid', { ...bad });
}

/**
 * After a scan: finds what can be told without reading files, makes the checks that the request asks for, then applies the
 * upload's rules.
 */
export async function selectScannedFiles(
  resources: CheckResources,
  id: UploadId,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const { writes, repositories, earlier } = resources;
  const surveyed = await surveyInventory({ writes, repositories, uploadId: id, signal, earlier });
  if (!surveyed) return failure('stopped');
  const request = repositories.uploads.get(id)?.request;
  if (request === undefined) return uploadNotFound(id);
  if (!(await nameSegments(writes, repositories, id, rulesOf(repositories, id, request), signal)))
    return failure('stopped');
  await checkImagingLogs(writes, repositories, id, { sources: resources.sources, options: request, signal });
  const { checks } = request;
  const checked = checks === undefined ? success(null) : await checkFiles(resources, id, checks, signal);
  if (!checked.ok) return checked;
  return applyRules(writes, repositories, id, signal);
}

/** Changes the rules of a draft, and which of its files are sent. Fails with upload-started and glob-invalid. */
export async function setSelection(
  context: EngineContext,
  id: UploadId,
  selection: Selection,
): Promise<Result<undefined>> {
  const checked = checkSelection(selection);
  if (!checked.ok) return checked;
  return changeSelection(context, id, ({ selections, uploads }, upload) => {
    uploads.setRequest(id, { ...upload.request, selection });
    selections.setPending(id, true);
    return success(undefined);
  });
}

/** Rules that were stored, but not applied when Lading was killed. */
export async function applyPendingSelection(
  { repositories, store }: EngineContext,
  id: UploadId,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  return repositories.selections.isPending(id)
    ? applyRules(store.writes, repositories, id, signal)
    : success(undefined);
}

/** Call before an upload starts, and after its custodians changed. */
export function finishSelection(context: EngineContext, id: UploadId): Promise<Result<undefined>> {
  const { repositories, store, runs, tasks } = context;
  // Two at once would miss what the other one skips.
  return runs.changeSelection(id, async () => {
    const selection = repositories.uploads.get(id)?.request.selection;
    const usesCustodians = (selection?.custodians.length ?? 0) + (selection?.notCustodians.length ?? 0) > 0;
    if (!usesCustodians && !repositories.selections.isPending(id)) return success(undefined);
    return tasks.run((closing) => applyRules(store.writes, repositories, id, closing));
  });
}

/**
 * One change after the other: each starts from what the one before stored. Then applies the rules. Fails with upload-started.
 */
export function changeSelection(
  context: EngineContext,
  id: UploadId,
  change: (repositories: Repositories, upload: Upload) => Result<undefined>,
): Promise<Result<undefined>> {
  const { repositories, store, runs, tasks } = context;
  return runs.changeSelection(id, async () => {
    const draft = changeableDraft(context, id);
    if (!draft.ok) return draft;
    const changed = sqliteResult(store.path, () =>
      store.writes.transaction(() => change(repositories, draft.value)),
    );
    if (!changed.ok) return changed;
    if (!changed.value.ok) return changed.value;
    return tasks.run((closing) => applyRules(store.writes, repositories, id, closing));
  });
}

function applyRules(
  writes: WriteBatcher,
  repositories: Repositories,
  id: UploadId,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const selection = repositories.uploads.get(id)?.request.selection ?? everything;
  const isNeeded = !isEverything(selection) || repositories.selections.isPending(id);
  return storeResult(async () => {
    if (!isNeeded) return success(undefined);
    const applied = await applySelection(writes, repositories, id, selection, signal);
    return applied ? success(undefined) : failure('stopped');
  });
}

/** In the log of an upload that starts: which rules chose its files. The caller opens the transaction. */
export function recordSelection(
  { uploads, selections, events }: Repositories,
  id: UploadId,
  at: string,
): void {
  const selection = uploads.get(id)?.request.selection ?? everything;
  const skipped = selections.tallies(id);
  if (isEverything(selection) && skipped.length === 0) return;
  events.append(id, at, 'files-selected', {
    selection: { ...selection },
    skipped: skipped.map((tally) => ({ ...tally })),
  });
}
