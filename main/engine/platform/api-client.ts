import type { Dispatcher } from 'undici';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import type { WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import { answerLimits, type PlatformAnswerLimits, platformLimits } from './answer-limits.ts';
import type { ApiKey } from './connection.ts';
import { type HttpOutcome, sendRequest } from './http-request.ts';
import { operationUrl } from './operation-url.ts';
import { type PagedLists, pagedLists } from './paged-lists.ts';
import { type AnswerSchema, parseResponse } from './parse-response.ts';
import type { Profile } from './profile.ts';
import type { RateLimiter, ReleaseSlot } from './rate-limiter.ts';
import type { AlreadyDone, CallOptions } from './request-options.ts';
import { firstStep, nextStep, type RequestEvent, type RequestLimits } from './request-state.ts';
import { createServerWaits } from './server-waits.ts';

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
  readonly limits?: PlatformAnswerLimits;
}

export interface ApiClient extends PagedLists {
  request<T>(
    operation: OperationName,
    schema: AnswerSchema<T>,
    options: CallOptions & AlreadyDone<T>,
  ): Promise<Result<T>>;
}

const defaultAnswerTimeoutMs = 30_000;
/** A person who stops Lading would rather wait a moment than decide later whether a dataset was created. */
const unsafeGraceMs = 5_000;

/** Carries out the steps of `request-state.ts` for every operation of the profile. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, apiKey, profile, rateLimiter, random = Math.random, limits = platformLimits } = options;
  const waits = trackWaits(options.onWaiting);
  const serverWaits = createServerWaits(random);

  const send = (
    operation: OperationName,
    url: URL,
    { content, answerTimeoutMs }: CallOptions,
    json: string | null,
    maxAnswerBytes: number,
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
        ...(json === null ? {} : { 'content-type': 'application/json' }),
      },
      body: content ?? json,
      dispatcher: options.dispatcher,
      timeoutMs: answerTimeoutMs ?? options.answerTimeoutMs ?? defaultAnswerTimeoutMs,
      maxAnswerBytes,
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
    const repeat = call.repeatUnknown === true ? 'safe' : profile.operations[operation].repeat;
    const rules: RequestLimits = {
      operation,
      host: baseUrl.host,
      repeat,
      isAssumed: !profile.operations[operation].known,
      isUnattended: call.isUnattended ?? false,
      isChange: call.isChange,
      ownRefusals: repeat === 'safe' && call.isChange !== true ? undefined : (call.ownRefusals ?? 'all'),
      unreachedTries: call.unreachedTries ?? Number.POSITIVE_INFINITY,
      random,
    };
    const json = call.body === undefined ? null : JSON.stringify(call.body);
    const expected = answerLimits(operation, limits, json);
    const stop = stopSignal(signal, giveUpAfterMs);
    const aborted = (): RequestEvent => ({
      kind: 'aborted',
      by: signal?.aborted === true ? 'signal' : 'deadline',
    });
    const waiting = {};
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
            const outcome = await send(operation, url, call, json, expected.bytes, stop);
            release?.(outcome.kind !== 'answer' && outcome.kind !== 'not-sent');
            if (outcome.kind !== 'answer') {
              event = outcome.kind === 'aborted' ? aborted() : { kind: 'outcome', outcome };
              break;
            }
            const secrets = { apiKey: apiKey.reveal(), passwords };
            const parsed = parseResponse(outcome, schema, secrets, expected, call.anyBody);
            if (outcome.status === 401) rateLimiter.refuse();
            if (parsed.value !== null) {
              call.onAnswer?.(parsed.size);
              serverWaits.succeeded();
              return success(parsed.value.of);
            }
            const done = call.alreadyDone?.({ ...parsed.outcome, mayBeDone: step.state.mayBeDone }) ?? null;
            if (done !== null) return success(done.of);
            event = { kind: 'outcome', outcome: parsed.outcome };
            break;
          }
          case 'wait':
            if (step.pauseAccountMs !== null) rateLimiter.pauseFor(step.pauseAccountMs);
            call.onRetry?.(step.reason);
            waits.begin(waiting, { reason: step.reason, retryAtMs: Date.now() + step.waitMs });
            event = (await serverWaits.wait(step.waitMs, step.isUnanswered, stop))
              ? { kind: 'waited' }
              : aborted();
            break;
          case 'fail':
            return { ok: false, failure: step.failure };
          case 'done':
            throw new Error(`${operation} is done without a value`);
        }
        step = nextStep(rules, step.state, event);
      }
    } finally {
      release?.();
      waits.end(waiting);
    }
  };

  return {
    async request(operation, schema, call) {
      const url = operationUrl(baseUrl, profile, operation, call.params ?? {}, call.query ?? {});
      return url.ok ? requestAt(operation, url.value, schema, call) : url;
    },
    ...pagedLists({
      baseUrl,
      profile,
      limits: limits.list,
      requestAt,
    }),
  };
}

function stopSignal(
  signal: AbortSignal | undefined,
  giveUpAfterMs: number | undefined,
): AbortSignal | undefined {
  if (giveUpAfterMs === undefined) return signal;
  const deadline = AbortSignal.timeout(giveUpAfterMs);
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
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
