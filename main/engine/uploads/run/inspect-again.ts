/** A failed file may hold something else by the time it is retried: what was found of it is found again. */
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { FindingCode } from '../../../../preload/contract/views/finding.ts';
import { storeInspected } from '../../intake/preflight/inspect-inventory.ts';
import { filesPerJob, type InspectJob } from '../../intake/preflight/inspect-protocol.ts';
import {
  type InspectedJob,
  type InspectThreadsOptions,
  inspectOnThreads,
  threadLimits,
} from '../../intake/preflight/inspect-threads.ts';
import { inspectionCodes, uncertainCodes } from '../../intake/preflight/inspection-codes.ts';
import type { ToCompare } from '../../store/items/inspection-repository.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { ItemId } from '../../types/ids.ts';
import type { FileIdentity } from '../../types/source-path.ts';
import { uploadProfile } from '../context/connect.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { checkFiles } from '../prepare/check-files.ts';
import { checkImagingLogs } from '../prepare/check-imaging-logs.ts';
import { largestFileBytes } from '../prepare/inspect-upload.ts';

export interface RetriedFile {
  readonly item: Item;
  readonly seen: FileIdentity;
  /** Its content may be another one. */
  readonly hasChanged: boolean;
}

const threadCount = 4;
const defaultStallMs = 10_000;
/** What was compared with the content that isn't there any longer. */
const comparedCodes: readonly FindingCode[] = [
  'duplicate',
  'already-sent',
  'maybe-sent',
  'new-version',
  'known-file',
  'image-hash-differs',
  'segment-misnamed',
];
/** What a source that went away looks like. Its files are queued, and wait for it. */
const awayCodes: ReadonlySet<FindingCode> = new Set(['unreadable', 'locked', 'changed']);

/** Whether what was found of a file says nothing of it as it is now. */
export function isToInspect({ findings }: Repositories, { item, seen, hasChanged }: RetriedFile): boolean {
  // A link, or a file of a source that is away, which nobody has looked at.
  if (seen === item) return false;
  return hasChanged || findings.ofItem(item.id).some(({ code }) => uncertainCodes.has(code));
}

/** What is found of these files now. Nothing is stored. Nothing is found for uploads without checks. */
export async function inspectAgain(
  context: EngineContext,
  upload: Upload,
  files: readonly RetriedFile[],
  signal: AbortSignal,
): Promise<Result<readonly InspectedJob[]>> {
  const { request } = upload;
  const isChecked = request.checkFiles !== false && context.repositories.inspections.get(upload.id) !== null;
  if (!isChecked || files.length === 0) return success([]);
  const profile = await uploadProfile(context, upload);
  if (!profile.ok) return profile;
  const jobs = jobsOf(files, request, largestFileBytes(profile.value.limits));
  const work: InspectThreadsOptions = {
    threads: threadCount,
    stallMs: context.stallMs ?? defaultStallMs,
    nextJob: (exceptRoots) => {
      const index = jobs.findIndex(({ rootPath }) => !exceptRoots.has(rootPath));
      return index === -1 ? null : (jobs.splice(index, 1)[0] ?? null);
    },
    onStalled: () => undefined,
    limits: threadLimits,
  };
  const done: InspectedJob[] = [];
  for await (const job of inspectOnThreads(work, signal)) done.push(withoutAway(job));
  return success(done);
}

function jobsOf(
  files: readonly RetriedFile[],
  links: InspectJob['links'],
  maxFileBytes: number | null,
): InspectJob[] {
  const roots = Map.groupBy(files, ({ item }) => item.root);
  return [...roots].flatMap(([rootPath, ofRoot]) =>
    Array.from({ length: Math.ceil(ofRoot.length / filesPerJob) }, (_, index) => {
      const some = ofRoot.slice(index * filesPerJob, (index + 1) * filesPerJob);
      return {
        rootPath,
        folders: some.map(({ item }) => ({ path: item.folder, pathBytes: item.folderBytes })),
        files: some.map(({ item: { id: itemId, name, nameBytes }, seen }, folder) => {
          const { sizeBytes, mtimeNs, fileId } = seen;
          return { itemId, folder, name, nameBytes, sizeBytes, mtimeNs, fileId };
        }),
        links,
        maxFileBytes,
      };
    }),
  );
}

