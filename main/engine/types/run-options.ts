import type { SendingHours } from '../../../preload/contract/views/bandwidth-schedule.ts';
import type { WeeklyHours } from '../../../preload/contract/views/weekly-hours.ts';

export interface TransferLimits {
  /** Maximum parallel parts. The engine adapts below it. */
  readonly concurrency?: number;
  /** Over what the upload sends, instead of the usual limit and schedule. */
  readonly bytesPerSecond?: number;
  /** No part starts outside them, instead of the usual schedule. It is null for any hour. */
  readonly hours?: SendingHours | null;
  /** A part's connection without progress for this long is dropped. 30 s by default. */
  readonly stallMs?: number;
}

/** Those that are kept with an upload, for every run. */
export type KeptLimits = Pick<TransferLimits, 'concurrency' | 'bytesPerSecond' | 'hours'>;

/** What a person decides about items whose outcome is unknown. */
export type HeldDecision = 'ask' | 'retry' | 'skip';

/** What happens with the files of a source that is away: an unplugged drive, an unmounted share. */
export type UnavailableSourcesDecision = 'wait' | 'fail';

export interface RunOptions {
  /** Stops at once. What is in flight is sent again by the next run. */
  readonly signal?: AbortSignal;
  /** Starts no further part, and stops once those under way have arrived. */
  readonly finish?: AbortSignal;
  /** Each beats the one that is kept with the upload, which beats the usual one. */
  readonly limits: TransferLimits;
  /** For the forecast: the hours of the watched folder's rule, which ends the run with them. A person's run has none, whatever its rule has. */
  readonly forecastHours?: readonly WeeklyHours[] | null;
  readonly held: HeldDecision;
  /** The decision is about these only. */
  readonly heldItems?: readonly number[];
  /** The name of the database as a person typed it, where the upload didn't pass the database check yet. */
  readonly confirmDatabase?: string | null | undefined;
  /** 'wait' without it. */
  readonly unavailableSources?: UnavailableSourcesDecision;
}
