import type { Secrets } from './api-keys.ts';
import type { Fault, FaultTarget } from './faults.ts';
import type { FileStorage } from './file-storage.ts';
import type { SandboxSettings } from './options.ts';
import type { AccountRepository } from './store/accounts.ts';
import type { RequestLog } from './store/request-log.ts';
import type { SourceFileRow, UploadRepository } from './store/uploads.ts';

/** Everything an operation may reach. Built once at the start, by the process. */
export interface SandboxContext {
  readonly settings: SandboxSettings;
  readonly secrets: Secrets;
  readonly accounts: AccountRepository;
  readonly uploads: UploadRepository;
  readonly log: RequestLog;
  readonly files: FileStorage;
  readonly faults: { next(subject: FaultTarget): Fault | undefined };
  /** Known only once the server listens. */
  origin(): string;
}

/** Told when a source file is whole on disk and its documents are to be made. */
export type OnFileReceived = (sourceFile: SourceFileRow) => void;
