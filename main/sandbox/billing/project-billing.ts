import type { Month } from './month.ts';
import { type BillingState, billingStates, type DataBytes, type TimelinePoint } from './project-timeline.ts';

/** platform-interface 2.6. */
export interface StorageSizes extends DataBytes {
  /** Decimal gigabytes of all three data types. How the platform computes it is not shown. */
  readonly billableGb: number;
}

export interface SizePoint {
  readonly eca: StorageSizes;
  readonly standard: StorageSizes;
}

export interface MonthBilling {
  readonly finalSize: SizePoint;
  readonly peakSize: SizePoint;
}

/** Times are Unix milliseconds, of changes that still apply at the end of the month. */
export interface MonthStatus {
  readonly billingState: BillingState;
  readonly finalState: BillingState;
  readonly suspended?: number;
  readonly frozen?: number;
  readonly deletionRequested?: number;
  readonly deleted?: number;
}

export interface Billing {
  readonly monthBilling: MonthBilling;
  readonly monthStatus: MonthStatus;
}

const bytesPerGb = 1e9;
const noBytes: StorageSizes = { billableGb: 0, nativeBytes: 0, processedBytes: 0, producedBytes: 0 };
export const noSize: SizePoint = { eca: noBytes, standard: noBytes };

/** Undefined if the project was created after the month. */
export function billProject(timeline: readonly TimelinePoint[], month: Month): Billing | undefined {
  const past = timeline.filter((point) => point.atMs < month.endMs);
  const last = past.at(-1);
  if (last === undefined) return undefined;
  const carriedOver = past.findLastIndex((point) => point.atMs <= month.startMs);
  const inEffect = past.slice(Math.max(0, carriedOver));
  return {
    monthBilling: { finalSize: sizeAt(last), peakSize: inEffect.map(sizeAt).reduce(peakOf) },
    monthStatus: {
      billingState: strongestState(inEffect.map((point) => point.state)),
      finalState: last.state,
      ...timestampsOf(past),
    },
  };
}

/** A project that was active on any day of the month is billed as active (platform-interface 1.5). */
export function strongestState(states: readonly BillingState[]): BillingState {
  return billingStates.find((state) => states.includes(state)) ?? 'DELETED';
}

export function sizeAt(point: DataBytes & { readonly eca: boolean }): SizePoint {
  const { nativeBytes, processedBytes, producedBytes } = point;
  const totalBytes = nativeBytes + processedBytes + producedBytes;
  const sizes = { billableGb: totalBytes / bytesPerGb, nativeBytes, processedBytes, producedBytes };
  return point.eca ? { ...noSize, eca: sizes } : { ...noSize, standard: sizes };
}

/** The maximum of each figure: each storage type and data type has its own peak. */
function peakOf(a: SizePoint, b: SizePoint): SizePoint {
  return combine(a, b, Math.max);
}

export function sumOf(a: SizePoint, b: SizePoint): SizePoint {
  return combine(a, b, (x, y) => x + y);
}

function combine(a: SizePoint, b: SizePoint, join: (x: number, y: number) => number): SizePoint {
  const joined = (x: StorageSizes, y: StorageSizes): StorageSizes => ({
    billableGb: join(x.billableGb, y.billableGb),
    nativeBytes: join(x.nativeBytes, y.nativeBytes),
    processedBytes: join(x.processedBytes, y.processedBytes),
    producedBytes: join(x.producedBytes, y.producedBytes),
  });
  return { eca: joined(a.eca, b.eca), standard: joined(a.standard, b.standard) };
}

/** The timestamp of each state. There is none of becoming active. */
const stateTimestamps = {
  ACTIVE: undefined,
  SUSPENDED: 'suspended',
  FROZEN: 'frozen',
  DELETED: 'deleted',
} as const satisfies Readonly<Record<BillingState, keyof MonthStatus | undefined>>;

function timestampsOf(past: readonly TimelinePoint[]): Partial<MonthStatus> {
  const state = past.at(-1)?.state ?? 'ACTIVE';
  const field = stateTimestamps[state];
  const stateMs = sinceMs(past, (point) => point.state === state);
  const requestedMs = sinceMs(past, (point) => point.deletionRequested);
  return {
    ...(field === undefined || stateMs === undefined ? {} : { [field]: stateMs }),
    ...(requestedMs === undefined ? {} : { deletionRequested: requestedMs }),
  };
}

/** Since when something is true that still is at the end; undefined if it isn't. */
function sinceMs(
  past: readonly TimelinePoint[],
  applies: (point: TimelinePoint) => boolean,
): number | undefined {
  const before = past.findLastIndex((point) => !applies(point));
  return past[before + 1]?.atMs;
}
