import type { Secrets } from './api-keys.ts';
import type { DatasetPasswords } from './dataset-passwords.ts';
import type { FaultSource } from './faults.ts';
import type { FileStorage } from './file-storage.ts';
import type { SandboxSettings } from './options.ts';
import type { AccountRepository } from './store/accounts.ts';
import type { BillingRepository } from './store/billing.ts';
import type { DatabaseRepository } from './store/databases.ts';
import type { DirectoryRepository } from './store/directories.ts';
import type { EventRepository } from './store/events.ts';
import type { InvitationRepository } from './store/invitations.ts';
import type { MemberRepository } from './store/members.ts';
import type { ProjectRepository } from './store/projects.ts';
import type { RequestLog } from './store/request-log.ts';
import type { SourceFileRow, UploadRepository } from './store/uploads.ts';
import type { UsedTokens } from './store/used-tokens.ts';

/** Everything an operation may use. Created once, by the process. */
export interface SandboxContext {
  readonly settings: SandboxSettings;
  readonly secrets: Secrets;
  readonly accounts: AccountRepository;
  readonly billing: BillingRepository;
  readonly members: MemberRepository;
  readonly invitations: InvitationRepository;
  readonly events: EventRepository;
  readonly databases: DatabaseRepository;
  readonly directories: DirectoryRepository;
  readonly projects: ProjectRepository;
  readonly uploads: UploadRepository;
  readonly usedTokens: UsedTokens;
  readonly log: RequestLog;
  readonly files: FileStorage;
  readonly passwords: DatasetPasswords;
  readonly faults: FaultSource;
  /** All of it is stored, or nothing if it throws. */
  transaction<T>(work: () => T): T;
  /** Known once the server listens. */
  origin(): string;
}

/** Called when a source file is complete on disk, to create its documents. */
export type OnFileReceived = (sourceFile: SourceFileRow) => void;
