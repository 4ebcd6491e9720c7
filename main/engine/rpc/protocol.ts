/** The calls and events between main and the engine's process: the window's calls, and some that only main may make. */

import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { Answer, CallsAt, Parsed } from '../../../preload/contract/index.ts';
import type { PlatformChange } from '../../../preload/contract/platform/calls.ts';
import type {
  ChangeDescription,
  DescribedName,
} from '../../../preload/contract/platform/change-description.ts';
import type {
  DirectoryCheck,
  DirectoryProgress,
  DirectorySync,
} from '../../../preload/contract/views/directory.ts';
import type { UploadId, WatchRuleId } from '../../../preload/contract/views/ids.ts';
import type { ConnectionForm, InterfaceForm } from '../../../preload/contract/views/interface-form.ts';
import type {
  IssuedReceipt,
  VerifyProgressView,
  VerifyView,
} from '../../../preload/contract/views/verify-view.ts';
import type {
  Preferences,
  ProgressView,
  SourceView,
  UploadView,
} from '../../../preload/contract/views/views.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import type { TimestampSettings } from '../custody/receipt-timestamp.ts';
import type { UncheckedInput } from '../platform/operation-input.ts';
import type { Account } from '../types/connection.ts';

export interface ConnectedAccount extends Account {
  readonly form: ConnectionForm;
}

/** How the engine reaches a platform. The engine has the key in memory only. */
export interface EngineConnection {
  readonly connectionId: string;
  readonly serverUrl: string;
  readonly apiKey: string;
  readonly profilePath: string | null;
  /** From the system (session.resolveProxy) or the person's settings; null for a direct connection. */
  readonly proxyUrl: string | null;
  /** Additional trusted certificates, from the system's store or a CA file. PEM. */
  readonly caPem: string | null;
  /** The form of the interface that a person chose; null to find it. */
  readonly form?: InterfaceForm | null;
}

/** The private half (PKCS #8, PEM); null where the key of the data folder's file is to sign. */
type KeychainKey = string | null;

/** Changes on the platform that a person confirmed. */
type PlatformChanges = {
  [Name in PlatformChange]: { argument: Parsed<Name>; answer: NonNullable<Answer<Name>> };
};

