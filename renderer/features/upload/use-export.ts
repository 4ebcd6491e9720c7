import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/asking.ts';
import type { FileQuery } from './file-list.tsx';
import type { Told } from './told.ts';

/** Saves the files that a list shows, as it shows them, as CSV. */
export function useExport(uploadId: number, { onFailure, onSaid }: Told) {
  const command = useCommand('uploads.exportItems');
  return {
    busy: command.busy,
    run: async (query: FileQuery): Promise<void> => {
      onFailure(null);
      const answer = await command.run({ uploadId, ...query });
      if (!answer.ok) onFailure(answer.failure);
      else if (answer.value !== null) {
        onSaid({ title: words.upload.exported, text: words.common.savedTo(answer.value.path) });
      }
    },
  };
}
