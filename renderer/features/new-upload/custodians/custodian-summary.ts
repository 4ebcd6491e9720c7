import type { CustodianView } from '../../../../preload/contract/views/views.ts';
import type { GridSort } from '../../../ui/grid-header.tsx';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
type Compare = (a: CustodianView, b: CustodianView) => number;
const comparisons: Readonly<Record<string, Compare>> = {
  custodian: (a, b) => byName.compare(a.custodian ?? '', b.custodian ?? ''),
  files: (a, b) => a.items - b.items,
  size: (a, b) => a.bytes - b.bytes,
};

/** By a column, or the largest total size first. Files without a custodian are always first: a person decides about them. */
export function sortCustodians(
  custodians: readonly CustodianView[],
  sort: GridSort | null = null,
): readonly CustodianView[] {
  const { column, descending } = sort ?? { column: 'size', descending: true };
  const compare: Compare = comparisons[column] ?? (() => 0);
  return custodians.toSorted(
    (a, b) =>
      Number(b.custodian === null) - Number(a.custodian === null) ||
      (descending ? compare(b, a) : compare(a, b)),
  );
}
