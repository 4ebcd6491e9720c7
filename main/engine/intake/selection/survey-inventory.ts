import { setImmediate } from 'node:timers/promises';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import { comparablePath } from '../../../../preload/contract/views/source-overlap.ts';
import { isUnchanged } from '../../sources/file-version.ts';
import type {
  EarlierRoot,
  SentVersion,
  SurveyedFile,
  SurveyedFolder,
  SurveyedVersion,
} from '../../store/items/survey-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { type ItemId, itemId, type UploadId } from '../../types/ids.ts';
import type { InventoryMark } from '../../types/inventory-mark.ts';
import { mayHaveSegments, type SegmentFile, segmentSetsOf } from '../../types/segments.ts';
import { systemFileKindOf } from './system-files.ts';

/** The rows of larger pages outlive V8's young generation: with 2,000, a dry run of 400,000 files took 30 MB more. */
const filesPerTurn = 250;
const foldersPerTurn = 200;
/** Look-ups of an earlier upload, and of each file that it sent from the same folder. */
const lookupsPerTurn = 2_000;

export interface Survey {
  readonly writes: WriteBatcher;
  readonly repositories: Repositories;
  readonly uploadId: UploadId;
  readonly signal: AbortSignal;
  /** Looks only at what a rescan added. */
  readonly since?: InventoryMark;
  /** The store of earlier uploads, where the inventory is in one of its own. */
  readonly earlier?: Pick<Repositories, 'surveys' | 'folders'> | undefined;
}

/**
 * Finds, by names and dates alone, system files, evidence in segments, and what earlier uploads sent to the same database.
 * False after `signal`.
 */
export async function surveyInventory(survey: Survey): Promise<boolean> {
  const { repositories, writes, uploadId, signal, since } = survey;
  const segmentFolders = new Set<number>();
  for (let after = since?.item ?? 0; ; ) {
    const files = repositories.surveys.files(uploadId, after, filesPerTurn);
    const findings: NewFinding[] = [];
    for (const file of files) {
      const { id, folderId, folder, name, sizeBytes } = file;
      if (mayHaveSegments(file)) segmentFolders.add(folderId);
      const kind = systemFileKindOf(folder, name, sizeBytes);
      if (kind !== null) findings.push({ code: 'system-file', itemId: id, path: null, details: { kind } });
    }
    if (findings.length > 0) writes.transaction(() => repositories.findings.add(uploadId, findings));
    if (files.length < filesPerTurn) break;
    after = files.at(-1)?.id ?? 0;
    await setImmediate();
    if (signal.aborted) return false;
  }
  for (const folderId of segmentFolders) {
    findSegments(survey, folderId);
    await setImmediate();
    if (signal.aborted) return false;
  }
  return findSent(survey);
}

function findSegments({ repositories, writes, uploadId }: Survey, folderId: number): void {
  const { surveys, findings } = repositories;
  const own = surveys.filesOf(folderId);
  // Where the segments of a set arrive one after the other, earlier batches sent the others.
  const sets = segmentSetsOf<SegmentFile>([...own, ...surveys.takenFrom(uploadId, folderId)]);
  if (sets.length === 0) return;
  const ofUpload = new Map<SegmentFile, SurveyedFile>(own.map((file) => [file, file]));
  writes.transaction(() => {
    for (const { files: all, missing, missingCount, misnamed } of sets) {
      const files = all.flatMap((file) => ofUpload.get(file) ?? []);
      const first = files[0];
      if (first === undefined) continue;
      const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
      for (const { id } of files) surveys.addSegment(id, first.id, bytes);
      const about = { itemId: first.id, path: null };
      const found: NewFinding[] = [];
      if (files.length > 1)
        found.push({ ...about, code: 'segments', details: { files: files.length, bytes } });
      if (missingCount > 0)
        found.push({
          ...about,
          code: 'segment-missing',
          details: { names: [...missing], missing: missingCount },
        });
      for (const { file, named, stated } of misnamed) {
        const itemId = ofUpload.get(file)?.id;
        if (itemId !== undefined)
          found.push({ itemId, path: null, code: 'segment-misnamed', details: { named, stated } });
      }
      findings.add(uploadId, found);
    }
  });
}

async function findSent(survey: Survey): Promise<boolean> {
  const { repositories, writes, uploadId, signal } = survey;
  const { surveys, findings, uploads } = repositories;
  const { surveys: sent, folders } = survey.earlier ?? repositories;
  const upload = uploads.get(uploadId);
  // What a watched folder sent is in its ledger, however many uploads that were.
  if (upload === null || upload.request.watch !== undefined) return true;
  const earlier = sent.earlierRoots(upload);
  if (earlier.length === 0) return true;
  let lookups = 0;
  for (let after = survey.since?.folder ?? 0; ; ) {
    const page = surveys.folders(uploadId, after, foldersPerTurn);
    for (const folder of page) {
      const before = earlierFolders(folder, earlier, { surveys: sent, folders });
      const found = compareVersions(surveys.versions(folder.id), before);
      if (found.length > 0) writes.transaction(() => findings.add(uploadId, found));
      lookups += before.reduce((sum, { files }) => sum + files.length, earlier.length);
      if (lookups < lookupsPerTurn) continue;
      lookups = 0;
      await setImmediate();
      if (signal.aborted) return false;
    }
    if (page.length < foldersPerTurn) return true;
    after = page.at(-1)?.id ?? 0;
    await setImmediate();
    if (signal.aborted) return false;
  }
}

