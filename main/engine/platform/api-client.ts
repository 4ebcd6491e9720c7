import { setTimeout as delay } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { type OperationName, operations } from '../../../preload/contract/platform/operations.ts';
import type { WaitReason } from '../../../preload/contract/wait-reason.ts';
import type { ApiKey } from './connection.ts';
import { pageOf } from './envelopes.ts';
import { type HttpOutcome, type RequestContent, sendRequest } from './http-request.ts';
import { isPageOf, readPage } from './next-page.ts';
import { operationUrl, type PathParams, type Query } from './operation-url.ts';
import { type AnswerSchema, parseResponse } from './parse-response.ts';
import type { Profile } from './profile.ts';
import type { Priority, RateLimiter, ReleaseSlot } from './rate-limiter.ts';
import { firstStep, nextStep, type RequestEvent, type RequestLimits } from './request-state.ts';

/** A request that waits to be retried. */
export interface RetryWait {
  readonly reason: WaitReason;
  /** On the wall clock. */
  readonly retryAtMs: number;
}

export interface ApiClientOptions {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  readonly profile: Profile;
  /** One per account (platform-interface 8). */
  readonly rateLimiter: RateLimiter;
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** Called at every retry, and with null once no request waits any more. */
  readonly onWaiting?: (wait: RetryWait | null) => void;
  /** For the jitter. */
  readonly random?: () => number;
  readonly answerTimeoutMs?: number;
  readonly maxAnswerBytes?: number;
  readonly maxPages?: number;
}

export interface RequestOptions {
  readonly priority?: Priority;
  readonly signal?: AbortSignal;
  /** By default a request is retried until the signal. */
  readonly giveUpAfterMs?: number;
  /** Give up after this many attempts in a row that reached no server: the address may be mistyped. */
  readonly unreachedTries?: number;
  /** Nobody is waiting for the answer, so a proxy or captive portal that answers instead gets time to go away. */
  readonly isUnattended?: boolean;
  /** Archive passwords that this request or one before it carried. They are removed from the platform's messages. */
  readonly passwords?: readonly string[];
}

export interface CallOptions extends RequestOptions {
  readonly params?: PathParams;
  readonly query?: Query;
  readonly body?: unknown;
  /** What a success answers isn't documented: any body of one is read, also none. */
  readonly anyBody?: boolean;
  /** Instead of a JSON body. */
  readonly content?: RequestContent;
  /** The platform recognizes a repeated request, so retry it although the outcome is unknown. */
  readonly repeatUnknown?: boolean;
  /** From start, or the last block of content, to the last byte of the answer, where the usual time isn't enough. */
  readonly answerTimeoutMs?: number;
}

export interface ListOptions extends RequestOptions {
  readonly params?: PathParams;
  readonly query?: Query;
  /** Elements per page. Default: the profile's maximum. */
  readonly limit?: number;
  /** The field that the next page continues after, where an element has no `id`. */
  readonly cursorField?: string;
}

export interface PageOptions extends ListOptions {
  /** As the page before gave it. Fails with parameter-invalid unless it is a page of the same list. */
  readonly next?: string | null;
}

export interface ListPage<T> {
  readonly elements: readonly T[];
  /** Null on the last page. */
  readonly next: string | null;
}

export interface ApiClient {
  request<T>(
    operation: OperationName,
    schema: AnswerSchema<T>,
    options: CallOptions & AlreadyDone<T>,
  ): Promise<Result<T>>;
  page<T>(operation: OperationName, entity: z.ZodType<T>, options: PageOptions): Promise<Result<ListPage<T>>>;
  /** Ends after a failure. */
  pages<T>(
    operation: OperationName,
    entity: z.ZodType<T>,
    options: ListOptions,
  ): AsyncIterable<Result<readonly T[]>>;
}

export interface AlreadyDone<T> {
  /** What the call returns if the refusal means that this was done already; null for any other refusal. */
  readonly alreadyDone?: (refusal: {
    readonly status: number;
    readonly platformMessage?: string;
    /** An earlier attempt may have been carried out, although no answer said so. */
    readonly afterUnknown: boolean;
  }) => { readonly of: T } | null;
}

