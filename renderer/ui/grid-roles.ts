import type { AriaAttributes } from 'react';

type GridRole = 'grid' | 'treegrid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell';

/**
 * A piece of a grid. Not <table>: rows are placed one by one among a million. Not focusable one by one: the grid has
 * the focus and names its active row (WAI-ARIA, aria-activedescendant).
 */
export function gridPart(
  role: GridRole,
  aria: AriaAttributes = {},
): AriaAttributes & { readonly role: GridRole } {
  return { role, ...aria };
}
