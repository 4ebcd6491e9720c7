import { setTimeout as delay } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { ApiKey } from './connection.ts';
import { type HttpOutcome, sendRequest } from './http-request.ts';
import { addressOf, nextPage, type PathParams, type Query } from './operation-url.ts';
import { parseResponse } from './parse-response.ts';
import type { OperationName, Profile } from './profile.ts';
import type { Priority, RateLimiter } from './rate-limiter.ts';
import { backoffMs, classify, type Outcome } from './retry.ts';
import { pageOf } from './schemas.ts';

export interface RetryWait {
  readonly operation: OperationName;
  /** For people: why nothing moves. */
  readonly reason: string;
  /** On the wall clock. */
  readonly retryAtMs: number;
}

export interface ApiClientOptions {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  readonly profile: Profile;
  /** One for each account: the rate is the account's (platform-interface 8). */
  readonly pacer: RateLimiter;
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** Told at every retry, and null once nothing waits any more. */
  readonly onWaiting?: (waiting: RetryWait | null) => void;
  /** Of the jitter. */
  readonly random?: () => number;
  readonly answerTimeoutMs?: number;
  readonly maxAnswerBytes?: number;
}

export interface RequestOptions {
  readonly priority?: Priority;
  readonly signal?: AbortSignal;
  /** Without it a request is repeated for as long as the signal lives. */
  readonly giveUpAfterMs?: number;
  /** So many times in a row that nobody could be reached at all are enough: a person looks at the address they typed. */
  readonly unreachedTries?: number;
  /** Nobody waits for this answer: a portal or proxy that answers in the service's place may go away. */
  readonly patient?: boolean;
  /** Of archives, which this request or one before it carried: they are kept out of the service's words. */
  readonly passwords?: readonly string[];
}

export interface CallOptions extends RequestOptions {
  readonly params?: PathParams;
  readonly query?: Query;
  readonly body?: unknown;
  /** The answer tells a repeated request from a first one: ask again although the outcome is unknown. */
  readonly repeatUnknown?: boolean;
}

export interface ListOptions extends RequestOptions {
  readonly params?: PathParams;
  readonly query?: Query;
  /** Elements of a page; the most that the profile allows without it. */
  readonly limit?: number;
}

/** What the typed operations are built on. */
export interface ApiClient {
  ask<T>(
    operation: OperationName,
    schema: z.ZodType<T>,
    options: CallOptions & MeansDone<T>,
  ): Promise<Result<T>>;
  pages<T>(
    operation: OperationName,
    entity: z.ZodType<T>,
    options: ListOptions & { readonly cursorField?: string },
  ): AsyncIterable<Result<readonly T[]>>;
}

export interface MeansDone<T> {
  /** A refusal that says the thing is done already: its value, or null. */
  readonly meansDone?: (refusal: { readonly status: number; readonly words?: string }) => T | null;
}

const defaultAnswerTimeoutMs = 30_000;
/** 10,000 events of the activity log on one page (platform-interface 8), with room. */
const defaultMaxAnswerBytes = 64 * 1024 * 1024;
/** A person who stops Lading would rather wait a moment than be asked later whether a dataset was created. */
const unsafeGraceMs = 5_000;

