import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { nextCreationStep, noTries } from '../../platform/retry-policy.ts';
import type { LiveProgress } from '../rates/progress.ts';
import { creationScopeOf, type FailureScope, scopeOf } from './outcome.ts';

export interface CreationContext {
  readonly platform: Platform;
  readonly live: LiveProgress;
  readonly signal: AbortSignal;
  readonly random: () => number;
}

export interface Creation<T> {
  readonly what: 'dataset' | 'sourceFile';
  /** The path that progress shows; null for a dataset. */
  readonly path: string | null;
  /** How many creations have succeeded anywhere in the upload. */
  readonly succeeded: () => number;
  /** `mayExist`: the answer to an earlier request was lost. */
  readonly create: (mayExist: boolean) => Promise<Result<T>>;
}

export type CreationResult<T> =
  | { readonly kind: 'created'; readonly value: T }
  | {
      readonly kind: 'gave-up';
      readonly scope: FailureScope;
      readonly failure: Failure;
      /** How often it was requested. */
      readonly attempts: number;
    };

/**
 * Creates something whose creation can't be looked up. When an answer is lost, it is requested again, because an empty
 * dataset or source file holds no evidence. Each request may leave one behind: first the backoff passes, then the
 * platform must answer something harmless. So an outage of hours passes without a request that may leave something.
 */
export async function createWithRetry<T>(
  { platform, live, signal, random }: CreationContext,
  { what, path, succeeded, create }: Creation<T>,
  mayExistFromStart: boolean,
): Promise<CreationResult<T>> {
  let tries = noTries;
  let mayExist = mayExistFromStart;
  const stopped = (): CreationResult<T> => ({
    kind: 'gave-up',
    scope: 'stopped',
    failure: failure('stopped').failure,
    attempts: tries.failed,
  });
  while (!signal.aborted) {
    const created = await create(mayExist);
    if (created.ok) return { kind: 'created', value: created.value };
    const refusal = created.failure;
    if (refusal.code === 'outcome-unknown') mayExist = true;
    if (signal.aborted) return stopped();
    const step = nextCreationStep(what, refusal, tries, { succeeded: succeeded(), random });
    if (step.kind === 'give-up')
      return {
        kind: 'gave-up',
        scope: step.scope ?? creationScopeOf(refusal),
        failure: refusal,
        attempts: step.attempts,
      };
    ({ tries } = step);
    live.waiting({ reason: step.reason, path, retryAtMs: Date.now() + step.waitMs });
    await delay(step.waitMs, undefined, { signal }).catch(() => undefined);
    const probe = await platform.read(
      'GetCurrentUser',
      { path: {}, query: {} },
      { signal, priority: 'bulk', isUnattended: true },
    );
    // Any other refusal is an answer too.
    if (!probe.ok && scopeOf(probe.failure) === 'upload')
      return { kind: 'gave-up', scope: 'upload', failure: probe.failure, attempts: tries.failed };
  }
  return stopped();
}
