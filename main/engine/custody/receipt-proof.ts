/** What a receipt that was read proves, and whether it is the one that was asked for. Pure. */

import type {
  ReceiptMismatch,
  ReceiptProof,
  VerifyLimit,
} from '../../../preload/contract/texts/verify-text.ts';
import type { KeyStorage } from '../../../preload/contract/views/signing-key.ts';
import type { Timestamped, TimestampProof } from '../../../preload/contract/views/timestamp.ts';
import type { ReceiptCheck } from './receipt-reader.ts';
import { checkTimestamp, isLaterThanStamp } from './receipt-timestamp.ts';
import type { Certificate } from './timestamp/certificate.ts';

export interface Expectations {
  /** The fingerprint of the key that must have signed the receipt, in lowercase hex. */
  readonly key?: string | undefined;
  /** The head that the receipt's log must have. */
  readonly head?: string | undefined;
  /** The time-stamping authority's certificate must lead to one of these. Without any, it isn't checked. */
  readonly timestampTrust?: readonly Certificate[] | null | undefined;
  /** With `timestampTrust`: false accepts receipts without a time stamp, or with one by another authority. Default: true. */
  readonly needsTimestamp?: boolean | undefined;
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
  /** It is null if the receipt isn't signed, or isn't intact. */
  readonly signer: Signer | null;
  /** It is null if the receipt isn't time-stamped, or isn't intact. */
  readonly timestamp: TimestampProof | null;
  readonly mismatches: readonly ReceiptMismatch[];
  /** Whether a head was asked for and the log has it. */
  readonly headMatches: boolean;
  /** What it doesn't prove. Empty if it isn't intact: then it proves nothing. */
  readonly limits: readonly VerifyLimit[];
}

type Checked = Pick<
  ReceiptCheck,
  | 'head'
  | 'signature'
  | 'timestamp'
  | 'expectedHeadSeq'
  | 'problems'
  | 'coverage'
  | 'clockWentBackAt'
  | 'profileChange'
  | 'latestAt'
>;

export function proveReceipt(check: Checked, expected: Expectations): ProvedReceipt {
  if (check.problems.length > 0)
    return {
      proof: 'not-intact',
      signer: null,
      timestamp: null,
      mismatches: [],
      headMatches: false,
      limits: [],
    };
  const statement = check.signature?.statement ?? null;
  const signer =
    statement === null ? null : { fingerprint: statement.keyFingerprint, storage: statement.keyStorage };
  const { timestampTrust = null } = expected;
  const { needsTimestamp = true } = expected;
  const trusted = checkTimestamp(check.signature, check.timestamp, timestampTrust);
  const stamped =
    trusted?.ok === false && !needsTimestamp
      ? checkTimestamp(check.signature, check.timestamp, null)
      : trusted;
  const mismatches = [
    ...mismatchesOf(check, signer, expected),
    ...timestampMismatches(stamped, timestampTrust !== null && needsTimestamp),
    ...contradictions(check.latestAt, stamped),
  ];
  return {
    proof: mismatches.length > 0 ? 'not-expected' : proofOf(signer, expected),
    signer,
    timestamp: stamped?.ok === true ? stamped.proof : null,
    mismatches,
    headMatches: expected.head === check.head,
    limits: limitsOf(check),
  };
}

function limitsOf(check: Checked): readonly VerifyLimit[] {
  const { coverage, clockWentBackAt, profileChange } = check;
  const { unlistedItems, hasFindings } = coverage;
  const limits: VerifyLimit[] = [];
  if (unlistedItems > 0) limits.push({ code: 'items-not-recorded', items: unlistedItems });
  else if (!hasFindings) limits.push({ code: 'findings-not-recorded' });
  if (clockWentBackAt !== null) limits.push({ code: 'clock-went-back', seq: clockWentBackAt });
  if (profileChange !== null) limits.push({ code: 'profile-changed', ...profileChange });
  return limits;
}

/** A time stamp of an authority that isn't trusted contradicts nothing. */
function contradictions(latestAt: string, stamped: Timestamped | null): readonly ReceiptMismatch[] {
  if (stamped?.ok !== true || !stamped.proof.isTrusted) return [];
  return isLaterThanStamp(latestAt, stamped.proof)
    ? [{ code: 'later-than-timestamp', at: latestAt, stampedAt: stamped.proof.at }]
    : [];
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

function timestampMismatches(stamped: Timestamped | null, isExpected: boolean): readonly ReceiptMismatch[] {
  if (stamped === null) return isExpected ? [{ code: 'timestamp-missing' }] : [];
  return stamped.ok ? [] : [{ code: 'timestamp-refused', problem: stamped.problem }];
}