const defaultAnswerTimeoutMs = 30_000;
/** 10,000 events of the activity log on one page (platform-interface 8), with room. */
const defaultMaxAnswerBytes = 64 * 1024 * 1024;
/** Two million elements of the usual pages. A platform could send pages without end. */
const defaultMaxPages = 10_000;
/** A person who stops Lading would rather wait a moment than decide later whether a dataset was created. */
const unsafeGraceMs = 5_000;

/** Carries out the steps of `request-state.ts` for every operation of the profile. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, apiKey, profile, rateLimiter, random = Math.random } = options;
  const waits = trackWaits(options.onWaiting);

  const send = (
    operation: OperationName,
    url: URL,
    { body, content, answerTimeoutMs }: CallOptions,
    signal: AbortSignal | undefined,
  ): Promise<HttpOutcome> => {
    const { method, repeat } = profile.operations[operation];
    return sendRequest({
      url,
      method,
      headers: {
        authorization: `Bearer ${apiKey.reveal()}`,
        accept: 'application/json',
        'user-agent': options.userAgent,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: content ?? (body === undefined ? null : JSON.stringify(body)),
      dispatcher: options.dispatcher,
      timeoutMs: answerTimeoutMs ?? options.answerTimeoutMs ?? defaultAnswerTimeoutMs,
      maxAnswerBytes: options.maxAnswerBytes ?? defaultMaxAnswerBytes,
      signal,
      graceMs: repeat === 'unsafe' ? unsafeGraceMs : 0,
    });
  };

  /** Makes the request until an answer decides, or the signal or deadline stops it. */
  const requestAt = async <T>(
    operation: OperationName,
    url: URL,
    schema: AnswerSchema<T>,
    call: CallOptions & AlreadyDone<T>,
  ): Promise<Result<T>> => {
    const { signal, giveUpAfterMs, priority = 'bulk', passwords = [] } = call;
    const limits: RequestLimits = {
      operation,
      host: baseUrl.host,
      repeat: call.repeatUnknown === true ? 'safe' : profile.operations[operation].repeat,
      isAssumed: !profile.operations[operation].known,
      isUnattended: call.isUnattended ?? false,
      unreachedTries: call.unreachedTries ?? Number.POSITIVE_INFINITY,
      random,
    };
    const stop = stopSignal(signal, giveUpAfterMs);
    const aborted = (): RequestEvent => ({
      kind: 'aborted',
      by: signal?.aborted === true ? 'signal' : 'deadline',
    });
    const waiting = {};
    let afterUnknown = false;
    let release: ReleaseSlot | null = null;
    try {
      for (let step = firstStep; ; ) {
        let event: RequestEvent;
        switch (step.kind) {
          case 'acquire':
            release = await rateLimiter.acquire(priority, stop);
            event = release === null || stop?.aborted === true ? aborted() : { kind: 'acquired' };
            break;
          case 'send': {
            const outcome = await send(operation, url, call, stop);
            release?.();
            if (outcome.kind !== 'answer') {
              afterUnknown ||= outcome.kind !== 'not-sent';
              event = outcome.kind === 'aborted' ? aborted() : { kind: 'outcome', outcome };
              break;
            }
            const secrets = { apiKey: apiKey.reveal(), passwords };
            const parsed = parseResponse(outcome, schema, secrets, call.anyBody);
            if (outcome.status === 401) rateLimiter.refuse();
            if (parsed.value !== null) return success(parsed.value.of);
            const done = call.alreadyDone?.({ ...parsed.outcome, afterUnknown }) ?? null;
            if (done !== null) return success(done.of);
            afterUnknown ||= outcome.status !== 429;
            event = { kind: 'outcome', outcome: parsed.outcome };
            break;
          }
          case 'wait':
            if (step.pauseAccountMs !== null) rateLimiter.pauseFor(step.pauseAccountMs);
            waits.begin(waiting, { reason: step.reason, retryAtMs: Date.now() + step.waitMs });
            event = (await slept(step.waitMs, stop)) ? { kind: 'waited' } : aborted();
            break;
          case 'fail':
            return { ok: false, failure: step.failure };
          case 'done':
            throw new Error(`${operation} is done without a value`);
        }
        step = nextStep(limits, step.state, event);
      }
    } finally {
      release?.();
      waits.end(waiting);
    }
  };

  /** The URL of a list's first page, and how to read a page of it. */
  const listOf = <T>(operation: OperationName, entity: z.ZodType<T>, list: ListOptions) => {
    const { pageSize, cursor } = operations[operation];
    const limit = list.limit ?? profile.limits[pageSize ?? 'pageSize'].max;
    const parameter = cursor ?? 'after';
    const field = list.cursorField ?? (parameter === 'begin' ? 'timestamp' : 'id');
    const schema = pageOf(entity);
    return {
      first: operationUrl(baseUrl, profile, operation, list.params ?? {}, { ...list.query, limit }),
      pageAt: async (url: URL) => {
        const answer = await requestAt(operation, url, schema, list);
        return answer.ok ? success(readPage(answer.value, url, limit, { parameter, field })) : answer;
      },
    };
  };

  return {
    async request(operation, schema, call) {
      const url = operationUrl(baseUrl, profile, operation, call.params ?? {}, call.query ?? {});
      return url.ok ? requestAt(operation, url.value, schema, call) : url;
    },
    async page(operation, entity, { next: given = null, ...list }) {
      const { first, pageAt } = listOf(operation, entity, list);
      if (!first.ok) return first;
      const url = given === null ? first.value : URL.parse(given);
      if (url === null || !isPageOf(first.value, url))
        return failure('parameter-invalid', {
          operation,
          parameter: 'next',
          problem: 'not a page of this list',
        });
      const page = await pageAt(url);
      if (!page.ok) return page;
      const { elements, next } = page.value;
      if (next.kind === 'refused') return badPageLink(operation, next.problem);
      const isCircle = next.kind === 'page' && next.url.href === url.href;
      if (isCircle) return badPageLink(operation, 'circle');
      return success({ elements, next: next.kind === 'page' ? next.url.href : null });
    },
    async *pages(operation, entity, list) {
      const { first, pageAt } = listOf(operation, entity, list);
      if (!first.ok) {
        yield first;
        return;
      }
      const seen = new Set<string>();
      let url = first.value;
      for (;;) {
        seen.add(url.href);
        const page = await pageAt(url);
        if (!page.ok) {
          yield page;
          return;
        }
        const { elements, next } = page.value;
        yield success(elements);
        if (next.kind === 'end') return;
        const isEndless = seen.size >= (options.maxPages ?? defaultMaxPages);
        if (next.kind === 'refused' || isEndless || seen.has(next.url.href)) {
          yield badPageLink(
            operation,
            next.kind === 'refused' ? next.problem : isEndless ? 'endless' : 'circle',
          );
          return;
        }
        url = next.url;
      }
    },
  };
}

function badPageLink(operation: OperationName, problem: 'malformed' | 'other-server' | 'circle' | 'endless') {
  return failure('unexpected-answer', { operation, reason: { kind: 'bad-page-link', problem } });
}

function stopSignal(
  signal: AbortSignal | undefined,
  giveUpAfterMs: number | undefined,
): AbortSignal | undefined {
  if (giveUpAfterMs === undefined) return signal;
  const deadline = AbortSignal.timeout(giveUpAfterMs);
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
}

/** Returns false when the signal came first. */
async function slept(durationMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
    return true;
  } catch {
    return false;
  }
}

/** Many requests may wait at once: the listener gets the latest reason, and null when the last one continues. */
function trackWaits(listener: ((wait: RetryWait | null) => void) | undefined) {
  const waiting = new Set<object>();
  return {
    begin(request: object, wait: RetryWait): void {
      waiting.add(request);
      listener?.(wait);
    },
    end(request: object): void {
      if (waiting.delete(request) && waiting.size === 0) listener?.(null);
    },
  };
}
