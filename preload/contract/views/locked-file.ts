/** Files that a password is needed for, and what trying passwords on them gave. */
import { z } from 'zod';
import { itemId } from './ids.ts';

const count = z.int().nonnegative();

/**
 * opened: one of the passwords fits; `reason` is `checksum` where only a checksum says so, and `several` where files in an
 * archive have different ones. no-fit: none does, or with `some-files` not for every file in it that was tried. cannot-try:
 * nothing on this computer can tell, and `reason` says why. unreadable: `reason` is the system's code.
 */
export const trialStatus = z.enum(['not-tried', 'opened', 'no-fit', 'cannot-try', 'unreadable']);
export type TrialStatus = z.output<typeof trialStatus>;

export const lockedColumns = ['path', 'status', 'type', 'custodian', 'size'] as const;

export const lockedFileView = z.object({
  itemId,
  path: z.string(),
  /** A content type's code. */
  type: z.string(),
  sizeBytes: z.number().nonnegative(),
  custodian: z.string().nullable(),
  /** `entries`: some of what it holds can be read without a password. */
  locked: z.enum(['file', 'entries']),
  status: trialStatus,
  reason: z.string().nullable(),
});
export type LockedFileView = z.output<typeof lockedFileView>;

export const lockedFilesSummary = z.object({
  files: count,
  bytes: z.number().nonnegative(),
  byStatus: z.record(trialStatus, count),
  /** Entered for this upload and held in memory. */
  passwords: count,
  /** While passwords are being tried. */
  trial: z.object({ files: count, done: count, tried: count }).nullable(),
  /** Passwords were entered before Lading ended. They are not stored, so they must be entered again. */
  mustEnterAgain: z.boolean(),
});
export type LockedFilesSummary = z.output<typeof lockedFilesSummary>;
