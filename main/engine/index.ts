/** The engine's public surface, for the command line, main and the tests. */
export type { Difference } from './custody/compare-folder.ts';
export type { ReceiptFormat } from './custody/receipt-protocol.ts';
export { type VerifyReport, verifyReceipt } from './custody/verify.ts';
export type { IssuedReceipt } from './custody/write-receipt.ts';
export type * from './rpc/protocol.ts';
export { hasHungThreads } from './sources/hung-threads.ts';
export type * from './types/connection.ts';
export type { CustodianRule } from './types/custodian-rule.ts';
export type * from './types/ids.ts';
export type * from './types/progress.ts';
export type * from './types/run-options.ts';
export type * from './types/uploads.ts';
export { type ControlRequest, requestControl } from './uploads/control-requests.ts';
export { type DatabaseInfo, type DatabaseRef, listDatabaseInfos } from './uploads/databases.ts';
export { dryRun } from './uploads/dry-run.ts';
export { type Engine, openEngine } from './uploads/engine.ts';
export type { EngineOptions } from './uploads/engine-context.ts';
export { openReader, type UploadReader } from './uploads/read-uploads.ts';
