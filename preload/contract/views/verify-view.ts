/** The result of verifying a receipt, as the window shows it. */
import { z } from 'zod';
import { failureSchema } from '../failures/failure-table.ts';
import type {
  DifferenceReason,
  ProfileChange,
  ReceiptMismatch,
  StoreProblem,
  VerifyLimit,
  VerifyProblem,
} from '../texts/verify-text.ts';
import { hashAlgorithms } from './hash-algorithm.ts';
import { uploadId } from './ids.ts';
import { keyStorage, receiptKey, sha256Text } from './signing-key.ts';
import { timestamped, timestampProof } from './timestamp.ts';

const count = z.int().nonnegative();
const items = z.object({ items: count });
/** Written by the engine to the same types, so only the outer shape is checked. */
const hasCode = (value: unknown): boolean => typeof value === 'object' && value !== null && 'code' in value;

/** What a receipt says, and the log of its upload or its items don't. */
const storeProblem = z.custom<StoreProblem>(hasCode);

/** What a person keeps apart from a receipt. */
export const issuedReceipt = z.object({
  /** The hash of the log's last event. */
  head: z.string(),
  /** The key that signed it, or why it isn't signed. */
  signedWith: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: receiptKey }),
    z.object({ ok: z.literal(false), failure: failureSchema }),
  ]),
  /** The time stamp of the signature, or why there is none. It is null if none was asked for. */
  timestamp: timestamped.nullable(),
  /** What the store says, and its log or its items don't. The receipt was written and isn't intact: the store was edited. */
  problems: z.array(storeProblem).readonly(),
  /** It is null where every run used the same interface profile, as far as the log says. */
  profileChange: z.custom<ProfileChange>((value) => typeof value === 'object').nullable(),
});
export type IssuedReceipt = z.infer<typeof issuedReceipt>;

export const verifyProgressView = z.object({
  phase: z.enum(['receipt', 'sizes', 'hashes', 'other-files']),
  itemsDone: count,
  /** It is null while it is unknown. */
  itemsTotal: count.nullable(),
});
export type VerifyProgressView = z.infer<typeof verifyProgressView>;

const difference = z.object({
  /** Relative to the compared folder. */
  path: z.string(),
  kind: z.enum(['missing', 'changed', 'unreadable', 'not-in-receipt']),
  reason: z.custom<DifferenceReason>(hasCode),
});
export type DifferenceView = z.infer<typeof difference>;

const comparisonView = z.object({
  folder: z.string(),
  same: count,
  sameBy: z.array(z.object({ hashes: z.array(z.enum(hashAlgorithms)).readonly(), files: count })).readonly(),
  sameSizeOnly: count,
  missing: count,
  changed: count,
  unreadable: count,
  moved: count,
  notCompared: count,
  links: count,
  notInReceipt: count,
  /** The first thousand, by path. */
  differences: z.array(difference),
  differencesNotListed: count,
});
export type ComparisonView = z.infer<typeof comparisonView>;

/** As many as a person looks through. Earlier ones are chosen in a dialog. */
export const maxSavedReceipts = 5;
/** A receipt that was saved from this data folder. Its file may be gone since. */
export const savedReceipt = z.object({ id: z.int(), uploadId, path: z.string(), savedAt: z.string() });
export type SavedReceiptView = z.infer<typeof savedReceipt>;

export const verifyView = z.object({
  path: z.string(),
  uploadId: z.string(),
  serverUrl: z.string(),
  isSandbox: z.boolean(),
  databaseName: z.string(),
  datasetName: z.string(),
  user: z.string(),
  hostName: z.string(),
  /** By the clock of the computer that wrote it. */
  issuedAt: z.string().nullable(),
  items: count,
  bytes: count,
  outcomes: z.object({
    accepted: items,
    /** Links that the platform downloads itself. */
    handedOver: items,
    skipped: items,
    failed: items,
    held: items,
    pending: items,
  }),
  head: sha256Text,
  proof: z.enum(['not-intact', 'not-expected', 'consistent', 'signed', 'signed-here', 'signed-as-expected']),
  signer: z.object({ fingerprint: sha256Text, storage: keyStorage }).nullable(),
  timestamp: timestampProof.nullable(),
  headMatches: z.boolean(),
  problems: z.array(z.custom<VerifyProblem>(hasCode)),
  mismatches: z.array(z.custom<ReceiptMismatch>(hasCode)),
  limits: z.array(z.custom<VerifyLimit>(hasCode)),
  comparison: comparisonView.nullable(),
});
export type VerifyView = z.infer<typeof verifyView>;
