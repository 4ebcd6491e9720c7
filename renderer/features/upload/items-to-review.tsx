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
      {[
        ...(onlyWithheld
          ? [words.review.onlyWithheldText(upload.totals.held.items, withheldFor)]
          : [words.review.text, ...(withheld > 0 ? [words.review.withheldText(withheld, withheldFor)] : [])]),
        ...(held > 1 && canDecide(upload) ? [words.review.someText] : []),
      ].join(' ')}
    </Notice>
  );
}

/**
 * Those of the selected rows that a person decides about one by one; a row that isn't loaded is null. None until all are
 * loaded, because the button says how many files it decides about.
 */
export function selectedToDecide(
  upload: UploadView,
  selected: readonly (ItemView | null)[],
): readonly ItemView[] {
  const items = selected.filter((item) => item !== null);
  return canDecide(upload) && items.length === selected.length ? items.filter(canDecideAlone) : [];
}

/** The files of a pack are decided as one. */
export const canDecideAlone = ({ state, pack }: Pick<ItemView, 'state' | 'pack'>): boolean =>
  state === 'held' && pack === null;

/** Also while others are sent: what is retried is sent by the same run. */
export const canDecide = ({ state }: UploadView): boolean => state !== 'cancelled';

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
