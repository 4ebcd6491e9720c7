/** Words for what a selection leaves out. */
import type { SelectionCode } from '../../../preload/contract/views/selection.ts';

export const skippedTable = {
  title: 'Not sent, by choice',
  rules: {
    deselected: 'Deselected by hand',
    excluded: 'Excluded patterns',
    'not-included': 'In no included pattern',
    'system-file': 'System files',
    'excluded-type': 'Type',
    'excluded-size': 'Size',
    'excluded-date': 'Modification date',
    'excluded-custodian': 'Custodian',
    'known-file': 'Known files',
    duplicate: 'Duplicates',
    'already-sent': 'Already sent',
  } satisfies Readonly<Record<SelectionCode, string>>,
} as const;
