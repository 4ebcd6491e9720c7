import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { Selection } from '../../../preload/contract/views/selection.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { call } from '../../state/bridge.ts';
import { inOrder } from '../../state/in-order.ts';

export interface SelectionChange {
  readonly uploadId: number;
  /** From the rules as they are when the change is made, not as a screen showed them. */
  readonly change: (latest: Selection) => Partial<Selection>;
}

/** Changes some rules of what is sent and keeps the others. */
export const changeSelection: (change: SelectionChange) => Promise<Result<UploadView>> = inOrder(
  async ({ uploadId, change }: SelectionChange) => {
    const view = await call('selection.get', { uploadId });
    if (!view.ok) return view;
    const { rules } = view.value;
    return call('selection.set', { uploadId, rules: { ...rules, ...change(rules) } });
  },
);

/** What is new belongs to the people of what was sent before, so their rules come along where the draft has none. */
export async function sendOnlyNew({
  uploadId,
  onlyNew,
}: {
  readonly uploadId: number;
  readonly onlyNew: boolean;
}): Promise<Result<unknown>> {
  const changed = await changeSelection({ uploadId, change: () => ({ onlyNew }) });
  if (!changed.ok || !onlyNew) return changed;
  const earlier = await call('custodianTemplates.earlier', { uploadId });
  if (!earlier.ok || earlier.value === null || earlier.value.isUsed) return earlier;
  return call('custodianTemplates.applyEarlier', { uploadId });
}
