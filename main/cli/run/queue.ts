/** Several commands on one state folder run one after the other: only one process can have the store. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, failure, type Result } from '../../../preload/contract/failures/failure.ts';
import { storeHolderText } from '../../../preload/contract/failures/store-holder-text.ts';
import { watchService } from '../../app/command-line.ts';
import type { Engine } from '../../engine/index.ts';
import { type CliContext, openEngineAs, reportFailure, runAndClose } from '../cli-context.ts';
import type { Outcome } from '../exit-code.ts';
import type { CommonOptions } from '../options/common.ts';
import { queue as words } from '../words/uploads.ts';
import { withInterrupt } from './run-upload.ts';

const retryMs = 1000;
/** How often to look again where nobody can say who has the store. */
const unknownTries = 10;

/** Like withEngine, but waits for another command. Ctrl-C ends the wait. `beside`: instead of what would wait in vain. */
export async function withEngineInTurn(
  context: CliContext,
  options: CommonOptions,
  command: string,
  work: (engine: Engine) => Promise<Outcome>,
  beside?: (busy: Busy) => Promise<Outcome>,
): Promise<Outcome> {
  const opened = await openEngineAs(context, options, command);
  if (opened.ok) return runAndClose(opened.value, work);
  if (beside !== undefined && opened.failure.code === 'store-locked' && !isHeldBriefly(opened.failure))
    return beside(opened.failure);
  if (!isHeldBriefly(opened.failure)) return reportFailure(context, opened.failure);
  const inTurn = await withInterrupt(context, words.stopping, (signal) =>
    waitForTurn(context, options, command, opened.failure, signal),
  );
  return inTurn.ok ? runAndClose(inTurn.value, work) : reportFailure(context, inTurn.failure);
}

async function waitForTurn(
  context: CliContext,
  options: CommonOptions,
  command: string,
  first: Failure,
  signal: AbortSignal,
): Promise<Result<Engine>> {
  let holder = '';
  let unknown = 0;
  for (let busy = first; ; ) {
    if (!isHeldBriefly(busy)) return { ok: false, failure: busy };
    unknown = busy.holder === undefined ? unknown + 1 : 0;
    if (unknown > unknownTries) return { ok: false, failure: busy };
    if (storeHolderText(busy.holder) !== holder) {
      holder = storeHolderText(busy.holder);
      context.output.print(words.waiting(holder));
      context.output.event('queued', { holder: busy.holder ?? null });
    }
    await delay(retryMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return failure('stopped');
    const opened = await openEngineAs(context, options, command);
    if (opened.ok) return opened;
    busy = opened.failure;
  }
}

export type Busy = Extract<Failure, { readonly code: 'store-locked' }>;

/**
 * By a command, or by nobody knows whom. The window and a watch keep the store for as long as they run, so waiting for them
 * would be in vain. Pure.
 */
export function isHeldBriefly(reason: Failure): reason is Busy {
  if (reason.code !== 'store-locked' || reason.holder?.command === watchService) return false;
  return reason.holder?.command.startsWith('lading ') ?? true;
}
