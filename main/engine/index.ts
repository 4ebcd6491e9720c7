/** The engine, as the command line, the window's host and the tests compose it. */
export type * from './api.ts';
export type { Difference } from './custody/against.ts';
export type { ReceiptFormat } from './custody/issue-messages.ts';
export { type VerifyReport, verifyReceipt } from './custody/verify.ts';
export type * from './desk/protocol.ts';
export { dryRun } from './dry-run.ts';
export { openEngine } from './engine.ts';
export { openReader, type Reader } from './reader.ts';
export type { RunOptions } from './run-upload.ts';
