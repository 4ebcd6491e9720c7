import { useState } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { NotifyProps } from './notify-props.ts';

const t = words.failedLinks;
const shownLinks = 5;
/** The contract's most for one page, and as many links as one retry takes. */
const pageRows = 500;
const mostLinks = 1000;

/** Sends again what has failed; links whose secret is not kept are asked for first. */
export function RetryFailedButton({ upload, onFailure }: { readonly upload: UploadView } & NotifyProps) {
  const retry = useCommand('uploads.retryFailed');
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [given, setGiven] = useState('');
  const [looking, setLooking] = useState(false);

  async function begin() {
    onFailure(null);
    setLooking(true);
    const links = await failedSecretLinks(upload.id);
    setLooking(false);
    if (links.length > 0) return setAsked(links);
    const answer = await retry.run({ uploadId: upload.id });
    if (!answer.ok) onFailure(answer.failure);
  }

  const busy = looking || retry.busy;
  useMenuItem('retry-failed', busy || asked.length > 0 ? null : () => void begin());

  async function withLinks() {
    const links = given
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const answer = await retry.run({ uploadId: upload.id, links });
    if (!answer.ok) return;
    setAsked([]);
    setGiven('');
  }

  function close() {
    setAsked([]);
    setGiven('');
    retry.dismiss();
  }

  return (
    <>
      <Button
        icon="refresh"
        variant={upload.state === 'finished' ? 'primary' : 'default'}
        busy={busy && asked.length === 0}
        onPress={() => void begin()}
      >
        {words.upload.retryFailed(upload.totals.failed.items)}
      </Button>
      <Dialog
        title={t.title}
        open={asked.length > 0}
        onClose={close}
        wide
        buttons={
          <>
            <Button onPress={close}>{words.heldItems.notNow}</Button>
            <Button variant="primary" busy={retry.busy} onPress={() => void withLinks()}>
              {t.retry}
            </Button>
          </>
        }
      >
        <p>{t.meaning(asked.length)}</p>
        <ul className="retry-links mono muted">
          {asked.slice(0, shownLinks).map((link) => (
            <li key={link} className="truncate" title={link}>
              {link}
            </li>
          ))}
          {asked.length > shownLinks ? <li>{t.more(asked.length - shownLinks)}</li> : null}
        </ul>
        <Field kind="lines" mono label={t.links} value={given} onChange={setGiven} />
        {retry.failure === null ? null : <FailureNotice failure={retry.failure} />}
      </Dialog>
    </>
  );
}

/** As they are kept, without their secret part. Where they cannot be read, nothing is asked and the retry tells. */
async function failedSecretLinks(uploadId: number): Promise<readonly string[]> {
  const links: string[] = [];
  for (let offset = 0; offset < mostLinks; offset += pageRows) {
    const answer = await call('uploads.items', {
      uploadId,
      offset,
      limit: pageRows,
      sort: null,
      states: ['failed'],
      search: '',
    });
    if (!answer.ok) break;
    links.push(...answer.value.items.filter((item) => item.linkHasSecret).map((item) => item.path));
    if (offset + pageRows >= answer.value.total) break;
  }
  return [...new Set(links)];
}
