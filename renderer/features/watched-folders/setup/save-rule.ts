import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import type { WatchedFolderView } from '../../../../preload/contract/watch/watched-folder.ts';
import { useCommand } from '../../../state/use-command.ts';
import { keepWatchSetup, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { saveArgument } from './setup-rule.ts';

/**
 * Stores the form's rule. An active one is paused first: nothing is uploaded under a rule that nobody has seen rehearsed.
 * `save` resolves with the rule's ID, or with null after a failure.
 */
export function useSaveRule(): {
  readonly save: (folder: WatchedFolderView | null) => Promise<number | null>;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly dismiss: () => void;
} {
  const pause = useCommand('watch.pause');
  const save = useCommand('watch.save');
  return {
    async save(folder) {
      const { form, ruleId } = useWatchSetup.getState();
      const argument = saveArgument(form, ruleId, form.folder?.path ?? folder?.rule.path ?? '');
      if (argument === null) return null;
      if (folder?.state === 'active' && !(await pause.run({ ruleId: folder.id })).ok) return null;
      const saved = await save.run(argument);
      if (!saved.ok) return null;
      keepWatchSetup(saved.value);
      return saved.value.id;
    },
    busy: pause.busy || save.busy,
    failure: pause.failure ?? save.failure,
    dismiss() {
      pause.dismiss();
      save.dismiss();
    },
  };
}
