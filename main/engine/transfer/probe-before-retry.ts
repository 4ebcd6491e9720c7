import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../preload/contract/failure.ts';
import type { Platform } from '../platform/client.ts';
import { backoffMs, costlyCapMs } from '../platform/retry.ts';
import type { LiveProgress } from './progress.ts';

export interface AskingAgain {
  readonly platform: Platform;
  readonly live: LiveProgress;
  readonly signal: AbortSignal;
  readonly random: () => number;
}

/**
 * Waits before something is asked for again that may have been made already: first the backoff, then until the service
 * answers something harmless. So an outage of hours is waited out without a request that might leave something behind.
 *
 * Fails with what stops the upload; null once it may be asked, or after the signal.
 */
export async function beforeAskingAgain(
  { platform, live, signal, random }: AskingAgain,
  attempt: number,
  reason: string,
): Promise<Failure | null> {
  const waitMs = backoffMs(attempt, random, costlyCapMs);
  live.waiting({ reason, retryAtMs: Date.now() + waitMs });
  await delay(waitMs, undefined, { signal }).catch(() => undefined);
  const answer = await platform.currentUser({ signal, priority: 'bulk', patient: true });
  if (answer.ok) return null;
  const { code } = answer.failure;
  // Any other refusal is an answer too.
  return code === 'key-refused' || code === 'unexpected-answer' ? answer.failure : null;
}
