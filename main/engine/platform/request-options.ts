import type { WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import type { AnswerSize } from './answer-limits.ts';
import type { RequestContent } from './http-request.ts';
import type { PathParams, Query } from './operation-url.ts';
import type { Priority } from './rate-limiter.ts';
import type { OwnRefusals } from './request-outcome.ts';

/** Where a person waits, and can try again. A mistyped address, or no network, takes some four seconds. */
export const promptUnreachedTries = 5;

export interface RequestOptions {
  readonly priority?: Priority;
  readonly signal?: AbortSignal;
  /** By default a request is retried until the signal. */
  readonly giveUpAfterMs?: number;
  /** Give up after this many attempts in a row that reached no server: the address may be mistyped. */
  readonly unreachedTries?: number;
  /** Nobody is waiting for the answer, so a proxy or captive portal that answers instead gets time to go away. */
  readonly isUnattended?: boolean;
  /** Called with why each time before the request waits to be repeated. */
  readonly onRetry?: (reason: WaitReason) => void;
  /** Archive passwords that this request or one before it carried. They are removed from the platform's messages. */
  readonly passwords?: readonly string[];
}

export interface CallOptions extends RequestOptions {
  readonly params?: PathParams;
  readonly query?: Query;
  readonly body?: unknown;
  /** Where the answer to success isn't documented: whatever body comes counts, and so does none. */
  readonly anyBody?: boolean;
  /** Instead of a JSON body. */
  readonly content?: RequestContent;
  /** The platform recognizes a repeated request, so retry it although the outcome is unknown. */
  readonly repeatUnknown?: boolean;
  /** Nothing checks afterwards whether it was carried out: where no answer of the platform says so, its outcome is unknown. */
  readonly isChange?: boolean;
  /** Counts for an operation that isn't safe to repeat: `all` by default. */
  readonly ownRefusals?: OwnRefusals | undefined;
  /** From start, or the last block of content, to the last byte of the answer, where the usual time isn't enough. */
  readonly answerTimeoutMs?: number;
  /** Called with each success. */
  readonly onAnswer?: (size: AnswerSize) => void;
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
  /** As the page before gave it. Fails with parameter-invalid unless it is on the platform's server. */
  readonly next?: string | null;
}

export interface ListPage<T> {
  readonly elements: readonly T[];
  /** It is null on the last page. */
  readonly next: string | null;
}

export interface AlreadyDone<T> {
  /** What the call returns if the refusal means that this was done already; null for any other refusal. */
  readonly alreadyDone?: (refusal: {
    readonly status: number;
    readonly platformMessage?: string;
    /** An earlier attempt may have been carried out, although no answer said so. */
    readonly mayBeDone: boolean;
  }) => { readonly of: T } | null;
}
