import type { SendingHours } from '../../../preload/contract/views/bandwidth-schedule.ts';
import type { WeeklyHours } from '../../../preload/contract/views/weekly-hours.ts';

export interface TransferLimits {
  /** Maximum parallel parts. The engine adapts below it. */
  readonly concurrency?: number;
  /** Over everything that this engine sends. Unchanged without it. */
  readonly bytesPerSecond?: number;
  /** No part starts outside them. It is null for any hour; unchanged without it. */
  readonly hours?: SendingHours | null;
  /** A part's connection without progress for this long is dropped. 30 s by default. */
  readonly stallMs?: number;
}

/** What a person decides about items whose outcome is unknown. */
export type HeldDecision = 'ask' | 'retry' | 'skip';

/** What happens with the files of a source that is away: an unplugged drive, an unmounted share. */
export type UnavailableSourcesDecision = 'wait' | 'fail';

export interface RunOptions {
  /** Stops at once. What is in flight is sent again by the next run. */
  readonly signal?: AbortSignal;
  /** Starts no further part, and stops once those under way have arrived. */
  readonly finish?: AbortSignal;
  readonly limits: TransferLimits;
  /** Those of the watched folder's rule that sends it, and ends the run with them. A person's run has none, whatever its rule has. */
  readonly ruleHours?: readonly WeeklyHours[] | null;
  readonly held: HeldDecision;
  /** The decision is about these only. */
  readonly heldItems?: readonly number[];
  /** The name of the database as a person typed it, where the upload didn't pass the database check yet. */
  readonly confirmDatabase?: string | null | undefined;
  /** 'wait' without it. */
  readonly unavailableSources?: UnavailableSourcesDecision;
}
