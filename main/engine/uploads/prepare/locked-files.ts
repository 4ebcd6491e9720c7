/** Locked files of an upload, and the passwords that a person has for them. */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import {
  isUntriable,
  lockedListColumns,
  lockedListHeading,
  lockedListIntroduction,
  lockedListLine,
  lockedListRequest,
  lockedListRow,
  trialLabel,
} from '../../../../preload/contract/texts/locked-file-text.ts';
import type { LockedFilesSummary, LockedFileView } from '../../../../preload/contract/views/locked-file.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { patientTrial, usualTrial } from '../../formats/limits.ts';
import { readPasswords } from '../../intake/passwords/read-passwords.ts';
import { type TrialFile, tryPasswords } from '../../intake/passwords/try-passwords.ts';
import { linkFollower, type SourceOptions } from '../../sources/source-handle.ts';
import { writeFailure } from '../../store/files/write-failure.ts';
import type { LockedFile } from '../../store/items/locked-file-repository.ts';
import { sqliteResult } from '../../store/sqlite-failure.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { absolutePath } from '../../types/source-path.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { saveFile } from '../context/save-file.ts';

type Context = Pick<EngineContext, 'repositories' | 'store' | 'uploadPasswords'>;

export function summarizeLockedFiles(
  { repositories, uploadPasswords }: Omit<Context, 'store'>,
  id: UploadId,
): LockedFilesSummary {
  const { lockedFiles, uploads } = repositories;
  const passwords = uploadPasswords.count(id);
  const trial = uploadPasswords.trial(id);
  return {
    ...lockedFiles.counts(id),
    passwords,
    trial: trial === null ? null : { files: trial.files, done: trial.done, tried: trial.tried },
    // A password file is read, and its passwords are tried, again in every run.
    mustEnterAgain:
      passwords === 0 &&
      lockedFiles.passwordCount(id) > 0 &&
      (uploads.get(id)?.request.passwordFile ?? null) === null,
  };
}

/** Fails with upload-not-found. Files that no password fitted are tried again with the next trial. */
export function addPasswords(
  { repositories, store, uploadPasswords }: Context,
  id: UploadId,
  passwords: readonly string[],
): Result<{ added: number }> {
  if (repositories.uploads.get(id) === null) return uploadNotFound(id);
  const added = uploadPasswords.add(id, passwords);
  store.writes.transaction(() => repositories.lockedFiles.setPasswordCount(id, uploadPasswords.count(id)));
  return success({ added });
}

/** Also tries them, so that what they open counts as opened although nobody asked for a trial. */
export function addAndTryPasswords(
  context: Context & Pick<EngineContext, 'tasks'>,
  id: UploadId,
  passwords: readonly string[],
): Result<{ added: number }> {
  const answer = addPasswords(context, id, passwords);
  if (answer.ok && answer.value.added > 0)
    void context.tasks.run((closing) => tryUploadPasswords(context, id, closing));
  return answer;
}

/**
 * With a process, the passwords that it had are gone: what they opened is locked again unless the platform has them. What
 * the store refuses now is done at the next start.
 */
export function forgetLostPasswords({ repositories, store }: Omit<Context, 'uploadPasswords'>): void {
  const { lockedFiles } = repositories;
  sqliteResult(store.path, () => {
    const uploads = lockedFiles.withUnsent();
    if (uploads.length === 0) return;
    store.writes.transaction(() => {
      for (const id of uploads) lockedFiles.forgetUnsent(id);
    });
  });
}

export function clearPasswords(
  { repositories, store, uploadPasswords }: Context,
  id: UploadId,
): Result<undefined> {
  uploadPasswords.forget(id);
  store.writes.transaction(() => {
    repositories.lockedFiles.forget(id);
    repositories.lockedFiles.setPasswordCount(id, 0);
  });
  return success(undefined);
}

/**
 * Tries every password of the upload on its locked files that are not open yet, and records what came of it. Fails with
 * stopped; what was found out by then is kept.
 */
export async function tryUploadPasswords(
  context: Context,
  id: UploadId,
  signal: AbortSignal,
  {
    trySlowFiles = false,
    onProgress = () => undefined,
  }: {
    /** Files that take seconds for each password. */
    readonly trySlowFiles?: boolean;
    readonly onProgress?: (summary: LockedFilesSummary) => void;
  } = {},
): Promise<Result<LockedFilesSummary>> {
  const { repositories, store, uploadPasswords } = context;
  const { lockedFiles, uploads } = repositories;
  const upload = uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  const passwords = uploadPasswords.of(id);
  const { files, byStatus } = lockedFiles.counts(id);
  const trial = uploadPasswords.startTrial(id, files - byStatus.opened);
  const stop = AbortSignal.any([signal, trial.stop.signal]);
  try {
    const tried = await tryPasswords(closedFiles(lockedFiles.all(id), upload.request), passwords, {
      signal: stop,
      limits: trySlowFiles ? patientTrial : usualTrial,
      onTried: (count) => {
        trial.tried += count;
        onProgress(summarizeLockedFiles(context, id));
      },
      onResult: (itemId, result) => {
        // The passwords were cleared meanwhile, or the upload is gone.
        if (stop.aborted) return;
        trial.done += 1;
        const isSent =
          result.status === 'opened' &&
          result.password !== null &&
          uploadPasswords.setOpening(id, itemId, passwords[result.password] ?? '');
        const reason = 'reason' in result ? result.reason : null;
        store.writes.transaction(() => lockedFiles.record(itemId, result.status, reason, isSent));
        onProgress(summarizeLockedFiles(context, id));
      },
    });
    if (!tried.ok) return tried;
  } finally {
    uploadPasswords.endTrial(id, trial);
  }
  return success(summarizeLockedFiles(context, id));
}

