import type { Dispatcher } from 'undici';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { knownSecrets, urlSecrets } from '../../../../preload/contract/texts/known-secrets.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import { createHttpDispatcher, type NetworkAccess } from '../../platform/dispatcher.ts';
import { guardedLookup, LocalAddressError } from '../../platform/local-address.ts';
import { networkError } from '../../platform/network-error.ts';
import { maxMessageLength, redactPartHostMessage } from '../../platform/redact.ts';
import { isPassingStatus, type PartFault, retryAfterMs } from '../../platform/retry-policy.ts';
import {
  type BlockHash,
  type BlockPool,
  type ByteRange,
  type Digests,
  PartBody,
  unprovenBytes,
} from '../hashing/part-body.ts';
import { etagScopeOf } from './etag-md5-detector.ts';
import { mayBeLocal, parsePartUrl } from './part-url.ts';

export type PutOutcome =
  /** The ETag is verbatim, quotes included: as the completion requires. */
  | ({ readonly kind: 'stored'; readonly etag: string; readonly etagScope: string } & Digests)
  /** Expired, or not accepted: needs a new URL for the same part. */
  | { readonly kind: 'url-refused'; readonly status: number }
  | Extract<PartFault, { readonly kind: 'broken' | 'intercepted' | 'refused' | 'url-unusable' }>
  | { readonly kind: 'source-failed'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

export interface PartPut {
  /** Pre-authenticated (platform-interface 5): its query lets anyone write, so no outcome contains it. */
  readonly url: string;
  /** The platform that named it. */
  readonly platformUrl: string;
  readonly range: ByteRange;
  readonly pool: BlockPool;
  readonly dispatcher: Dispatcher;
  readonly signal?: AbortSignal | undefined;
  /** A connection without progress for this long, the wait for the answer included, is dropped. */
  readonly stallMs?: number | undefined;
  /** Its connection is closed behind it: what a connection carries before it breaks is for one part. */
  readonly isAlone?: boolean;
  readonly hash?: BlockHash | undefined;
  readonly throttle?: ((bytes: number) => Promise<void> | void) | undefined;
  readonly onSent?: ((bytes: number) => void) | undefined;
  readonly onRead?: ((tookMs: number) => void) | undefined;
}

/**
 * Connections for part URLs, per host. No pipelining: a part's failure must not affect another part. HTTP/1.1 only: the
 * reuse of buffers is proven safe for that writer, and one connection per part is what fills a line.
 */
export function createPartDispatcher({
  connectMs,
  platformUrl,
  ...settings
}: NetworkAccess & {
  readonly platformUrl: string;
  readonly connections: number;
  readonly connectMs?: number;
}): Dispatcher {
  const options = {
    lookup: guardedLookup((hostname) => mayBeLocal(hostname, platformUrl)),
    connections: settings.connections,
    pipelining: 1,
    allowH2: false,
    // putPart's own watchdog covers these, from the first byte to the last of the answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: 1024 * 1024,
  };
  return createHttpDispatcher(settings, options, connectMs);
}

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly etagScope: string;
  readonly retryAfterMs: number | null;
  readonly contentType: string;
  readonly text: string;
}

/** What an answer means for the part. `host` is the part URL's. */
export function interpretAnswer(answer: Answer, isWholePartHandedOut: boolean, host: string): PutOutcome {
  const { status, etag, etagScope, retryAfterMs } = answer;
  // An answer is not progress: the backoff keeps growing.
  const broken = (): PutOutcome => ({
    kind: 'broken',
    reason: { kind: 'status', status },
    retryAfterMs,
    madeProgress: false,
  });
  const intercepted = (reason: WaitReason): PutOutcome => ({
    kind: 'intercepted',
    reason,
    retryAfterMs,
  });
  // RFC 6585, 6: sent by an intercepting proxy.
  if (status === 511) return intercepted({ kind: 'sign-in-required', status, host });
  if (isPassingStatus(status)) return broken();
  if (answer.contentType.includes('text/html'))
    return intercepted({ kind: 'unreadable', status, host, problem: 'web-page' });
  // Not followed: the evidence goes to the host that the platform named.
  if (status >= 300 && status < 400) return intercepted({ kind: 'redirect', status, host });
  if (status < 300) {
    if (!isWholePartHandedOut) return intercepted({ kind: 'answered-early', status, host });
    if (!etag) return intercepted({ kind: 'no-etag', status, host });
    return { kind: 'stored', etag, etagScope };
  }
  if (status === 401 || status === 403) return { kind: 'url-refused', status };
  // How S3-like hosts say 408.
  if (status === 400 && answer.text.includes('RequestTimeout')) return broken();
  const platformMessage = messageIn(answer.text);
  return { kind: 'refused', status, ...(platformMessage === '' ? {} : { platformMessage }) };
}

/** The message in an XML or JSON error body. The rest of such a body may hold what was signed. */
function messageIn(text: string): string {
  const start = /<Message>|"(?:title|message)"\s{0,8}:\s{0,8}"/.exec(text);
  if (start === null) return '';
  const from = start.index + start[0].length;
  const rest = text.slice(from, from + maxMessageLength + 1);
  const end = rest.indexOf(start[0].startsWith('<') ? '<' : '"');
  return end < 1 ? '' : redactPartHostMessage(rest.slice(0, end));
}

