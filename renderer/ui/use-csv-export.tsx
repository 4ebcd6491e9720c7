import type { ReactNode } from 'react';
import type { Argument } from '../../preload/contract/index.ts';
import { words } from '../i18n/words.ts';
import { useMenuItem } from '../state/menu.ts';
import { Button } from './button.tsx';
import { useSaveFile } from './use-save-file.tsx';

/** `name`: of the file. */
export type CsvTable = Omit<Argument<'exports.table'>, 'path'> & { readonly name: string };

/**
 * A button that exports the table to CSV, and a notice of where it was saved. With null, there is nothing to export. One table of a
 * screen is also the menu's.
 */
export function useCsvExport(
  table: (() => CsvTable) | null,
  { inMenu = true }: { readonly inMenu?: boolean } = {},
): {
  readonly button: ReactNode;
  readonly notice: ReactNode;
} {
  const { save, busy, notice } = useSaveFile('save-table', 'exports.table');
  const run = () => {
    if (table === null) return;
    const { name, ...rest } = table();
    save({ name }, (path) => ({ ...rest, path }));
  };
  useMenuItem('export-csv', inMenu && table !== null && !busy ? run : null);
  return {
    button: (
      <Button icon="download" busy={busy} disabled={table === null} onPress={run}>
        {words.common.exportCsv}
      </Button>
    ),
    notice,
  };
}
