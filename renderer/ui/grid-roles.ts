import type { AriaAttributes } from 'react';

type GridRole = 'grid' | 'treegrid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell';

/**
 * The role of an element inside a grid. Not a <table>, because rows are positioned individually among a million. Not
 * focusable, because the grid keeps the focus and names its active row (WAI-ARIA, aria-activedescendant).
 */
export function gridPart(
  role: GridRole,
  aria: AriaAttributes = {},
): AriaAttributes & { readonly role: GridRole } {
  return { role, ...aria };
}
