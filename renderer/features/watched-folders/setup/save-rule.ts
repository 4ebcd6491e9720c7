import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { type WatchedFolderView, watchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { useCommand } from '../../../state/use-command.ts';
import { keepWatchSetup, useWatchSetup } from '../../../state/watch-setup-form.ts';

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
      const { connectionId, chosen } = form;
      const rule = watchRule.safeParse(form.rule);
      if (!rule.success || connectionId === null) return null;
      if (folder?.state === 'active' && !(await pause.run({ ruleId: folder.id })).ok) return null;
      const saved = await save.run({ ruleId, connectionId, rule: rule.data, chosen });
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
