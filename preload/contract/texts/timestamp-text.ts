/** What a time stamp proves, or why it isn't accepted, in plain English. */
import { failureText } from '../failures/failure-table.ts';
import type { TimestampProblem, TimestampProof } from '../views/timestamp.ts';
import { waitReasonText } from './wait-reason-text.ts';

/** By whom, and when. */
export function timestampNameText({ authority, at }: TimestampProof): string {
  return `${authority} at ${at.replace('T', ' ').replace(/(\.0+)?Z$/, ' UTC')}`;
}

/** What it means for a receipt. */
export function timestampProofText(proof: TimestampProof): string {
  const named = `Time-stamped by ${timestampNameText(proof)}.`;
  return proof.isTrusted
    ? `${named} The signature existed at that time, according to an authority whose certificate leads to the one you trust.`
    : `${named} The time stamp is intact, but whether the authority can be trusted wasn't checked: anyone can make a certificate with this name.`;
}

/** A whole sentence. */
export function timestampProblemText(problem: TimestampProblem): string {
  switch (problem.code) {
    case 'not-reached':
      return `The time-stamping authority wasn't reached: ${waitReasonText(problem.reason)}.`;
    case 'no-route':
      return failureText(problem.failure);
    case 'bad-status':
      return `The time-stamping authority's server responded with ${problem.status}.`;
    case 'too-long':
      return "The response is too long to be a time stamp's.";
    case 'not-signed':
      return "The receipt isn't signed, so there is nothing to time-stamp.";
    case 'refused':
      return `The time-stamping authority refused the request (status ${problem.status})${problem.authorityMessage === '' ? '.' : `: ${problem.authorityMessage}`}`;
    case 'malformed':
      return "It isn't a time stamp, or it was damaged.";
    case 'other-content':
      return 'The time stamp is for something else.';
    case 'other-request':
      return 'The time stamp is the response to another request.';
    case 'signature-wrong':
      return "The authority's signature isn't valid: the time stamp was changed.";
    case 'clock-ahead':
      return `The upload's log names a time (${problem.at}) that is later than the authority's (${problem.stampedAt}): this computer's clock is or was ahead. A receipt with this time stamp would be refused.`;
    case 'algorithm-unsupported':
      return `The time stamp uses an algorithm that Lading doesn't accept (${problem.algorithm}).`;
    case 'certificate-missing':
      return "The time stamp doesn't contain the certificate that signed it.";
    case 'certificate-not-for-timestamps':
      return `The certificate of ${problem.authority} isn't one for time stamps.`;
    case 'certificate-not-valid-then':
      return `The certificate of ${problem.authority} wasn't valid at ${problem.at}.`;
    case 'authority-not-trusted':
      return `The certificate of ${problem.authority} wasn't issued by the certificate authority that you trust for time stamps.`;
  }
}
