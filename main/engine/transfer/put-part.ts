import type { Dispatcher } from 'undici';
import { type Failure, failure } from '../../../preload/contract/failure.ts';
import { isPrivateToTransport } from '../platform/connection.ts';
import { createDispatcher, type NetworkRoute } from '../platform/dispatcher.ts';
import { networkFault } from '../platform/network.ts';
import { retryAfterMs } from '../platform/retry.ts';
import { type BlockHash, type BlockPool, type ByteRange, PartBody, unprovenBytes } from './part-body.ts';

export type PutOutcome =
  /** The ETag is verbatim, quotes included: completion wants it so. */
  | { readonly kind: 'stored'; readonly etag: string; readonly md5?: string; readonly sha1?: string }
  /** Ask for a new URL for the same part. */
  | { readonly kind: 'url-expired'; readonly status: number }
  /** `progressed`: the line moved bytes before it failed, so the counter of retries starts anew. */
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly retryAfterMs: number | null;
      readonly progressed: boolean;
    }
  /** What no part host says: a proxy's or a captive portal's, as a rule. It may go away; see patience.ts. */
  | { readonly kind: 'foreign'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'source-failed'; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

export interface PartPut {
  /** Pre-authenticated (platform-interface 5): whoever has its query may write, so it appears in no outcome. */
  readonly url: string;
  readonly range: ByteRange;
  readonly pool: BlockPool;
  readonly dispatcher: Dispatcher;
  readonly signal?: AbortSignal | undefined;
  /** Without progress for this long, the wait for the answer included, the connection is given up. */
  readonly stallMs?: number | undefined;
  readonly hash?: BlockHash | undefined;
  readonly take?: ((bytes: number) => Promise<void> | void) | undefined;
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/**
 * Connections for part URLs, per host. No pipelining: a part's failure must not touch another's. HTTP/1.1 alone: the
 * safe reuse of buffers is proven for that writer, and one connection per part is what fills a line.
 */
export function createPartDispatcher(settings: NetworkRoute & { readonly connections: number }): Dispatcher {
  return createDispatcher(settings, {
    connections: settings.connections,
    pipelining: 1,
    allowH2: false,
    // putPart's own watchdog covers these, from the first byte to the last of the answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: 1024 * 1024,
  });
}

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly retryAfter: string | undefined;
  readonly contentType: string;
  readonly text: string;
}

/** What an answer means for the part. Pure: the cases are in the test. `host` is the part URL's. */
export function judgeAnswer(
  answer: Answer,
  everythingSent: boolean,
  nowMs: number,
  host: string,
): PutOutcome {
  const { status, etag } = answer;
  const waitMs = retryAfterMs(answer.retryAfter, nowMs) ?? null;
  // An answer of the service is no progress of the line: backing off goes on growing.
  const retry = (reason: string): PutOutcome => ({
    kind: 'retry',
    reason,
    retryAfterMs: waitMs,
    progressed: false,
  });
  const foreign = (what: string): PutOutcome => ({
    kind: 'foreign',
    reason: `${host} answered ${status}${what}`,
    retryAfterMs: waitMs,
  });
  // RFC 6585, 6: whoever answers so says himself that he stands between.
  if (status === 511) return foreign(', which asks to sign in to the network');
  if (status === 408 || status === 429 || status >= 500) return retry(`the part host answered ${status}`);
  if (answer.contentType.includes('text/html'))
    return foreign(', with a web page in place of a part host’s answer');
  // Not followed: the evidence goes to the host that the platform named.
  if (status >= 300 && status < 400) return foreign(', a redirect, which is not followed');
  if (status < 300) {
    if (!everythingSent) return foreign(', before it had the whole part');
    if (!etag) return foreign(', without an ETag');
    return { kind: 'stored', etag };
  }
  if (status === 401 || status === 403) return { kind: 'url-expired', status };
  // How S3-like hosts say 408.
  if (status === 400 && answer.text.includes('RequestTimeout'))
    return retry('the part host answered 400, RequestTimeout');
  const words = serviceWords(answer.text);
  const message = `The part host refused the part with status ${status}${words ? `: ${words}` : ''}.`;
  return { kind: 'refused', failure: failure('refused', message, { status }).failure };
}

/** The human sentence of an XML or JSON error body; the rest of such a body may hold what was signed. */
function serviceWords(text: string): string {
  const found =
    /<Message>([^<]{1,300})<\/Message>/.exec(text) ?? /"(?:title|message)"\s*:\s*"([^"]{1,300})"/.exec(text);
  return (found?.[1] ?? '').replace(/\?\S*/g, '?…').replace(/\.$/, '');
}

function unusable(url: URL | null): PutOutcome | null {
  if (!url) return refusedUrl('unexpected-answer', 'The platform gave a part URL that is not a URL.');
  if (isPrivateToTransport(url)) return null;
  const message = `The platform gave a part URL at ${url.protocol}//${url.host}, which is not encrypted. Nothing was sent there.`;
  return refusedUrl('url-insecure', message);
}

