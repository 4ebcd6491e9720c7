/** The time stamp of a receipt, by a time-stamping authority (RFC 3161). */
import { z } from 'zod';
import { failureSchema } from '../failures/failure-table.ts';
import { waitReason } from './wait-reason.ts';

/** Why a time stamp isn't accepted, or why there is none. */
export const timestampProblem = z.discriminatedUnion('code', [
  /** The authority wasn't reached, or its answer broke off. */
  z.object({ code: z.literal('not-reached'), reason: waitReason }),
  /** The settings allow no connection to it. */
  z.object({ code: z.literal('no-route'), failure: failureSchema }),
  /** The authority's server answered with another status than 200. */
  z.object({ code: z.literal('bad-status'), status: z.int() }),
  z.object({ code: z.literal('too-long') }),
  /** There is no signature to time-stamp. */
  z.object({ code: z.literal('not-signed') }),
  /** The authority refuses in its own words, if it gives any. */
  z.object({ code: z.literal('refused'), status: z.int(), authorityMessage: z.string() }),
  z.object({ code: z.literal('malformed') }),
  z.object({ code: z.literal('other-content') }),
  /** The answer to another request. */
  z.object({ code: z.literal('other-request') }),
  z.object({ code: z.literal('signature-wrong') }),
  /** The log has a later time than the authority's, so no verification would accept both. ISO 8601, UTC. */
  z.object({ code: z.literal('clock-ahead'), at: z.string(), stampedAt: z.string() }),
  z.object({ code: z.literal('algorithm-unsupported'), algorithm: z.string() }),
  z.object({ code: z.literal('certificate-missing') }),
  z.object({ code: z.literal('certificate-not-for-timestamps'), authority: z.string() }),
  z.object({ code: z.literal('certificate-not-valid-then'), authority: z.string(), at: z.string() }),
  /** Doesn't lead to one of the trusted certificates. */
  z.object({ code: z.literal('authority-not-trusted'), authority: z.string() }),
]);
export type TimestampProblem = z.infer<typeof timestampProblem>;

/** What a time stamp proves: what it covers existed at this time, if the authority can be trusted. */
export const timestampProof = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The name in the authority's certificate. Anybody can choose it unless `isTrusted`. */
  authority: z.string(),
  /** The token's number at the authority, in hex. */
  serial: z.string(),
  policy: z.string(),
  /** SHA-256 of the authority's certificate. */
  certificateSha256: z.string(),
  /** Whether the certificate leads to a trusted one. False if none was given to compare with. */
  isTrusted: z.boolean(),
});
export type TimestampProof = z.infer<typeof timestampProof>;

/** A time stamp, or why there is none. */
export const timestamped = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), proof: timestampProof }),
  z.object({ ok: z.literal(false), problem: timestampProblem }),
]);
export type Timestamped = z.infer<typeof timestamped>;

/** Longer answers and tokens are refused. */
export const longestTimestampBytes = 65_536;
