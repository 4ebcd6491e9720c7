import { createHash, randomBytes } from 'node:crypto';
import { request } from 'undici';
import {
  longestTimestampBytes,
  type TimestampProblem,
} from '../../../../preload/contract/views/timestamp.ts';
import { createHttpDispatcher, type NetworkAccess } from '../../platform/dispatcher.ts';
import { isMisuse, networkError } from '../../platform/network-error.ts';
import type { Certificate } from './certificate.ts';
import { createTimestampRequest, type ResponseCheck, readTimestampResponse } from './exchange.ts';

export interface TimestampAuthority {
  readonly url: URL;
  /** The authority's certificate has to lead to one of these. It isn't checked if this is null. */
  readonly trusted: readonly Certificate[] | null;
  readonly network: NetworkAccess;
}

/** From the connection to the last byte of the answer. A person waits for the receipt. */
const defaultTimeoutMs = 10_000;
const nonceBytes = 16;

/**
 * Asks a time-stamping authority for a token over `content` (RFC 3161 3.4), of which it gets the SHA-256 only. Follows no
 * redirect. An answer that can't be verified is refused, so what is kept is a token that verifies.
 */
export async function requestTimestamp(
  { url, trusted, network }: TimestampAuthority,
  content: Uint8Array,
  signal: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): Promise<ResponseCheck> {
  const imprint = createHash('sha256').update(content).digest();
  const { bytes, nonce } = createTimestampRequest(imprint, randomBytes(nonceBytes));
  const answer = await post(url, bytes, network, signal, timeoutMs);
  return 'code' in answer
    ? { ok: false, problem: answer }
    : readTimestampResponse(answer.body, { imprint, nonce, trusted });
}

async function post(
  url: URL,
  body: Uint8Array,
  network: NetworkAccess,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ readonly body: Uint8Array } | TimestampProblem> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([signal, timeout]);
  const dispatcher = createHttpDispatcher(network, {}, timeoutMs);
  try {
    const answering = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body,
      dispatcher,
      signal: ended,
    });
    answering.catch(() => undefined);
    // undici notices an abort only once there is a connection.
    const answer = await Promise.race([answering, rejectOnAbort(ended)]);
    if (answer.statusCode !== 200) return { code: 'bad-status', status: answer.statusCode };
    return await boundedBody(answer.body);
  } catch (error) {
    if (signal.aborted) return { code: 'not-reached', reason: { kind: 'stopped' } };
    if (timeout.aborted) return { code: 'not-reached', reason: { kind: 'no-answer' } };
    if (isMisuse(error)) throw error;
    return { code: 'not-reached', reason: networkError(error).reason };
  } finally {
    await dispatcher.destroy();
  }
}

async function boundedBody(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly body: Uint8Array } | TimestampProblem> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > longestTimestampBytes) return { code: 'too-long' };
    chunks.push(chunk);
  }
  return { body: Buffer.concat(chunks) };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
