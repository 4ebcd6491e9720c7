/** What a receipt that was read proves, and whether it is the one that was asked for. Pure. */
import type { KeyStorage } from '../../../preload/contract/signing-key.ts';
import type { ReceiptMismatch, ReceiptProof } from '../../../preload/contract/verify-text.ts';
import type { ReceiptCheck } from './receipt-reader.ts';

export interface Expectations {
  /** The fingerprint of the key that must have signed the receipt, in lowercase hex. */
  readonly key?: string | undefined;
  /** The head that the receipt's log must have. */
  readonly head?: string | undefined;
  /** The fingerprints of this installation's keys. */
  readonly ownKeys?: readonly string[] | undefined;
}

export interface Signer {
  /** SHA-256 over the public half (DER, SubjectPublicKeyInfo), in hex. */
  readonly fingerprint: string;
  /** Where the signer said the private half is kept. */
  readonly storage: KeyStorage;
}

export interface ProvedReceipt {
  readonly proof: ReceiptProof;
  /** Null if the receipt isn't signed, or isn't intact. */
  readonly signer: Signer | null;
  readonly mismatches: readonly ReceiptMismatch[];
  /** Whether a head was asked for and the log has it. */
  readonly headMatches: boolean;
}

type Checked = Pick<ReceiptCheck, 'head' | 'signature' | 'expectedHeadSeq' | 'problems'>;

export function proveReceipt(check: Checked, expected: Expectations): ProvedReceipt {
  if (check.problems.length > 0)
    return { proof: 'not-intact', signer: null, mismatches: [], headMatches: false };
  const statement = check.signature?.statement ?? null;
  const signer =
    statement === null ? null : { fingerprint: statement.keyFingerprint, storage: statement.keyStorage };
  const mismatches = mismatchesOf(check, signer, expected);
  return {
    proof: mismatches.length > 0 ? 'not-expected' : proofOf(signer, expected),
    signer,
    mismatches,
    headMatches: expected.head === check.head,
  };
}

function proofOf(signer: Signer | null, { key, ownKeys = [] }: Expectations): ReceiptProof {
  if (signer === null) return 'consistent';
  if (key !== undefined) return 'signed-as-expected';
  return ownKeys.includes(signer.fingerprint) ? 'signed-here' : 'signed';
}

function mismatchesOf(
  { head, expectedHeadSeq }: Checked,
  signer: Signer | null,
  expected: Expectations,
): readonly ReceiptMismatch[] {
  const mismatches: ReceiptMismatch[] = [];
  if (expected.key !== undefined && expected.key !== signer?.fingerprint)
    mismatches.push({ code: 'key-differs', expected: expected.key, found: signer?.fingerprint ?? null });
  if (expected.head !== undefined && expected.head !== head)
    mismatches.push(
      expectedHeadSeq === null
        ? { code: 'head-differs', expected: expected.head, found: head }
        : { code: 'head-earlier', expected: expected.head, seq: expectedHeadSeq },
    );
  return mismatches;
}