function refusedUrl(code: 'unexpected-answer' | 'url-insecure', message: string): PutOutcome {
  return { kind: 'refused', failure: failure(code, message).failure };
}

/** Sends one part. Never rejects for anything that a disk, a network or a host can do. */
export function putPart(put: PartPut): Promise<PutOutcome> {
  const url = URL.parse(put.url);
  const problem = unusable(url);
  if (!url || problem) return Promise.resolve(problem ?? { kind: 'stopped' });
  if (put.signal?.aborted) return Promise.resolve({ kind: 'stopped' });
  return new Promise((resolve, reject) => new Attempt(put, url, resolve, reject).start());
}

class Attempt {
  readonly #put: PartPut;
  readonly #url: URL;
  readonly #body: PartBody;
  readonly #resolve: (outcome: PutOutcome) => void;
  readonly #reject: (bug: unknown) => void;
  readonly #stallMs: number;
  #watch: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #head: Omit<Answer, 'text'> | null = null;
  #text = '';
  #over = false;

  constructor(
    put: PartPut,
    url: URL,
    resolve: (outcome: PutOutcome) => void,
    reject: (bug: unknown) => void,
  ) {
    this.#put = put;
    this.#url = url;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#stallMs = put.stallMs ?? 30_000;
    this.#body = new PartBody(put.range, put.pool, {
      hash: put.hash,
      take: put.take,
      onSent: put.onSent,
      onHandedOver: () => this.#watch?.refresh(),
    });
  }

  start(): void {
    const { dispatcher, range, signal } = this.#put;
    signal?.addEventListener('abort', this.#onAbort);
    const options: Dispatcher.DispatchOptions = {
      origin: this.#url.origin,
      path: this.#url.pathname + this.#url.search,
      method: 'PUT',
      headers: { 'content-length': String(range.lengthBytes) },
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    // undici takes async iterables (docs/api/Dispatcher.md); its types forget to say so.
    const request = range.lengthBytes === 0 ? options : Object.assign(options, { body: this.#body });
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => this.#onStart(controller),
      onResponseStart: (_controller, status, headers) => this.#onHead(status, headers),
      onResponseData: (_controller, chunk) => {
        this.#watch?.refresh();
        if (this.#text.length < 16_384) this.#text += chunk.toString('latin1');
      },
      onResponseEnd: () => this.#onAnswered(),
      onResponseError: (_controller, error) => this.#onError(error),
    });
  }

  #onAbort = (): void => this.#settle({ kind: 'stopped' });

  #onStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Stopped while it waited for a connection.
    if (this.#over) {
      controller.abort(new Error('stopped'));
      return;
    }
    if (this.#put.range.lengthBytes === 0) this.#body.handedOver = true;
    this.#watch = setTimeout(() => this.#onQuiet(), this.#stallMs);
  }

  #onQuiet(): void {
    // Our own disk or throttle has the turn: the connection is not to blame.
    if (!this.#body.handedOver && !this.#head) {
      this.#watch?.refresh();
      return;
    }
    const waitedFor = this.#body.complete ? 'no answer' : 'no byte was taken';
    this.#settle(this.#brokenLine(`${waitedFor} for ${this.#stallMs / 1000} s`));
  }

  #onHead(status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
    this.#head = {
      status,
      etag: text('etag'),
      retryAfter: text('retry-after'),
      contentType: text('content-type') ?? '',
    };
    this.#watch?.refresh();
  }

  #onAnswered(): void {
    const { hash } = this.#put;
    const outcome = this.#head
      ? judgeAnswer({ ...this.#head, text: this.#text }, this.#body.complete, Date.now(), this.#url.host)
      : this.#brokenLine('an answer without a status');
    if (outcome.kind !== 'stored' || !hash) {
      this.#settle(outcome);
      return;
    }
    const finish = async () => this.#settle({ ...outcome, ...(await hash.digest()) });
    finish().catch(this.#reject);
  }

  #onError(error: Error): void {
    const { failure: sourceFailure, bug } = this.#body;
    if (sourceFailure) this.#settle({ kind: 'source-failed', failure: sourceFailure });
    else if (bug) this.#reject(bug.thrown);
    // The host may say why and hang up while we still send: then what it said counts, not how it hung up.
    else if (this.#head && this.#head.status >= 300) this.#onAnswered();
    else this.#settle(this.#brokenLine(networkFault(error).words));
  }

  #brokenLine(reason: string): PutOutcome {
    return { kind: 'retry', reason, retryAfterMs: null, progressed: this.#body.sentBytes > unprovenBytes };
  }

  #settle(outcome: PutOutcome): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#watch);
    this.#put.signal?.removeEventListener('abort', this.#onAbort);
    this.#body.stop();
    this.#resolve(outcome);
    // Does nothing once the answer is complete.
    this.#controller?.abort(new Error('given up'));
  }
}
