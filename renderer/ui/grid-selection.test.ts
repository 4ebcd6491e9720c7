import { expect, it } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import {
  extendTo,
  isSelected,
  nothingSelected,
  type Selection,
  selectAll,
  selectedCount,
  selectOnly,
  toggle,
} from './grid-selection.ts';

it('selects like a set of rows, in ordered, non-adjacent runs', () => {
  const actions = fc.array(
    fc.record({ kind: fc.constantFrom('only', 'to', 'toggle', 'all', 'none'), index: fc.nat(40) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(actions, (all) => {
      let selection: Selection = nothingSelected;
      let set = new Set<number>();
      let anchor = 0;
      const range = (a: number, b: number) =>
        new Set(Array.from({ length: Math.abs(a - b) + 1 }, (_, k) => Math.min(a, b) + k));
      for (const { kind, index } of all) {
        if (kind === 'only') [selection, set, anchor] = [selectOnly(index), new Set([index]), index];
        if (kind === 'to') [selection, set] = [extendTo(selection, index), range(anchor, index)];
        if (kind === 'all') [selection, set, anchor] = [selectAll(41), range(0, 40), 0];
        if (kind === 'none') [selection, set, anchor] = [nothingSelected, new Set(), 0];
        if (kind === 'toggle') {
          selection = toggle(selection, index);
          anchor = index;
          if (!set.delete(index)) set.add(index);
        }
        expect(selectedCount(selection)).toBe(set.size);
        for (let row = 0; row <= 40; row += 1) expect(isSelected(selection, row)).toBe(set.has(row));
        selection.runs.forEach(([first], at) => {
          expect(first).toBeGreaterThan((selection.runs[at - 1]?.[1] ?? -2) + 1);
        });
      }
    }),
  );
});

it('keeps a million selected rows as one run', () => {
  expect(selectAll(1_000_000).runs).toEqual([[0, 999_999]]);
});
