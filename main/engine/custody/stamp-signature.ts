/** Asks for the time stamp of a receipt. Apart from receipt-timestamp.ts: a thread that verifies loads no HTTP client. */
import type { Timestamped } from '../../../preload/contract/views/timestamp.ts';
import type { ReceiptSignature, ReceiptTimestamp } from './receipt-signature.ts';
import { isLaterThanStamp, stampedBytes } from './receipt-timestamp.ts';
import { requestTimestamp, type TimestampAuthority } from './timestamp/request-timestamp.ts';

export interface StampedSignature {
  readonly timestamp: ReceiptTimestamp | null;
  readonly outcome: Timestamped;
}

/** `latestAt` is the latest time in the log. Never fails: a receipt is written with or without a time stamp. */
export async function stampSignature(
  authority: TimestampAuthority,
  signature: ReceiptSignature | null,
  latestAt: string,
  signal: AbortSignal,
): Promise<StampedSignature> {
  if (signature === null) return { timestamp: null, outcome: { ok: false, problem: { code: 'not-signed' } } };
  const answer = await requestTimestamp(authority, stampedBytes(signature), signal);
  if (!answer.ok) return { timestamp: null, outcome: answer };
  const { token, proof } = answer;
  if (isLaterThanStamp(latestAt, proof)) {
    const problem = { code: 'clock-ahead', at: latestAt, stampedAt: proof.at } as const;
    return { timestamp: null, outcome: { ok: false, problem } };
  }
  return { timestamp: { token: Buffer.from(token).toString('base64') }, outcome: { ok: true, proof } };
}
