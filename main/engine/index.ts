/** The engine's public surface, for the command line, main and the tests. */
export type { FileDifference } from './custody/compare-folder.ts';
export type { ReceiptFormat } from './custody/receipt-protocol.ts';
export type { TimestampSettings } from './custody/receipt-timestamp.ts';
export { openSigningKeyFile } from './custody/signing-key-file.ts';
export { type VerifyReport, verifyReceipt } from './custody/verify.ts';
export {
  checkDirectoryFile,
  checkDirectoryForSync,
  type DirectoryCheckOptions,
  type DirectoryFile,
  syncDirectoryFile,
} from './directories/directory-file.ts';
export { checkRules as checkCustodianRules } from './intake/custodians/check-rules.ts';
export { readCustodianMap } from './intake/custodians/read-map.ts';
export { parseJson } from './json/parse-json.ts';
export { idOfKey } from './platform/connection.ts';
export { describeChange } from './platform/describe-change.ts';
export type { OperationAnswer, OperationCalls } from './platform/operation-calls.ts';
export type { UncheckedInput } from './platform/operation-input.ts';
export type { Platform } from './platform/platform.ts';
export { checkSettings, type FindForm } from './platform/processing-settings.ts';
export type { Profile } from './platform/profile.ts';
export { loadProfile } from './platform/profile-file.ts';
export type { ListPage, RequestOptions } from './platform/request-options.ts';
export { withPlatform } from './platform/with-session.ts';
export type * from './rpc/protocol.ts';
export { storeFileName } from './store/files/own-names.ts';
export type { ListedFinding, StoredFindingGroup } from './store/items/finding-repository.ts';
export type { Inspection } from './store/items/inspection-repository.ts';
export { checkStoreFree } from './store/open.ts';
export { storeFailure } from './store/sqlite-failure.ts';
export type * from './types/connection.ts';
export type { CustodianMap } from './types/custodian-rule.ts';
export type * from './types/ids.ts';
export type * from './types/progress.ts';
export type * from './types/run-options.ts';
export type * from './types/uploads.ts';
export type { EngineOptions, UsualLimits } from './uploads/context/engine-context.ts';
export { type Findings, writeFindingsCsv } from './uploads/context/read-findings.ts';
export { openReader, readSources, type UploadReader } from './uploads/context/read-uploads.ts';
export { saveFileBeside } from './uploads/context/save-file.ts';
export { findTemplate, withTemplate } from './uploads/drafts/custodian-templates.ts';
export { type DryRunEngine, openDryRun } from './uploads/dry-run.ts';
export { checkOutputFile, checkOutputFolder, checkStateFolder } from './uploads/prepare/check-folders.ts';
export { type DatabaseInfo, type DatabaseRef, listDatabaseInfos } from './uploads/prepare/databases.ts';
export type { NewUploadRequest, PrepareOptions } from './uploads/prepare/prepare-upload.ts';
export {
  type ControlRequest,
  type ControlRequested,
  requestControl,
  requestReceipt,
} from './uploads/run/control-requests.ts';
export type { SendingRule } from './uploads/run/decide-held.ts';
export { type Engine, type OpenEngineOptions, openEngine, type WatchedFolders } from './watch/engine.ts';
export { overlapsByPath } from './watch/folder-overlap.ts';
export { type RuleProblem, ruleProblems } from './watch/rule-problems.ts';
