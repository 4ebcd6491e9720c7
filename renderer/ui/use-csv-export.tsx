import { type ReactNode, useState } from 'react';
import type { Argument } from '../../preload/contract/index.ts';
import { words } from '../i18n/words.ts';
import { useMenuItem } from '../state/menu.ts';
import { useCommand } from '../state/use-command.ts';
import { Button } from './button.tsx';
import { DismissButton, FailureNotice, Notice } from './notice.tsx';

/**
 * A button that exports the table to CSV, and a notice of where it was saved. Null: nothing to export. One table of a
 * screen is also the menu's.
 */
export function useCsvExport(
  table: (() => Argument<'tables.exportCsv'>) | null,
  { inMenu = true }: { readonly inMenu?: boolean } = {},
): {
  readonly button: ReactNode;
  readonly notice: ReactNode;
} {
  const command = useCommand('tables.exportCsv');
  const [savedPath, setSavedPath] = useState<string | null>(null);

  async function exportTable() {
    if (table === null) return;
    setSavedPath(null);
    const answer = await command.run(table());
    if (answer.ok && answer.value !== null) setSavedPath(answer.value.path);
  }

  const run = () => void exportTable();
  useMenuItem('export-csv', inMenu && table !== null && !command.busy ? run : null);
  return {
    button: (
      <Button icon="download" busy={command.busy} disabled={table === null} onPress={run}>
        {words.common.exportCsv}
      </Button>
    ),
    notice: (
      <>
        {command.failure === null ? null : (
          <FailureNotice failure={command.failure} onDismiss={command.dismiss} />
        )}
        {savedPath === null ? null : (
          <Notice
            tone="ok"
            title={words.common.savedTo(savedPath)}
            action={<DismissButton onPress={() => setSavedPath(null)} />}
          />
        )}
      </>
    ),
  };
}