/** The same for queued files that changed since. The caller opens the transaction. */
export function findSentAgain(
  { surveys, folders, findings, uploads }: Repositories,
  uploadId: UploadId,
  items: ReadonlySet<ItemId>,
): void {
  const upload = uploads.get(uploadId);
  if (upload === null || upload.request.watch !== undefined || items.size === 0) return;
  const earlier = surveys.earlierRoots(upload);
  const changed = new Map(
    [...items]
      .map((id) => surveys.folderOf(id))
      .flatMap((folder) => (folder === null ? [] : [[folder.id, folder] as const])),
  );
  for (const folder of changed.values()) {
    const files = surveys.versions(folder.id).filter(({ id }) => items.has(itemId.parse(Number(id))));
    findings.add(uploadId, compareVersions(files, earlierFolders(folder, earlier, { surveys, folders })));
  }
}

interface EarlierFolder {
  readonly upload: string;
  readonly files: readonly SentVersion[];
}

/** The folder as earlier uploads sent it. */
function earlierFolders(
  { rootPath, key: ownKey }: SurveyedFolder,
  earlier: readonly EarlierRoot[],
  { surveys, folders }: Pick<Repositories, 'surveys' | 'folders'>,
): readonly EarlierFolder[] {
  return earlier.flatMap(({ id, path, upload }) => {
    const key = earlierKey(rootPath, ownKey, path);
    const found = key === null ? null : folders.find({ rootId: id, key });
    const files = found === null ? [] : surveys.sentVersions(found);
    return files.length === 0 ? [] : [{ upload, files }];
  });
}

/**
 * `before`: the last upload first. A file that any of them sent unchanged was sent. One that the platform was only asked to
 * accept is sent again, and named.
 */
function compareVersions(files: readonly SurveyedVersion[], before: readonly EarlierFolder[]): NewFinding[] {
  if (before.length === 0) return [];
  const sent = new Map<string, { readonly upload: string; readonly file: SentVersion }[]>();
  for (const { upload, files: earlier } of before)
    for (const file of earlier) {
      const versions = sent.get(nameKey(file)) ?? [];
      versions.push({ upload, file });
      sent.set(nameKey(file), versions);
    }
  return files.flatMap((file): NewFinding[] => {
    const versions = sent.get(nameKey(file));
    if (versions === undefined) return [];
    const unchanged = versions.filter((version) => isUnchanged(version.file, file));
    const same = unchanged.find((version) => version.file.state === 'accepted');
    const [maybe] = unchanged;
    if (same === undefined && maybe !== undefined) {
      const details = { upload: maybe.upload, at: maybe.file.sentAt };
      return [{ itemId: file.id, path: null, code: 'maybe-sent', details }];
    }
    const last = versions.find((version) => version.file.state === 'accepted');
    if (last === undefined) return [];
    const { upload, file: version } = same ?? last;
    const about = { itemId: file.id, path: null };
    const at = version.sentAt;
    if (same === undefined) return [{ ...about, code: 'new-version', details: { upload, at } }];
    const sourceFileId = version.sourceFileId === null ? null : Number(version.sourceFileId);
    return [{ ...about, code: 'already-sent', details: { upload, at, sourceFileId } }];
  });
}

const nameKey = ({ name, nameBytes }: SurveyedVersion): string =>
  nameBytes === null ? name : `\0${Buffer.from(nameBytes).toString('latin1')}`;

/**
 * The key of the same folder below an earlier root, or null if it isn't below it. Keys are spelled as on the disk, so the key
 * of a folder above is spelled as the root is. `platform`: of this computer, as Node names it.
 */
export function earlierKey(
  rootPath: string,
  key: Uint8Array,
  earlierRoot: string,
  platform: string = process.platform,
): Buffer | null {
  const own = Buffer.from(key);
  const root = comparablePath(rootPath, platform);
  const earlier = comparablePath(earlierRoot, platform);
  if (root === earlier) return own;
  if (root.startsWith(`${earlier}/`)) {
    const spelled = platform === 'win32' ? rootPath.replaceAll('\\', '/') : rootPath;
    const above = Buffer.from(spelled.split('/').slice(earlier.split('/').length).join('/'));
    return own.length === 0 ? above : Buffer.concat([above, slash, own]);
  }
  if (!earlier.startsWith(`${root}/`)) return null;
  const below = earlier.slice(root.length + 1);
  const depth = below.split('/').length;
  // A byte for each character, because a name may be no text.
  const names = own.toString('latin1').split('/');
  const start = Buffer.from(names.slice(0, depth).join('/'), 'latin1').toString();
  return comparablePath(start, platform) === below
    ? Buffer.from(names.slice(depth).join('/'), 'latin1')
    : null;
}

const slash = Buffer.from('/');