export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, apiKey, profile, pacer, random = Math.random } = options;
  const waits = waitingCalls(options.onWaiting);

  const send = (
    operation: OperationName,
    url: URL,
    body: unknown,
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
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: options.dispatcher,
      timeoutMs: options.answerTimeoutMs ?? defaultAnswerTimeoutMs,
      maxAnswerBytes: options.maxAnswerBytes ?? defaultMaxAnswerBytes,
      signal,
      graceMs: repeat === 'unsafe' ? unsafeGraceMs : 0,
    });
  };

  /** Asks until there is an answer that decides, or the signal says stop. */
  const askAt = async <T>(
    operation: OperationName,
    url: URL,
    schema: z.ZodType<T>,
    asked: CallOptions & MeansDone<T>,
  ): Promise<Result<T>> => {
    const { signal, giveUpAfterMs, priority = 'bulk', patient = false, passwords = [] } = asked;
    const { unreachedTries = Number.POSITIVE_INFINITY } = asked;
    const repeat = asked.repeatUnknown === true ? 'safe' : profile.operations[operation].repeat;
    const stop = stopSignal(signal, giveUpAfterMs);
    const call = {};
    let lastReason = 'no answer in time';
    let unreadableBefore = 0;
    let unreached = 0;
    const notDone = (): Result<T> =>
      signal?.aborted === true
        ? failure('stopped', `Stopped before ${operation} was done.`, { operation })
        : failure(
            'unreachable',
            `${baseUrl.host} cannot be used now (${operation}: ${lastReason}). Check the address and the network, then try again.`,
            { operation },
          );
    try {
      for (let attempt = 0; ; attempt += 1) {
        const release = await pacer.acquire(priority, stop);
        if (release === null) return notDone();
        if (stop?.aborted === true) {
          release();
          return notDone();
        }
        const exchanged = await send(operation, url, asked.body, stop).finally(release);
        if (exchanged.kind === 'aborted') {
          if (repeat === 'safe') return notDone();
          return failure(
            'outcome-unknown',
            `${operation} was sent, but Lading was stopped before the answer came: whether it was done is not known.`,
            { operation },
          );
        }
        let outcome: Outcome;
        if (exchanged.kind === 'answer') {
          const understood = parseResponse(exchanged, schema, { apiKey: apiKey.reveal(), passwords });
          if (understood.value !== null) return success(understood.value.is);
          const done = asked.meansDone?.(understood.outcome) ?? null;
          if (done !== null) return success(done);
          outcome = understood.outcome;
        } else {
          outcome = exchanged;
        }

        const decision = classify(operation, outcome, repeat, unreadableBefore, patient);
        if (decision.do === 'done') throw new Error(`${operation} is done, without a value`);
        if (decision.do !== 'retry') return { ok: false, failure: decision.failure };
        const foreign = outcome.kind === 'answer' && (!outcome.readable || isRedirect(outcome.status));
        if (foreign) unreadableBefore += 1;
        // The rate is the account's, so a pause that the service asks for is everybody's.
        if (outcome.kind === 'answer' && outcome.status === 429) pacer.pauseFor(decision.retryAfterMs ?? 0);
        lastReason = foreign ? `${url.host}: ${decision.reason}` : decision.reason;
        unreached = outcome.kind === 'not-sent' ? unreached + 1 : 0;
        if (unreached >= unreachedTries) return notDone();
        const waitMs = Math.max(decision.retryAfterMs ?? 0, backoffMs(attempt, random));
        waits.begin(call, { operation, reason: lastReason, retryAtMs: Date.now() + waitMs });
        if (!(await slept(waitMs, stop))) return notDone();
      }
    } finally {
      waits.end(call);
    }
  };

  return {
    async ask(operation, schema, asked) {
      const address = addressOf(baseUrl, profile, operation, asked.params ?? {}, asked.query ?? {});
      return address.ok ? askAt(operation, address.value, schema, asked) : address;
    },
    async *pages(operation, entity, asked) {
      const limit = asked.limit ?? profile.limits.pageSize.max;
      const address = addressOf(baseUrl, profile, operation, asked.params ?? {}, { ...asked.query, limit });
      if (!address.ok) {
        yield address;
        return;
      }
      const schema = pageOf(entity);
      const seen = new Set<string>();
      let url = address.value;
      for (;;) {
        seen.add(url.href);
        const page = await askAt(operation, url, schema, asked);
        if (!page.ok) {
          yield page;
          return;
        }
        yield success(page.value.data);
        const next = nextPage(page.value, url, limit, asked.cursorField ?? 'id');
        if (next.kind === 'end') return;
        if (next.kind === 'refused' || seen.has(next.url.href)) {
          const reason = next.kind === 'refused' ? next.reason : 'its pages go in a circle';
          yield failure('unexpected-answer', `${operation}: ${reason}.`, { operation });
          return;
        }
        url = next.url;
      }
    },
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function stopSignal(
  signal: AbortSignal | undefined,
  giveUpAfterMs: number | undefined,
): AbortSignal | undefined {
  if (giveUpAfterMs === undefined) return signal;
  const deadline = AbortSignal.timeout(giveUpAfterMs);
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
}

/** False: the signal came first. */
async function slept(durationMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
    return true;
  } catch {
    return false;
  }
}

/** Many calls may wait at once: people are told the latest reason, and when the last of them goes on. */
function waitingCalls(tell: ((waiting: RetryWait | null) => void) | undefined) {
  const calls = new Set<object>();
  return {
    begin(call: object, waiting: RetryWait): void {
      calls.add(call);
      tell?.(waiting);
    },
    end(call: object): void {
      if (calls.delete(call) && calls.size === 0) tell?.(null);
    },
  };
}
