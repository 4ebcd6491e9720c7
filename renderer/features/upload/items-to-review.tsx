import { useState } from 'react';
import type { Argument } from '../../../preload/contract/index.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { ItemView, UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { nonEmptyLines } from './links.ts';
import type { NotifyProps } from './notify-props.ts';

/** Files and links that the platform never confirmed: only a person can find out whether it has them. */
export function ItemsToReview({ upload, ...notify }: { readonly upload: UploadView } & NotifyProps) {
  const { withheld, withheldFor } = upload;
  const { held } = upload.exceptions;
  const onlyWithheld = withheld === held;
  return (
    <Notice
      tone="warn"
      title={words.review.title(upload.totals.held.items)}
      action={<DecisionButtons upload={upload} onlyWithheld={onlyWithheld} {...notify} />}
    >
      {onlyWithheld
        ? words.review.onlyWithheldText(upload.totals.held.items, withheldFor)
        : [
            words.review.text(upload.totals.held.items),
            ...(withheld > 0 ? [words.review.withheldText(withheld, withheldFor)] : []),
          ].join(' ')}
    </Notice>
  );
}

/**
 * Those of a list that a person decides about, by the rows that are selected; a row that isn't loaded is null. None while other
 * files are selected, or a pack's, which is decided as one.
 */
export function selectedToDecide(
  upload: UploadView,
  selected: readonly (ItemView | null)[],
): readonly ItemView[] {
  const items = selected.flatMap((item) => (item?.state === 'held' && item.pack === null ? [item] : []));
  return canDecide(upload) && items.length === selected.length ? items : [];
}

/** Also while others are sent: what is retried is sent by the same run. */
const canDecide = ({ state }: UploadView): boolean => state !== 'cancelled';

export function DecideSelected({
  upload,
  items,
  ...notify
}: {
  readonly upload: UploadView;
  readonly items: readonly ItemView[];
} & NotifyProps) {
  return (
    <DecisionButtons
      upload={upload}
      heldItems={items.map(({ id }) => id)}
      {...(items.length === 1 && items[0] !== undefined ? { name: printable(items[0].path) } : {})}
      onlyWithheld={items.every(({ reason }) => reason?.code === 'held-by-rule')}
      {...notify}
    />
  );
}

function DecisionButtons({
  upload,
  heldItems,
  name,
  onlyWithheld,
  onFailure,
  onSuccess,
}: {
  readonly upload: UploadView;
  /** All without it. */
  readonly heldItems?: number[];
  /** Of a single file. */
  readonly name?: string;
  readonly onlyWithheld: boolean;
} & NotifyProps) {
  // With the files as they were when it was opened: the list may change below it.
  const [decision, setDecision] = useState<Pick<Argument<'uploads.start'>, 'held' | 'heldItems'> | null>(
    null,
  );
  const [links, setLinks] = useState('');
  const start = useCommand('uploads.start');
  const isRetry = decision?.held === 'retry';
  const chosen = heldItems === undefined ? {} : { heldItems };
  const all = upload.totals.held.items;
  const files = (decision ?? chosen).heldItems?.length ?? (all === 1 ? 1 : undefined);
  const retryLabel = onlyWithheld ? words.review.upload : words.review.retry;

  async function apply() {
    if (decision === null) return;
    onFailure(null);
    onSuccess(null);
    const answer = await start.run({
      uploadId: upload.id,
      links: isRetry ? nonEmptyLines(links) : [],
      ...decision,
    });
    if (!answer.ok) return;
    const { left, kept } = answer.value;
    const texts = [
      ...(left === 0 ? [] : [words.upload.leftFolder(left)]),
      ...(kept === 0 ? [] : [words.review.kept(kept)]),
    ];
    if (texts.length > 0)
      onSuccess({ title: words.review.notSent(left + kept), text: texts.join(' '), isWarning: true });
    setDecision(null);
    setLinks('');
  }

  if (!canDecide(upload)) return null;
  return (
    <>
      <Button small onPress={() => setDecision({ held: 'skip', ...chosen })}>
        {words.review.skip(files)}
      </Button>
      <Button small onPress={() => setDecision({ held: 'retry', ...chosen })}>
        {retryLabel(files)}
      </Button>
      <AlertDialog
        title={(!isRetry
          ? words.review.skipTitle
          : onlyWithheld
            ? words.review.uploadTitle
            : words.review.retryTitle)(files ?? all, name)}
        open={decision !== null}
        safe={words.review.cancel}
        destructive={(isRetry ? retryLabel : words.review.skip)(files)}
        busy={start.busy}
        failure={start.failure}
        onSafe={() => {
          setDecision(null);
          setLinks('');
          start.dismiss();
        }}
        onDestructive={() => void apply()}
      >
        <p>
          {isRetry
            ? (onlyWithheld ? words.review.uploadText : words.review.retryText)(files ?? all)
            : words.review.skipText(files ?? all, upload.watchRuleId !== null)}
        </p>
        {isRetry && !onlyWithheld ? (
          <Field
            kind="lines"
            mono
            label={words.review.links}
            hint={words.review.linksHint}
            value={links}
            onChange={setLinks}
          />
        ) : null}
      </AlertDialog>
    </>
  );
}