/** Calls that main makes for the window, with arguments that the window may not name or know. */
export interface MainCalls extends PlatformChanges {
  'connections.open': { argument: EngineConnection; answer: ConnectedAccount };
  'connections.close': { argument: { connectionId: string }; answer: undefined };
  'uploads.snapshot': {
    argument: undefined;
    answer: { uploads: UploadView[]; progress: ProgressView[]; watchedFolders: WatchedFolderView[] };
  };
  /** What a change would do. Main asks a person about it before it has it made. */
  'platform.describeChange': {
    argument: { readonly connectionId: string; readonly operation: DescribedName } & UncheckedInput;
    answer: ChangeDescription;
  };
  /** What a person chose or dropped. */
  'drafts.sourceKinds': {
    argument: { readonly sources: readonly string[] };
    answer: SourceView['kind'][];
  };
  'directories.check': { argument: Parsed<'directories.check'>; answer: DirectoryCheck };
  'drafts.scan': {
    argument: Omit<Parsed<'drafts.create'>, 'maskLinks' | 'replaces'> & {
      readonly maskLinks?: boolean;
      readonly replaces?: UploadId | null;
    };
    answer: UploadView;
  };
  /** Which of these servers of links a person must confirm before they are asked: scheme, host, and port. */
  'links.hostsToConfirm': {
    argument: { readonly origins: readonly string[] };
    answer: { readonly origins: readonly string[] };
  };
  /** A person confirmed these servers in a system dialog. */
  'links.confirmHosts': { argument: { readonly origins: readonly string[] }; answer: undefined };
  /** Fails if the upload can't run. Otherwise returns at once; events report its progress and its end. */
  'uploads.run': {
    /** `isStart`: a person started it. Anything else, such as resuming after a restart, never sends a draft. */
    argument: Omit<Parsed<'uploads.start'>, 'confirmDatabase'> & {
      readonly isStart: boolean;
      readonly confirmDatabase?: string | null;
    };
    answer: Answer<'uploads.start'>;
  };
  /** Links that a person entered again. Fails with link-not-needed. */
  'uploads.provideLinks': { argument: { uploadId: UploadId; links: string[] }; answer: undefined };
  'uploads.requeueFailed': { argument: { uploadId: UploadId }; answer: Answer<'uploads.retryFailed'> };
  /** The sandbox's data was deleted: cancels its unfinished uploads. */
  'uploads.sandboxDeleted': { argument: undefined; answer: undefined };
  /** Runs the active rules, once connections are ready. Does nothing the second time. */
  'watch.start': { argument: undefined; answer: undefined };
  /** The computer was asleep: scans at once. */
  'watch.wake': { argument: undefined; answer: undefined };
  'limits.set': {
    argument: Pick<Preferences, 'bytesPerSecond' | 'schedule' | 'concurrency'>;
    answer: undefined;
  };
  'receipts.write': {
    argument: {
      uploadId: UploadId;
      format: 'json' | 'csv';
      path: string;
      signingKey: KeychainKey;
      timestamps: TimestampSettings | null;
    };
    answer: IssuedReceipt;
  };
  'receipts.signingKey': {
    argument: { signingKey: KeychainKey };
    answer: Answer<'receipts.signingKey'>;
  };
  'receipts.saved': { argument: undefined; answer: Answer<'receipts.saved'> };
  'receipts.verify': {
    argument: Parsed<'receipts.verify'> & {
      /** Certificates that the person trusts for time stamps. PEM. */
      readonly timestampCaPem: string | null;
    };
    answer: VerifyView;
  };
  /** Sends what was checked, or fails with directory-csv-changed. */
  'directories.sync': {
    argument: { readonly connectionId: string; readonly directoryId: number; readonly check: DirectoryCheck };
    answer: DirectorySync;
  };
  /** Where a person may save: the first of these folders that is in no source. */
  'exports.folder': { argument: { folders: readonly string[] }; answer: string | null };
  /** A text that main words. */
  'exports.text': { argument: { path: string; text: string }; answer: undefined };
  /** Returns the profile's name. Fails with profile-invalid, which lists the errors with their lines. */
  'profiles.read': { argument: { path: string }; answer: { name: string } };
  /** Pauses every upload and closes the store, so that the process may end. Returns the uploads that were running. */
  'engine.drain': { argument: undefined; answer: { uploadIds: number[] } };
}

export type EngineCallName = CallsAt<'engine'> | keyof MainCalls;
export type EngineArgument<Name extends EngineCallName> = Name extends keyof MainCalls
  ? MainCalls[Name]['argument']
  : Name extends CallsAt<'engine'>
    ? Parsed<Name>
    : never;
export type EngineAnswer<Name extends EngineCallName> = Name extends keyof MainCalls
  ? MainCalls[Name]['answer']
  : Name extends CallsAt<'engine'>
    ? Answer<Name>
    : never;

export interface EngineEvents {
  'upload.changed': UploadView;
  'upload.removed': { readonly uploadId: UploadId };
  progress: ProgressView;
  'receipts.progress': VerifyProgressView;
  'directories.progress': DirectoryProgress;
  'watch.changed': WatchedFolderView;
  'watch.removed': { readonly ruleId: WatchRuleId };
  /** An upload ended. `isIncomplete`: it stopped, or files failed or need review. */
  'upload.ended': { readonly upload: UploadView; readonly isIncomplete: boolean };
}
export type EngineEvent = {
  [Name in keyof EngineEvents]: { readonly event: Name; readonly data: EngineEvents[Name] };
}[keyof EngineEvents];

/** Over the process's message port. */
export type EngineRequest = {
  readonly id: number;
  readonly name: EngineCallName;
  readonly argument: unknown;
};
export type EngineMessage =
  | { readonly id: number; readonly result: Result<unknown> }
  | EngineEvent
  /** The first message: whether the store could be opened. */
  | { readonly ready: Result<undefined> };
