import type { ReactNode, RefObject } from 'react';
import type { SelectionView } from '../../../../preload/contract/calls/selection-calls.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { useAction } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { sendOnlyNew } from '../change-selection.ts';

const selectionWords = words.selection;

/** A set of segments that is partly new is sent whole, so that not all of what was sent before is skipped for it. */
export function sentText({
  rules,
  alreadySent: { items },
  sentAgain,
  skipped,
}: Pick<SelectionView, 'rules' | 'alreadySent' | 'sentAgain' | 'skipped'>): {
  readonly title: string;
  readonly others: string | null;
} {
  if (!rules.onlyNew)
    return { title: selectionWords.sentAgain(sentAgain.items, sentAgain.bytes), others: null };
  const left = skipped.find(({ code }) => code === 'already-sent') ?? { items: 0, bytes: 0 };
  return {
    title: selectionWords.sentSkipped(left.items, left.bytes),
    others: left.items < items ? selectionWords.sentNotSkipped(items - left.items) : null,
  };
}

/** What earlier uploads sent to the same database: it is sent again unless a person wants only what is new. */
export function AlreadySentNotice({
  upload,
  version = '',
  pendingSave,
  onChanged,
  otherwise = null,
}: {
  readonly upload: UploadView;
  /** Changes with what is found. */
  readonly version?: string;
  /** The step stays until a change is made: other steps begin with what it brings. */
  readonly pendingSave: RefObject<Promise<unknown>>;
  readonly onChanged?: () => void;
  /** Shown where no file was sent before. */
  readonly otherwise?: ReactNode;
}) {
  const uploadId = upload.id;
  const { queued, skipped } = upload.totals;
  const view = useQuery(
    'selection.get',
    { argument: { uploadId } },
    `${queued.items}/${skipped.items}/${version}`,
  );
  const set = useAction(sendOnlyNew);
  const earlier = useQuery('custodianTemplates.earlier', { argument: { uploadId } }, String(set.busy));
  if (view.kind !== 'loaded') return null;
  if (view.value.alreadySent.items === 0) return otherwise;
  const { rules, alreadySent } = view.value;
  const { datasets } = alreadySent;
  const { title, others } = sentText(view.value);

  async function toggle() {
    const changed = await set.run({ uploadId, onlyNew: !rules.onlyNew });
    view.refetch();
    if (changed.ok) onChanged?.();
  }
  return (
    <>
      {set.failure === null ? null : <FailureNotice failure={set.failure} onDismiss={set.dismiss} />}
      <Notice
        tone={rules.onlyNew ? 'info' : 'warn'}
        title={title}
        action={
          <Button
            variant={rules.onlyNew ? 'default' : 'primary'}
            busy={set.busy}
            onPress={() => {
              pendingSave.current = toggle();
            }}
          >
            {rules.onlyNew ? selectionWords.sendAll : selectionWords.sendNew}
          </Button>
        }
      >
        {datasets.length === 0
          ? selectionWords.sentEarlier
          : selectionWords.sentTo(
              upload.databaseName,
              datasets.map(({ name, at }) => ({ name, at: time(at) })),
            )}
        {others === null ? null : ` ${others}`}
        {rules.onlyNew && earlier.kind === 'loaded' && earlier.value?.isUsed === true
          ? ` ${words.earlierCustodians.usedToo(earlier.value.datasetName)}`
          : null}
      </Notice>
    </>
  );
}
