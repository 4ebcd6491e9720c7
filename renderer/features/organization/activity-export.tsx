import type { ActivityFilter } from '../../../preload/contract/platform/activity.ts';
import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { useSaveCommand } from '../../state/use-save-command.ts';
import { Button } from '../../ui/button.tsx';
import type { Notify } from './notify.ts';
import type { OrganizationTarget } from './use-organizations.ts';

/** Exports every event that the filter fits, not only those that were loaded. The menu has it too. */
export function ActivityExport({
  target,
  filter,
  onSuccess,
  onFailure,
}: { readonly target: OrganizationTarget; readonly filter: ActivityFilter } & Notify) {
  const exporting = useSaveCommand('save-activity', 'exports.activity');
  const cancelling = useCommand('exports.cancelActivity');
  async function exportEvents() {
    const answer = await exporting.run({ name: words.fileNames.activity }, (path) => ({
      ...target,
      filter,
      path,
    }));
    if (answer.ok) {
      if (answer.value !== null) onSuccess(words.common.savedTo(answer.value.path));
    } else if (answer.failure.code === 'stopped') onSuccess(words.activity.exportCancelled);
    else onFailure(answer.failure);
  }
  useMenuItem('export-csv', exporting.busy ? null : () => void exportEvents());
  return (
    <>
      {exporting.busy ? (
        <Button busy={cancelling.busy} onPress={() => void cancelling.run(undefined)}>
          {words.activity.cancelExport}
        </Button>
      ) : null}
      <Button icon="download" busy={exporting.busy} onPress={() => void exportEvents()}>
        {words.common.exportCsv}
      </Button>
    </>
  );
}
