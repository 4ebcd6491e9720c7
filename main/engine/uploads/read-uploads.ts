import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { openForReading } from '../store/open.ts';
import { type Queries, queriesOf } from '../store/repositories.ts';
import type { Upload } from '../store/uploads.ts';
import type { UploadId } from '../types/ids.ts';
import type { ProblemItem, SentFile } from '../types/uploads.ts';

/** Reads the uploads of a store. */
export interface UploadReader {
  uploads(): readonly Upload[];
  upload(id: number): Result<Upload>;
  problems(id: UploadId): Iterable<ProblemItem>;
  sentFiles(id: UploadId): Iterable<SentFile>;
}

export function uploadNotFound(id: number): ReturnType<typeof failure> {
  return failure('upload-not-found', { uploadId: id });
}

export function createUploadReader({ uploads, items, sourceFiles }: Queries): UploadReader {
  return {
    uploads: () => uploads.all(),
    upload(id) {
      const found = uploads.get(id);
      return found === null ? uploadNotFound(id) : success(found);
    },
    problems: (id) => items.problems(id),
    sentFiles: (id) => sourceFiles.sent(id),
  };
}

/** Works while an engine is running. Without a store there are no uploads. */
export function openReader(stateDir: string): Result<UploadReader & { close(): void }> {
  const opened = openForReading(stateDir);
  if (!opened.ok) return opened;
  const db = opened.value;
  if (db === null)
    return success({
      uploads: () => [],
      upload: uploadNotFound,
      problems: () => [],
      sentFiles: () => [],
      close: () => {},
    });
  return success({ ...createUploadReader(queriesOf(db)), close: () => void db.close() });
}
