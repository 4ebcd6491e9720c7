import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import type { ItemId } from '../store/items.ts';
import { attempt } from '../store/sqlite-failure.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadRequest } from '../types/uploads.ts';
import type { StoreEngine } from './engine.ts';
import { uploadNotFound } from './read-uploads.ts';

export type DraftChanges = Partial<
  Pick<UploadRequest, 'custodian' | 'custodianRule' | 'settings' | 'sha1' | 'partCheck'>
> & {
  /** By hand, for a folder and everything below it. */
  readonly assign?: { readonly folderId: number; readonly custodian: string | null };
};

/** Before anything was sent: who gets what, and how it is processed. */
export function updateDraft(
  engine: StoreEngine,
  id: UploadId,
  { assign, ...changes }: DraftChanges,
): Result<undefined> {
  const { uploads, folders } = engine.queries;
  const upload = uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state !== 'ready')
    return failure('bad-input', `Upload ${id} has begun: custodians and settings can no longer be changed.`);
  const profile = engine.findConnection(upload)?.platform.profile;
  if (changes.settings !== undefined && profile !== undefined) {
    const settings = checkSettings(changes.settings, profile);
    if (!settings.ok) return settings;
  }
  const folder = assign === undefined ? null : folders.get(id, assign.folderId);
  if (assign !== undefined && folder === null)
    return failure('not-known', `Upload ${id} has no folder ${assign.folderId}.`);
  return attempt(engine.store.path, () => {
    engine.store.commits.now(() => {
      uploads.setRequest(id, { ...upload.request, ...changes });
      if (changes.custodianRule !== undefined) folders.applyRule(id, changes.custodianRule);
      if (folder !== null) folders.assign(folder, assign?.custodian ?? null);
    });
    return undefined;
  });
}

/** A draft that is not wanted: its inventory goes with it. */
export function discardDraft(engine: StoreEngine, id: UploadId): Result<undefined> {
  const upload = engine.queries.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state !== 'ready' && upload.state !== 'scanning')
    return failure('bad-input', `Upload ${id} has begun: cancel it instead.`);
  engine.store.commits.now(() => engine.queries.uploads.forget(id));
  return success(undefined);
}

/** The parts of an item: what is acknowledged and what is on the wire. */
export function partsOf(engine: StoreEngine, id: UploadId, itemId: number) {
  const { sourceFiles } = engine.queries;
  const sourceFile = sourceFiles.current(itemId as ItemId);
  return {
    partSizeBytes: sourceFile?.partSizeBytes ?? 0,
    partCount: sourceFile?.partCount ?? 0,
    done: runsOf(sourceFile === null ? [] : sourceFiles.parts(sourceFile.id).map((part) => part.number)),
    inFlight: [...(engine.live.get(id)?.partsInFlight(itemId) ?? [])],
    retried: [...(engine.live.get(id)?.partsRetried(itemId) ?? [])],
  };
}

export function partOf(engine: StoreEngine, itemId: number, number: number): { etag: string | null } {
  const { sourceFiles } = engine.queries;
  const sourceFile = sourceFiles.current(itemId as ItemId);
  return { etag: sourceFile === null ? null : sourceFiles.etag(sourceFile.id, number) };
}

/** Sorted numbers as runs, both ends included. */
export function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