function* closedFiles(files: Iterable<LockedFile>, options: SourceOptions): Generator<TrialFile<ItemId>> {
  const follows = linkFollower(options);
  for (const { item, type, status } of files) {
    if (status === 'opened' || item.link !== null) continue;
    const path = absolutePath(item.root, item.folder, item.folderBytes, item.name, item.nameBytes);
    yield { id: item.id, path, followLink: follows(path), type };
  }
}

/** The files that no password is known for. */
function* stillLockedFiles(
  { repositories }: Pick<Context, 'repositories'>,
  id: UploadId,
): Generator<LockedFileView> {
  for (const file of repositories.lockedFiles.inOrder(id)) if (file.status !== 'opened') yield file;
}

/** Every locked file, opened or not. */
export function* lockedFileViews(
  { repositories }: Pick<Context, 'repositories'>,
  id: UploadId,
): Generator<LockedFileView> {
  yield* repositories.lockedFiles.inOrder(id);
}

/** Tries the passwords of a file that the request names. Fails with password-file-unreadable and stopped. */
export async function tryPasswordFile(
  context: Context & Pick<EngineContext, 'sources'>,
  id: UploadId,
  { passwordFile: path, trySlowFiles = false }: Pick<UploadRequest, 'passwordFile' | 'trySlowFiles'>,
  signal: AbortSignal,
  onStart: (passwords: number, files: number) => void = () => undefined,
): Promise<Result<LockedFilesSummary>> {
  const summary = summarizeLockedFiles(context, id);
  if (summary.files === 0 || path === null) return success(summary);
  const read = await readPasswords(path, context.sources, signal);
  if (!read.ok) return read;
  addPasswords(context, id, read.value);
  onStart(read.value.length, summary.files);
  return tryUploadPasswords(context, id, signal, { trySlowFiles });
}

/** As CSV, or as text with a request to the person who knows the passwords. Ends `file`. Fails with write-failed or disk-full. */
export async function writeLockedList(
  context: Pick<Context, 'repositories'>,
  id: UploadId,
  format: 'csv' | 'txt',
  file: Writable,
): Promise<Result<undefined>> {
  function* rows(): Generator<ReturnType<typeof lockedListRow>> {
    for (const locked of stillLockedFiles(context, id)) yield lockedListRow(locked);
  }
  if (format === 'csv') return writeCsv(lockedListColumns, rows(), file);
  const { byStatus } = context.repositories.lockedFiles.counts(id);
  const untriable = byStatus['cannot-try'] + byStatus.unreadable;
  function* lines(): Generator<string> {
    yield `${lockedListRequest}\r\n`;
    yield* section(byStatus['no-fit'] + byStatus['not-tried'], false);
    yield* section(untriable, true);
  }
  function* section(files: number, areUntriable: boolean): Generator<string> {
    if (files === 0) return;
    yield `\r\n${lockedListIntroduction(files, areUntriable)}\r\n`;
    let last: string | null | undefined;
    for (const locked of stillLockedFiles(context, id)) {
      if (isUntriable(locked) !== areUntriable) continue;
      if (locked.custodian !== last) yield `\r\n${lockedListHeading(locked.custodian)}\r\n`;
      last = locked.custodian;
      const why = areUntriable ? `: ${trialLabel(locked)}` : '';
      yield `${lockedListLine({ ...locked, custodian: null })}${why}\r\n`;
    }
  }
  try {
    await pipeline(lines(), file);
    return success(undefined);
  } catch (error) {
    return writeFailure(error);
  }
}

/** As text where the path ends with .txt, else as CSV. Fails with output-in-source, and as writing a file does. */
export function saveLockedList(
  context: Parameters<typeof saveFile>[0],
  id: UploadId,
  path: string,
): Promise<Result<undefined>> {
  const format = path.toLowerCase().endsWith('.txt') ? 'txt' : 'csv';
  return saveFile(context, path, (file) => writeLockedList(context, id, format, file));
}

export function cancelTrial(
  { uploadPasswords }: Pick<Context, 'uploadPasswords'>,
  id: UploadId,
): Result<undefined> {
  uploadPasswords.trial(id)?.stop.abort();
  return success(undefined);
}
