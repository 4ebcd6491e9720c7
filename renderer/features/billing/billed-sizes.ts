import type { MonthBilling } from '../../../preload/contract/platform/records.ts';

/** A size is null where the platform reports nothing, which is not zero. */
export interface BilledSize {
  readonly billableGb: number | null;
  readonly nativeBytes: number | null;
  readonly processedBytes: number | null;
  readonly producedBytes: number | null;
}

/** By storage type (platform-interface 2.6). */
export interface StoredSize {
  readonly standard: BilledSize;
  readonly eca: BilledSize;
}

/** The bill is by the peak. The final size is that of the month's end, or of now. */
export interface BilledMonth {
  readonly peak: StoredSize;
  readonly final: StoredSize;
}

export const noSize: BilledSize = {
  billableGb: null,
  nativeBytes: null,
  processedBytes: null,
  producedBytes: null,
};
const noMonth: BilledMonth = {
  peak: { standard: noSize, eca: noSize },
  final: { standard: noSize, eca: noSize },
};

export function billedMonth(billing: MonthBilling | null | undefined): BilledMonth {
  return { peak: storedSize(billing?.peakSize), final: storedSize(billing?.finalSize) };
}

function storedSize(point: MonthBilling['peakSize']): StoredSize {
  return { standard: billedSize(point?.standard), eca: billedSize(point?.eca) };
}

type Reported = NonNullable<NonNullable<MonthBilling['peakSize']>['eca']>;

function billedSize(reported: Reported | null | undefined): BilledSize {
  const { billableGb, nativeBytes, processedBytes, producedBytes } = reported ?? {};
  return {
    billableGb: billableGb ?? null,
    nativeBytes: nativeBytes ?? null,
    processedBytes: processedBytes ?? null,
    producedBytes: producedBytes ?? null,
  };
}

/** The sum of several databases: each one is billed by a peak of its own. */
export function sumMonths(months: readonly BilledMonth[]): BilledMonth {
  return months.reduce(
    (sum, { peak, final }) => ({ peak: addStored(sum.peak, peak), final: addStored(sum.final, final) }),
    noMonth,
  );
}

function addStored(a: StoredSize, b: StoredSize): StoredSize {
  return { standard: addSizes(a.standard, b.standard), eca: addSizes(a.eca, b.eca) };
}

function addSizes(a: BilledSize, b: BilledSize): BilledSize {
  return {
    billableGb: add(a.billableGb, b.billableGb),
    nativeBytes: add(a.nativeBytes, b.nativeBytes),
    processedBytes: add(a.processedBytes, b.processedBytes),
    producedBytes: add(a.producedBytes, b.producedBytes),
  };
}

function add(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}

/** Standard and ECA together. */
export function totalSize({ standard, eca }: StoredSize): BilledSize {
  return addSizes(standard, eca);
}

export interface Change {
  readonly gb: number;
  /** It is null if there was nothing before. */
  readonly share: number | null;
}

export function changeOf(before: number | null, now: number | null): Change | null {
  if (before === null || now === null) return null;
  return { gb: now - before, share: before === 0 ? null : (now - before) / before };
}
