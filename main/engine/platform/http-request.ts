import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { isMisuse, type NetworkError, networkError } from './network-error.ts';
import { retryAfterMs } from './retry-policy.ts';

/** A body that is a stream of exactly `bytes` bytes. */
export interface RequestContent {
  readonly contentType: string;
  readonly bytes: number;
  /** Called for each attempt. If it throws, the request ends before it is complete, and counts as aborted. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | RequestContent | null;
  readonly dispatcher: Dispatcher;
  /** From start, or from the last block of content that was sent, to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal | undefined;
  /** How long a request in flight may continue after the signal. */
  readonly graceMs: number;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  /** As Retry-After says. */
  readonly retryAfterMs: number | undefined;
  /** It is null where it was longer than allowed. */
  readonly text: string | null;
}

export type HttpOutcome = HttpAnswer | NetworkError | { readonly kind: 'aborted' };

/** One request and its whole answer. Redirects are answers and never followed, so the key goes nowhere else. */
export async function sendRequest(options: HttpRequest): Promise<HttpOutcome> {
  const abort = new AbortController();
  let timedOut = false;
  let grace: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    timedOut = true;
    abort.abort();
  }, options.timeoutMs);
  let contentFailed = false;
  async function* blocks(content: RequestContent): AsyncGenerator<Uint8Array> {
    try {
      for await (const block of content.open()) {
        yield block;
        timer.refresh();
      }
    } catch (error) {
      contentFailed = true;
      throw error;
    }
  }
  const { body } = options;
  const onStop = (): void => {
    if (options.graceMs === 0) abort.abort();
    else grace = setTimeout(() => abort.abort(), options.graceMs);
  };
  options.signal?.addEventListener('abort', onStop, { once: true });
  try {
    const answering = request(options.url, {
      method: options.method,
      headers:
        typeof body === 'object' && body !== null
          ? { ...options.headers, 'content-type': body.contentType, 'content-length': String(body.bytes) }
          : options.headers,
      body:
        typeof body === 'object' && body !== null ? Readable.from(blocks(body), { objectMode: false }) : body,
      dispatcher: options.dispatcher,
      signal: abort.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // undici notices an abort only once there is a connection. It sends nothing after it.
    answering.catch(() => undefined);
    const response = await Promise.race([answering, rejectOnAbort(abort.signal)]);
    return {
      kind: 'answer',
      status: response.statusCode,
      retryAfterMs: retryAfterMs(response.headers, Date.now()),
      text: await boundedText(response.body, options.maxAnswerBytes),
    };
  } catch (error) {
    if (timedOut) return { kind: 'timeout', reason: { kind: 'no-answer' } };
    if (abort.signal.aborted || contentFailed) return { kind: 'aborted' };
    if (isMisuse(error)) throw error;
    return networkError(error);
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    options.signal?.removeEventListener('abort', onStop);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function boundedText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
