import { useState } from 'react';
import type { Answer } from '../../../preload/contract/index.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { failedSecretLinks, nonEmptyLines } from './links.ts';
import type { NotifyProps } from './notify-props.ts';

const maxLinksShown = 5;

/** Retries every failed file. Links whose secret part is not stored must be pasted again first. */
export function RetryFailedButton({
  upload,
  onFailure,
  onSuccess,
}: { readonly upload: UploadView } & NotifyProps) {
  const retry = useCommand('uploads.retryFailed');
  const [neededLinks, setNeededLinks] = useState<readonly string[]>([]);
  const [pastedText, setPastedText] = useState('');
  const [isPreparing, setIsPreparing] = useState(false);

  async function begin() {
    onFailure(null);
    setIsPreparing(true);
    const links = await failedSecretLinks(upload.id);
    setIsPreparing(false);
    if (links.length > 0) return setNeededLinks(links);
    const answer = await retry.run({ uploadId: upload.id });
    if (answer.ok) report(answer.value);
    else onFailure(answer.failure);
  }

  /** What isn't retried, and why, and what is uploaded in its place. The progress shows the rest. */
  function report({ items, ...others }: Answer<'uploads.retryFailed'>) {
    const { retried, chosenAgain, leftFolder, stillFailed } = words.upload;
    const texts = [
      ...(others.chosenAgain === 0 ? [] : [chosenAgain(others.chosenAgain)]),
      ...(others.left === 0 ? [] : [leftFolder(others.left)]),
      ...(others.failed === 0 ? [] : [stillFailed(others.failed)]),
    ];
    const isWarning = others.left + others.failed > 0;
    if (texts.length > 0) onSuccess({ title: retried(items), text: texts.join(' '), isWarning });
  }

  const busy = isPreparing || retry.busy;
  useMenuItem('retry-failed', busy || neededLinks.length > 0 ? null : () => void begin());

  async function retryWithLinks() {
    const answer = await retry.run({ uploadId: upload.id, links: nonEmptyLines(pastedText) });
    if (!answer.ok) return;
    report(answer.value);
    setNeededLinks([]);
    setPastedText('');
  }

  function close() {
    setNeededLinks([]);
    setPastedText('');
    retry.dismiss();
  }

  return (
    <>
      <Button
        icon="refresh"
        variant={upload.state === 'finished' ? 'primary' : 'default'}
        busy={busy && neededLinks.length === 0}
        onPress={() => void begin()}
      >
        {words.upload.retryFailed(upload.totals.failed.items, upload.links + upload.unreadFolders)}
      </Button>
      <Dialog
        title={words.failedLinks.title}
        open={neededLinks.length > 0}
        onClose={close}
        wide
        submit={{ label: words.failedLinks.retry, busy: retry.busy, onPress: () => void retryWithLinks() }}
      >
        <p>{words.failedLinks.text(neededLinks.length)}</p>
        <ul className="retry-failed-links mono muted">
          {neededLinks.slice(0, maxLinksShown).map((link) => (
            <li key={link} className="truncate" title={printable(link)}>
              {printable(link)}
            </li>
          ))}
          {neededLinks.length > maxLinksShown ? (
            <li>{words.failedLinks.more(neededLinks.length - maxLinksShown)}</li>
          ) : null}
        </ul>
        <Field
          kind="lines"
          mono
          label={words.failedLinks.links}
          value={pastedText}
          onChange={setPastedText}
        />
        <FailureNotice failure={retry.failure} />
      </Dialog>
    </>
  );
}
