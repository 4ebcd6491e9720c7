import type { Secrets } from './api-keys.ts';
import type { Fault, FaultSubject } from './faults.ts';
import type { Files } from './file-storage.ts';
import type { SandboxSettings } from './options.ts';
import type { Accounts } from './store/accounts.ts';
import type { RequestLog } from './store/request-log.ts';
import type { SourceFileRow, Uploads } from './store/uploads.ts';

/** Everything an operation may reach. Built once at the start, by the process. */
export interface World {
  readonly settings: SandboxSettings;
  readonly secrets: Secrets;
  readonly accounts: Accounts;
  readonly uploads: Uploads;
  readonly log: RequestLog;
  readonly files: Files;
  readonly faults: { next(subject: FaultSubject): Fault | undefined };
  /** Known only once the server listens. */
  origin(): string;
}

/** Told when a source file is whole on disk and its documents are to be made. */
export type OnArrived = (sourceFile: SourceFileRow) => void;
