/** Everything that main answers. */
import { type ActivityDependencies, activityHandlers } from './activity.ts';
import { type AppDependencies, appHandlers } from './app.ts';
import { type ConnectionsDependencies, connectionHandlers } from './connections.ts';
import { type CustodianMatchesDependencies, custodianMatchHandlers } from './custodian-matches.ts';
import { type CustodianTemplatesDependencies, custodianTemplateHandlers } from './custodian-templates.ts';
import { type DirectoriesDependencies, directoryHandlers } from './directories.ts';
import type { Handlers } from './dispatcher.ts';
import { type DraftsDependencies, draftHandlers } from './drafts.ts';
import { type PasswordsDependencies, passwordHandlers } from './passwords.ts';
import { type PlatformChangesDependencies, platformChangeHandlers } from './platform-changes.ts';
import { type ReceiptsDependencies, receiptHandlers } from './receipts.ts';
import { type SandboxDependencies, sandboxHandlers } from './sandbox.ts';
import { type SelectionDependencies, selectionHandlers } from './selection.ts';
import { type SnapshotDependencies, snapshotHandlers } from './snapshot.ts';
import { type TablesDependencies, tableHandlers } from './tables.ts';
import { type UploadsDependencies, uploadHandlers } from './uploads.ts';
import { type WatchDependencies, watchHandlers } from './watch.ts';

export type HandlerDependencies = ActivityDependencies &
  AppDependencies &
  ConnectionsDependencies &
  CustodianMatchesDependencies &
  CustodianTemplatesDependencies &
  DirectoriesDependencies &
  DraftsDependencies &
  PasswordsDependencies &
  PlatformChangesDependencies &
  ReceiptsDependencies &
  SandboxDependencies &
  SelectionDependencies &
  SnapshotDependencies &
  TablesDependencies &
  UploadsDependencies &
  WatchDependencies;

export function createHandlers(dependencies: HandlerDependencies): Handlers {
  return {
    ...snapshotHandlers(dependencies),
    ...appHandlers(dependencies),
    ...connectionHandlers(dependencies),
    ...platformChangeHandlers(dependencies),
    ...sandboxHandlers(dependencies),
    ...directoryHandlers(dependencies),
    ...custodianMatchHandlers(dependencies),
    ...custodianTemplateHandlers(dependencies),
    ...selectionHandlers(dependencies),
    ...draftHandlers(dependencies),
    ...passwordHandlers(dependencies),
    ...uploadHandlers(dependencies),
    ...receiptHandlers(dependencies),
    ...watchHandlers(dependencies),
    ...tableHandlers(dependencies),
    ...activityHandlers(dependencies),
  };
}
