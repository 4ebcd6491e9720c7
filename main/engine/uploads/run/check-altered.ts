/**
 * Someone may have edited the store while Lading was closed. What decides what is sent, and where, has to be what the
 * upload's log says. Only the log's first events are read, and its last ones back to where the open source files were created:
 * a log of millions must not delay a run. The rest of its chain shows in the receipt.
 */
import { dirname, resolve } from 'node:path';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { OpenSourceFile } from '../../store/uploads/source-file-repository.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { JsonObject } from '../../types/canonical-json.ts';
import { type ChainedEvent, createChainChecker } from '../../types/hash-chain.ts';

/** The upload gets its dataset at the start of the first run that sends. */
const firstEvents = 200;

export type Altered = 'log' | 'server' | 'database' | 'dataset' | 'sources' | 'source-files';

/** Fails with upload-altered. */
export function checkUnaltered(
  { events, sourceFiles }: Pick<Repositories, 'events' | 'sourceFiles'>,
  upload: Upload,
): Result<void> {
  const isOther = (): boolean =>
    hasOtherSourceFile(sourceFiles.open(upload.id), events.ofType(upload.id, 'source-file-created'));
  const altered =
    findAltered(upload, [...events.all(upload.id, firstEvents)]) ?? (isOther() ? 'source-files' : null);
  return altered === null ? success(undefined) : failure('upload-altered', { uploadId: upload.id, altered });
}

type Facts = Pick<Upload, 'serverUrl' | 'databaseId' | 'datasetId' | 'sources'> & {
  readonly request: Pick<Upload['request'], 'databaseId' | 'dataset' | 'sources'>;
};

/** What differs between an upload and its log; null if nothing. Pure. */
export function findAltered(upload: Facts, log: readonly ChainedEvent[]): Altered | null {
  const chain = createChainChecker();
  if (log.some((event) => chain.next(event) !== null)) return 'log';
  const [created] = log;
  if (created?.type !== 'upload-created') return 'log';
  const { serverUrl, databaseId, datasetId = null, sources } = created.data;
  if (serverUrl !== upload.serverUrl) return 'server';
  if (databaseId !== upload.databaseId || databaseId !== upload.request.databaseId) return 'database';
  const { dataset } = upload.request;
  const newDataset =
    log.findLast(({ type }) => type === 'dataset-created' || type === 'dataset-shared')?.data['datasetId'] ??
    null;
  const isNew = 'name' in dataset;
  if (isNew !== (datasetId === null)) return 'dataset';
  const expected = isNew ? newDataset : datasetId;
  if (isNew && newDataset === null && log.length === firstEvents) return sourcesAltered(upload, sources);
  if (upload.datasetId !== expected || (!isNew && dataset.id !== expected)) return 'dataset';
  return sourcesAltered(upload, sources);
}

/** Whether an open source file isn't the one that was created last for its file or pack. `created`: the last first. Pure. */
export function hasOtherSourceFile(open: readonly OpenSourceFile[], created: Iterable<JsonObject>): boolean {
  const left = new Map(open.map(({ item, pack, id }) => [`${item}/${pack}`, id]));
  if (left.size === 0) return false;
  for (const { item = null, pack = null, sourceFileId } of created) {
    const of = `${item}/${pack}`;
    const id = left.get(of);
    if (id === undefined) continue;
    if (id !== sourceFileId) return true;
    left.delete(of);
    if (left.size === 0) return false;
  }
  return true;
}

function sourcesAltered(upload: Facts, logged: unknown): Altered | null {
  // Neither the log nor the roots hold half a surrogate pair, which a name on Windows may have.
  const sources = upload.request.sources.map((source) => source.toWellFormed());
  if (JSON.stringify(logged) !== JSON.stringify(sources)) return 'sources';
  // The root of a file is its folder.
  const roots = new Set(sources.flatMap((source) => [resolve(source), dirname(resolve(source))]));
  return upload.sources.every((root) => roots.has(root)) ? null : 'sources';
}