/** Sends one part. Never rejects for anything that a disk, a network or a host can do. */
export function putPart(put: PartPut): Promise<PutOutcome> {
  const url = parsePartUrl(put.url, put.platformUrl);
  if (!url.ok) return Promise.resolve({ kind: 'url-unusable', failure: url.failure });
  if (put.signal?.aborted) return Promise.resolve({ kind: 'stopped' });
  const forgetUrl = knownSecrets.add(urlSecrets(put.url));
  return new Promise<PutOutcome>((resolve, reject) =>
    new Attempt(put, url.value, resolve, reject).start(),
  ).finally(forgetUrl);
}

class Attempt {
  readonly #put: PartPut;
  readonly #url: URL;
  readonly #body: PartBody;
  readonly #resolve: (outcome: PutOutcome) => void;
  readonly #reject: (bug: unknown) => void;
  readonly #stallMs: number;
  #stallTimer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #head: Omit<Answer, 'text'> | null = null;
  #text = '';
  #isFinished = false;

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
      throttle: put.throttle,
      onSent: put.onSent,
      onRead: put.onRead,
      onBlockOut: () => this.#stallTimer?.refresh(),
    });
  }

  start(): void {
    const { dispatcher, range, signal, isAlone } = this.#put;
    signal?.addEventListener('abort', this.#onAbort);
    const options: Dispatcher.DispatchOptions = {
      origin: this.#url.origin,
      path: this.#url.pathname + this.#url.search,
      method: 'PUT',
      headers: { 'content-length': String(range.lengthBytes) },
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(isAlone === true ? { reset: true } : {}),
    };
    // undici takes async iterables (docs/api/Dispatcher.md), but its types don't.
    const request = range.lengthBytes === 0 ? options : Object.assign(options, { body: this.#body });
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => this.#onStart(controller),
      onResponseStart: (_controller, status, headers) => this.#onHead(status, headers),
      onResponseData: (_controller, chunk) => {
        this.#stallTimer?.refresh();
        if (this.#text.length < 16_384) this.#text += chunk.toString('latin1');
      },
      onResponseEnd: () => this.#onAnswered(),
      onResponseError: (_controller, error) => this.#onError(error),
    });
  }

  #onAbort = (): void => this.#finish({ kind: 'stopped' });

  #onStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Stopped while waiting for a connection.
    if (this.#isFinished) {
      controller.abort(new Error('stopped'));
      return;
    }
    if (this.#put.range.lengthBytes === 0) this.#body.isBlockOut = true;
    this.#stallTimer = setTimeout(() => this.#onStall(), this.#stallMs);
  }

  #onStall(): void {
    // Waiting for the disk or the bandwidth limit, not for the connection.
    if (!this.#body.isBlockOut && !this.#head) {
      this.#stallTimer?.refresh();
      return;
    }
    const waitingFor = this.#body.complete ? 'answer' : 'progress';
    this.#finish(this.#brokenLine({ kind: 'stalled', seconds: this.#stallMs / 1000, waitingFor }));
  }

  #onHead(status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
    this.#head = {
      status,
      etag: text('etag'),
      etagScope: etagScopeOf(this.#url.origin, headers),
      retryAfterMs: retryAfterMs(headers, Date.now()) ?? null,
      contentType: text('content-type') ?? '',
    };
    this.#stallTimer?.refresh();
  }

  #onAnswered(): void {
    const { hash } = this.#put;
    const outcome = this.#head
      ? interpretAnswer({ ...this.#head, text: this.#text }, this.#body.isHandedOut, this.#url.host)
      : this.#brokenLine({ kind: 'no-answer' });
    if (outcome.kind !== 'stored' || !hash) {
      this.#finish(outcome);
      return;
    }
    const finish = async () => this.#finish({ ...outcome, ...(await hash.digest()) });
    finish().catch(this.#reject);
  }

  #onError(error: Error): void {
    const { failure: sourceFailure, bug } = this.#body;
    if (sourceFailure) this.#finish({ kind: 'source-failed', failure: sourceFailure });
    else if (bug) this.#reject(bug.thrown);
    // The host may answer and hang up while we still send: then its answer counts.
    else if (this.#head && this.#head.status >= 300) this.#onAnswered();
    // The answer of a captive portal's or a filter's DNS. It may go away.
    else if (error instanceof LocalAddressError)
      this.#finish({ kind: 'intercepted', reason: networkError(error).reason, retryAfterMs: null });
    else this.#finish(this.#brokenLine(networkError(error).reason));
  }

  #brokenLine(reason: WaitReason): PutOutcome {
    return {
      kind: 'broken',
      reason,
      retryAfterMs: null,
      madeProgress: this.#body.sentBytes > unprovenBytes,
    };
  }

  #finish(outcome: PutOutcome): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    clearTimeout(this.#stallTimer);
    this.#put.signal?.removeEventListener('abort', this.#onAbort);
    this.#body.stop();
    this.#resolve(outcome);
    // Does nothing once the answer is complete.
    this.#controller?.abort(new Error('given up'));
  }
}
