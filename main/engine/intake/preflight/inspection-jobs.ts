import type { SourceOptions } from '../../sources/source-handle.ts';
import type { createInspectionRepository, InspectedFolder } from '../../store/items/inspection-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { InventoryMark } from '../../types/inventory-mark.ts';
import { filesPerJob, foldersPerJob, type InspectJob, type JobFile } from './inspect-protocol.ts';

type InspectionRepository = ReturnType<typeof createInspectionRepository>;

const foldersPerPage = 200;

export interface JobOptions {
  readonly maxFileBytes: number | null;
  readonly links: SourceOptions;
  readonly since: InventoryMark;
  /** Each new folder once, as it comes. */
  readonly onFolder: (folder: InspectedFolder) => void;
}

/** Cuts an inventory into jobs, page by page, from several roots in turn. */
export class InspectionJobs {
  readonly #sources: { readonly rootPath: string; readonly jobs: Iterator<InspectJob> }[];

  constructor(inspections: InspectionRepository, uploadId: UploadId, options: JobOptions) {
    this.#sources = inspections.roots(uploadId).map(({ id, path }) => ({
      rootPath: path,
      jobs: jobsOfRoot(inspections, uploadId, id, path, options),
    }));
  }

  /** The next job of a root that is none of these; null if there is none. */
  next(exceptRoots: ReadonlySet<string>): InspectJob | null {
    for (;;) {
      const index = this.#sources.findIndex(({ rootPath }) => !exceptRoots.has(rootPath));
      const [source] = index === -1 ? [] : this.#sources.splice(index, 1);
      if (source === undefined) return null;
      const next = source.jobs.next();
      if (next.done === true) continue;
      this.#sources.push(source);
      return next.value;
    }
  }
}

function* jobsOfRoot(
  inspections: InspectionRepository,
  uploadId: UploadId,
  rootId: number,
  rootPath: string,
  { maxFileBytes, links, since, onFolder }: JobOptions,
): Generator<InspectJob> {
  let folders: { path: string; pathBytes: Uint8Array | null }[] = [];
  let files: JobFile[] = [];
  const take = (): InspectJob => {
    const job = { rootPath, folders, files, links, maxFileBytes };
    folders = [];
    files = [];
    return job;
  };
  for (const folder of foldersOf(inspections, uploadId, rootId, since)) {
    if (folder.id > since.folder) onFolder(folder);
    for (let after = since.item; ; ) {
      const page = inspections.files(folder.id, after, filesPerJob - files.length);
      if (page.length === 0) break;
      const index = folders.push({ path: folder.path, pathBytes: folder.pathBytes }) - 1;
      for (const file of page) files.push({ ...file, folder: index });
      if (files.length >= filesPerJob || folders.length >= foldersPerJob) yield take();
      after = page.at(-1)?.itemId ?? after;
    }
  }
  if (files.length > 0) yield take();
}

function* foldersOf(
  inspections: InspectionRepository,
  uploadId: UploadId,
  rootId: number,
  since: InventoryMark,
): Generator<InspectedFolder> {
  for (let after: Uint8Array | null = null; ; ) {
    const page: readonly InspectedFolder[] =
      since.item === 0
        ? inspections.folders(rootId, after, foldersPerPage)
        : inspections.newFolders(uploadId, since, rootId, after, foldersPerPage);
    yield* page;
    after = page.at(-1)?.key ?? null;
    if (page.length < foldersPerPage) return;
  }
}
