/** Everything that main answers. */
import { type AppDependencies, appHandlers } from './app.ts';
import { type ConnectionsDependencies, connectionHandlers } from './connections.ts';
import { type DirectoriesDependencies, directoryHandlers } from './directories.ts';
import type { MainHandlers } from './dispatcher.ts';
import { type DraftsDependencies, draftHandlers } from './drafts.ts';
import { type PathsDependencies, pathHandlers } from './paths.ts';
import { type PlatformChangesDependencies, platformChangeHandlers } from './platform-changes.ts';
import { type ReceiptsDependencies, receiptHandlers } from './receipts.ts';
import { type SandboxDependencies, sandboxHandlers } from './sandbox.ts';
import { type SnapshotDependencies, snapshotHandlers } from './snapshot.ts';
import { type UploadsDependencies, uploadHandlers } from './uploads.ts';

export type HandlerDependencies = AppDependencies &
  ConnectionsDependencies &
  DirectoriesDependencies &
  DraftsDependencies &
  PathsDependencies &
  PlatformChangesDependencies &
  ReceiptsDependencies &
  SandboxDependencies &
  SnapshotDependencies &
  UploadsDependencies;

export function createMainHandlers(dependencies: HandlerDependencies): MainHandlers {
  return {
    ...snapshotHandlers(dependencies),
    ...appHandlers(dependencies),
    ...connectionHandlers(dependencies),
    ...platformChangeHandlers(dependencies),
    ...sandboxHandlers(dependencies),
    ...directoryHandlers(dependencies),
    ...draftHandlers(dependencies),
    ...pathHandlers(dependencies),
    ...uploadHandlers(dependencies),
    ...receiptHandlers(dependencies),
  };
}
