import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { type ApiResponse, errorResponse, messageErrorResponse, statusTitle } from './response.ts';

/** What a fault that comes instead of the work leads to. */
export type FaultOutcome =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'answer'; readonly answer: ApiResponse };

/** A connection that is not read does not tell when its client has gone, so no stall lasts for ever. */
const maxStallMs = 600_000;

export const signInPage =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Network sign-in</h1></body></html>';

/**
 * Carries out the faults that replace the work; those that accompany it (lost-answer, wrong-etag, slow, truncated-json,
 * expired-url) go on and are met where the work is done.
 */
export async function applyFault(
  fault: Fault,
  raw: IncomingMessage,
  onBytes: (totalBytes: number) => void,
): Promise<FaultOutcome> {
  const gone = (): FaultOutcome => {
    raw.socket.destroy();
    return { kind: 'gone' };
  };
  switch (fault.kind) {
    case 'drop-before':
      return gone();
    case 'drop-during':
      await drain(
        raw,
        onBytes,
        fault.afterBytes ?? Math.floor(Number(raw.headers['content-length'] ?? 0) / 2),
      );
      return gone();
    case 'drop-after':
      await drain(raw, onBytes);
      return gone();
    case 'reset':
      if (fault.afterBytes !== undefined) await drain(raw, onBytes, fault.afterBytes);
      raw.socket.resetAndDestroy();
      return { kind: 'gone' };
    case 'stall': {
      if (fault.after === 'body') await drain(raw, onBytes);
      const abandoned = new AbortController();
      raw.socket.once('close', () => abandoned.abort());
      if (raw.socket.destroyed) abandoned.abort();
      await wait(fault.ms ?? maxStallMs, undefined, { signal: abandoned.signal }).catch(() => undefined);
      return gone();
    }
    case 'status':
      if (fault.early !== true) await drain(raw, onBytes);
      return { kind: 'answer', answer: statusResponse(fault) };
    case 'html':
      await drain(raw, onBytes);
      return {
        kind: 'answer',
        answer: { status: fault.status ?? 200, body: signInPage, headers: { 'content-type': 'text/html' } },
      };
    case 'delay':
      await wait(fault.ms);
      return { kind: 'go-on' };
    case 'expired-url':
    case 'lost-answer':
    case 'wrong-etag':
    case 'slow':
    case 'truncated-json':
      return { kind: 'go-on' };
  }
}

function statusResponse(fault: Extract<Fault, { kind: 'status' }>): ApiResponse {
  const { status, retryAfter } = fault;
  const title = fault.title ?? statusTitle(status);
  const headers: Record<string, string> = {};
  if (retryAfter === 'date') headers['retry-after'] = new Date(Date.now() + 2000).toUTCString();
  else if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  switch (fault.body) {
    case 'json-b':
      return { ...messageErrorResponse(status, title), headers };
    case 'html':
      return { status, body: signInPage, headers: { ...headers, 'content-type': 'text/html' } };
    case 'empty':
      return { status, body: undefined, headers };
    case 'json-a':
    case undefined:
      return errorResponse(status, title, headers);
  }
}

/** Reads the body and throws it away, to its end or until `upToBytes` have come, or the connection is gone. */
function drain(
  raw: IncomingMessage,
  onBytes: (totalBytes: number) => void,
  upToBytes?: number,
): Promise<void> {
  return new Promise((resolve) => {
    if (upToBytes === 0 || raw.readableEnded || raw.destroyed) return resolve();
    let totalBytes = 0;
    raw.on('data', (chunk: Buffer) => {
      totalBytes += chunk.length;
      onBytes(totalBytes);
      if (upToBytes !== undefined && totalBytes >= upToBytes) {
        raw.pause();
        resolve();
      }
    });
    raw.on('end', resolve);
    raw.on('error', () => resolve());
    raw.on('close', () => resolve());
  });
}

/** The text in ten bites a second. */
export function throttledStream(text: string, bytesPerSecond: number): Readable {
  const bytes = Buffer.from(text);
  const bite = Math.max(1, Math.floor(bytesPerSecond / 10));
  return Readable.from(
    (async function* () {
      for (let from = 0; from < bytes.length; from += bite) {
        yield bytes.subarray(from, from + bite);
        await wait((Math.min(bite, bytes.length - from) / bytesPerSecond) * 1000);
      }
    })(),
  );
}
