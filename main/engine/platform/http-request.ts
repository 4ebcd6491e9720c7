import { type Dispatcher, request } from 'undici';
import { isOurMistake, type NetworkFault, networkFault } from './network.ts';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly dispatcher: Dispatcher;
  /** From start to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal | undefined;
  /** How long a request in flight may still end well after the signal. */
  readonly graceMs: number;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Null where it was longer than allowed. */
  readonly text: string | null;
}

export type HttpOutcome = HttpAnswer | NetworkFault | { readonly kind: 'aborted' };

/** One request and its whole answer. Redirects are answers: nothing is followed, so the key goes to no other place. */
export async function sendRequest(to: HttpRequest): Promise<HttpOutcome> {
  const cut = new AbortController();
  let timedOut = false;
  let grace: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    timedOut = true;
    cut.abort();
  }, to.timeoutMs);
  const onStop = (): void => {
    if (to.graceMs === 0) cut.abort();
    else grace = setTimeout(() => cut.abort(), to.graceMs);
  };
  to.signal?.addEventListener('abort', onStop, { once: true });
  try {
    const response = await request(to.url, {
      method: to.method,
      headers: to.headers,
      body: to.body,
      dispatcher: to.dispatcher,
      signal: cut.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const retryAfter = response.headers['retry-after'];
    return {
      kind: 'answer',
      status: response.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : retryAfter?.[0],
      text: await boundedText(response.body, to.maxAnswerBytes),
    };
  } catch (error) {
    if (timedOut) return { kind: 'timeout', words: 'no answer in time' };
    if (cut.signal.aborted) return { kind: 'aborted' };
    if (isOurMistake(error)) throw error;
    return networkFault(error);
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    to.signal?.removeEventListener('abort', onStop);
  }
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
