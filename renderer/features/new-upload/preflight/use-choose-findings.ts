import { useState } from 'react';
import type { FindingFilter } from '../../../../preload/contract/calls/preflight-calls.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';

/** Excludes or keeps the files of findings, by hand, and says how many files that changed. */
export function useChooseFindings(upload: UploadView) {
  const several = useCommand('selection.chooseFindings');
  const one = useCommand('selection.choose');
  const [announcement, setAnnouncement] = useState('');
  const before = upload.totals.queued.items;

  function announce({ totals }: UploadView) {
    const change = totals.queued.items - before;
    setAnnouncement(change < 0 ? words.findings.excluded(-change) : words.findings.kept(change));
  }
  return {
    busy: several.busy || one.busy,
    failure: several.failure ?? one.failure,
    announcement,
    dismiss: () => {
      several.dismiss();
      one.dismiss();
    },
    chooseAll: async (filter: FindingFilter, choice: 'selected' | 'deselected') => {
      const chosen = await several.run({ filter, choice });
      if (chosen.ok) announce(chosen.value);
    },
    chooseFile: async (id: number, choice: 'selected' | 'deselected') => {
      const chosen = await one.run({ uploadId: upload.id, folders: [], items: [{ id, choice }] });
      if (chosen.ok) announce(chosen.value);
    },
  };
}
export type ChooseFindings = ReturnType<typeof useChooseFindings>;
