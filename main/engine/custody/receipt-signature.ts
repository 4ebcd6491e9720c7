/**
 * The signature of a receipt: over the head of its log, which covers everything else in the receipt. docs/receipts.md
 * shows how to check one without Lading.
 */
import { z } from 'zod';
import type { VerifyProblem } from '../../../preload/contract/texts/verify-text.ts';
import { keyStorage, sha256Text } from '../../../preload/contract/views/signing-key.ts';
import { canonicalJson } from '../types/canonical-json.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';
import { receiptFormatVersion } from './receipt-format.ts';
import { readPublicKey, type SigningKey } from './signing-key.ts';

/** Base64 in its only form: with padding, and with zeros in the bits that padding leaves unused. */
const base64 = z.string().refine((text) => Buffer.from(text, 'base64').toString('base64') === text);

/** What is signed: the canonical JSON of this object, in UTF-8. */
const receiptStatement = z.strictObject({
  /** Keeps the signature from being taken for one over anything else. */
  purpose: z.literal('lading-receipt'),
  formatVersion: z.literal(receiptFormatVersion),
  uploadId: z.string(),
  /** The hash and the number of the log's last event, and its time. */
  head: sha256Text,
  seq: z.int().positive(),
  issuedAt: z.string(),
  keyFingerprint: sha256Text,
  keyStorage,
});
export type ReceiptStatement = Readonly<z.infer<typeof receiptStatement>>;

export const receiptSignature = z.strictObject({
  algorithm: z.literal('Ed25519'),
  /** DER, SubjectPublicKeyInfo. */
  publicKey: base64,
  statement: receiptStatement,
  value: base64,
});
export type ReceiptSignature = Readonly<z.infer<typeof receiptSignature>>;

/** A token of a time-stamping authority (RFC 3161) over the canonical JSON of the signature. */
export const receiptTimestamp = z.strictObject({ token: base64 });
export type ReceiptTimestamp = Readonly<z.infer<typeof receiptTimestamp>>;

/** What follows the log in a receipt. */
export interface ReceiptSeal {
  readonly signature: ReceiptSignature | null;
  readonly timestamp: ReceiptTimestamp | null;
}

export const unsealed: ReceiptSeal = { signature: null, timestamp: null };

type LastEvent = Pick<ChainedEvent, 'seq' | 'at' | 'hash'>;

/** Signs the log of an upload that ends with an event. */
export function signReceipt(key: SigningKey, uploadId: string, last: LastEvent): ReceiptSignature {
  const statement: ReceiptStatement = {
    purpose: 'lading-receipt',
    formatVersion: receiptFormatVersion,
    uploadId,
    head: last.hash,
    seq: last.seq,
    issuedAt: last.at,
    keyFingerprint: key.fingerprint,
    keyStorage: key.storage,
  };
  return {
    algorithm: 'Ed25519',
    publicKey: key.publicKey,
    statement,
    value: key.sign(signedBytes(statement)).toString('base64'),
  };
}

/** What the rest of the receipt says, for comparison. */
export interface SignedContent {
  readonly uploadId: string;
  readonly head: string;
  readonly seq: number;
  readonly issuedAt: string | null;
  /** The key that the log names; null if it names none. */
  readonly loggedKey: string | null;
}

/** Returns null if the signature is valid and over this receipt. */
export function checkSignature(
  { publicKey, statement, value }: ReceiptSignature,
  content: SignedContent,
): VerifyProblem | null {
  const key = readPublicKey(publicKey);
  if (
    key === null ||
    key.fingerprint !== statement.keyFingerprint ||
    !key.verify(signedBytes(statement), Buffer.from(value, 'base64'))
  )
    return { code: 'signature-invalid' };
  if (statement.uploadId !== content.uploadId) return { code: 'signature-of-other-upload' };
  if (
    statement.head !== content.head ||
    statement.seq !== content.seq ||
    statement.issuedAt !== content.issuedAt
  )
    return { code: 'signature-over-other-log' };
  if (statement.keyFingerprint !== content.loggedKey) return { code: 'signing-key-differs' };
  return null;
}

/** The bytes that are signed. */
export function signedBytes(statement: ReceiptStatement): Buffer {
  return Buffer.from(canonicalJson(statement), 'utf8');
}