function withoutAway({ job, result }: InspectedJob): InspectedJob {
  if (!result.mayBeAway) return { job, result };
  const findings = result.findings.map((found) => {
    if (!awayCodes.has(found.code)) return found;
    return { ...found, code: 'not-checked', details: { files: 1, why: 'check-failed' } } as const;
  });
  return { job, result: { ...result, findings } };
}

/** In place of what was found before. Call in the transaction that queues the files, before they get their new identity. */
export function storeAgain(
  repositories: Repositories,
  { id: uploadId }: Pick<Upload, 'id'>,
  files: readonly RetriedFile[],
  jobs: readonly InspectedJob[],
): void {
  const { findings, inspections, containerFolders, lockedFiles, events } = repositories;
  if (files.length === 0) return;
  // What it finds is compared with the log again once it is recorded.
  inspections.setChanging(uploadId, true);
  events.append(uploadId, new Date().toISOString(), 'findings-changing', {});
  const assigned = files.map(({ item: { id } }) => {
    const own = containerFolders.ofItem(id).map(({ path }) => path);
    return { id, own: own.map((path) => [path, containerFolders.assignment(uploadId, id, path)] as const) };
  });
  for (const { item, hasChanged } of files) {
    findings.removeCodes(item.id, hasChanged ? [...inspectionCodes, ...comparedCodes] : inspectionCodes);
    containerFolders.add(item.id, []);
    if (hasChanged) lockedFiles.forgetFile(item.id);
  }
  for (const job of jobs) storeInspected(repositories, uploadId, job);
  for (const { id, own } of assigned)
    for (const [path, custodian] of own)
      if (custodian != null && containerFolders.assignment(uploadId, id, path) !== undefined)
        containerFolders.assign(id, path, custodian);
}

/**
 * Compares files that changed or were found since they were last compared, with the logs of their images and by the checks
 * that read whole files, also what an earlier process queued and didn't compare. One that can't be compared with the list of
 * known files, because the list is gone, is sent and named. Fails with stopped.
 */
export async function compareAgain(
  context: EngineContext,
  upload: Pick<Upload, 'id' | 'request'>,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { store, repositories } = context;
  const { inspections } = repositories;
  const files = inspections.toCompare(upload.id);
  if (files.items.size === 0 && files.after === null) return success(undefined);
  const compared = await compareChanged(context, upload, files, signal);
  if (compared.ok) store.writes.transaction(() => inspections.endCompare(upload.id));
  return compared;
}

async function compareChanged(
  { store: { writes }, repositories, ...resources }: EngineContext,
  { id, request }: Pick<Upload, 'id' | 'request'>,
  files: ToCompare,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { items, after } = files;
  const isCompared = (item: ItemId): boolean => items.has(item) || (after !== null && item > after);
  const access = { sources: resources.sources, options: request, signal };
  await checkImagingLogs(writes, repositories, id, access, isCompared);
  if (signal.aborted) return failure('stopped');
  if (request.checks === undefined) return success(undefined);
  const checked = await checkFiles(
    { ...resources, writes, repositories },
    id,
    // They are compared with the hash lists among them once they are sent.
    { ...request.checks, hashLists: false },
    signal,
    undefined,
    isCompared,
  );
  if (checked.ok) return success(undefined);
  const { code } = checked.failure;
  if (code !== 'hash-list-unreadable' && code !== 'hash-list-empty') return checked;
  const details = { files: 1, why: 'check-failed' } as const;
  writes.transaction(() =>
    repositories.findings.add(
      id,
      repositories.inspections
        .itemsToCompare(id, files)
        .map((itemId) => ({ code: 'not-checked', itemId, path: null, details })),
    ),
  );
  return success(undefined);
}
