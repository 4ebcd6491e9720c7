import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { needsKey } from '../../../preload/contract/failures/failure-table.ts';
import { hashListText } from '../../../preload/contract/texts/hash-list-text.ts';
import { countExceptions, countFound } from '../../../preload/contract/views/exception.ts';
import type { HashListResult } from '../../../preload/contract/views/hash-list.ts';
import { isDraft } from '../../../preload/contract/views/upload-stage.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { navigate, routeHref, type UploadTab } from '../../navigation/routes.ts';
import { NotFoundPage } from '../../shared/not-found.tsx';
import { Page } from '../../shared/page.tsx';
import { SandboxStoppedNotice } from '../../shared/sandbox-stopped-notice.tsx';
import { useProgress, useUpload } from '../../state/selectors.ts';
import { Link } from '../../ui/link.tsx';
import { DismissButton, FailureNotice, Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CustodiansTab } from './custodians-tab.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { FilesTab } from './files-tab.tsx';
import { ItemsToReview } from './items-to-review.tsx';
import { LogTab } from './log-tab.tsx';
import type { NotifyProps, SuccessMessage } from './notify-props.ts';
import { PasswordsNotice } from './passwords-notice.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { UnavailableSourcesNotice } from './unavailable-sources-notice.tsx';
import { UploadActions } from './upload-actions.tsx';
import { UploadSummary } from './upload-summary.tsx';
import './upload-tabs.css';
import { useSaveCommand } from '../../state/use-save-command.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

export function UploadScreen({ uploadId, tab }: { readonly uploadId: number; readonly tab: UploadTab }) {
  const upload = useUpload(uploadId);
  const progress = useProgress(uploadId);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [message, setMessage] = useState<SuccessMessage | null>(null);
  if (upload === null) return <UploadNotFound />;

  const notify = { onFailure: setFailure, onSuccess: setMessage };
  return (
    <Page
      title={upload.name}
      about={aboutText(upload)}
      actions={<UploadActions upload={upload} progress={progress} {...notify} />}
      incidents={
        <>
          <FailureNotice failure={failure} onDismiss={() => setFailure(null)} />
          {message === null ? null : (
            <Notice
              tone={message.isWarning === true || message.receipt?.fingerprint === null ? 'warn' : 'ok'}
              title={message.title}
              action={
                <>
                  {message.receipt === undefined ? null : (
                    <LogHeadActions upload={upload} {...message.receipt} {...notify} />
                  )}
                  <DismissButton onPress={() => setMessage(null)} />
                </>
              }
            >
              <div className="upload-message">{message.text}</div>
            </Notice>
          )}
          <StateNotices upload={upload} />
          <PasswordsNotice upload={upload} />
          <UnavailableSourcesNotice uploadId={upload.id} progress={progress} />
          {upload.exceptions.held > 0 ? <ItemsToReview upload={upload} {...notify} /> : null}
        </>
      }
    >
      <UploadSummary upload={upload} progress={progress} />
      <UploadTabs upload={upload} progress={progress} tab={tab} notify={notify} />
    </Page>
  );
}

function UploadNotFound() {
  return (
    <NotFoundPage
      title={words.shell.notFound}
      text={words.shell.notFoundDescription}
      to={{ kind: 'uploads' }}
      toText={words.shell.toUploads}
    />
  );
}

/** Says that it is a draft, what stopped it, or that its sandbox is not running. */
export function StateNotices({ upload }: { readonly upload: UploadView }) {
  const { id: uploadId, state, stoppedBy, isSandbox, hashLists } = upload;
  return (
    <>
      {isDraft(upload) ? (
        <Notice
          tone="info"
          title={words.upload.draft}
          action={
            <Link to={routeHref({ kind: 'new-upload', uploadId })} look="default">
              {words.upload.continueDraft}
            </Link>
          }
        />
      ) : null}
      {stoppedBy === null ? null : (
        <FailureNotice
          failure={stoppedBy}
          action={
            needsKey(stoppedBy) ? (
              <Link to={routeHref({ kind: 'settings' })} look="default">
                {words.upload.openSettings}
              </Link>
            ) : undefined
          }
        >
          {state === 'paused' ? words.upload.continueAfter[stoppedBy.code] : undefined}
        </FailureNotice>
      )}
      {hashLists === null ? null : (
        <Notice tone={hashListTone(hashLists)} title={words.upload.hashLists}>
          {hashListText(hashLists)}
        </Notice>
      )}
      {isSandbox && state === 'paused' ? <SandboxStoppedNotice /> : null}
    </>
  );
}

function hashListTone({ mismatches, missing, unreadLists }: HashListResult): 'bad' | 'warn' | 'info' {
  if (mismatches > 0) return 'bad';
  return missing + unreadLists > 0 ? 'warn' : 'info';
}

function UploadTabs({
  upload,
  progress,
  tab,
  notify,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
  readonly tab: UploadTab;
  readonly notify: NotifyProps;
}) {
  const exceptions = countExceptions(upload.exceptions);
  const { failed, held } = upload.exceptions;
  const badgeTone = failed > 0 ? 'bad' : held + countFound(upload.exceptions) > 0 ? 'warn' : 'plain';
  return (
    <div className="card card-fill">
      <Tabs
        label={words.upload.tabs}
        selected={tab}
        onSelect={(id) => navigate({ kind: 'upload', uploadId: upload.id, tab: id }, 'replace')}
        tabs={[
          {
            id: 'files',
            label: words.upload.files,
            content: () => <FilesTab upload={upload} progress={progress} {...notify} />,
          },
          {
            id: 'exceptions',
            label: words.upload.exceptions,
            ...(exceptions === 0 ? {} : { badge: count(exceptions), badgeTone }),
            content: () => <ExceptionsTab upload={upload} {...notify} />,
          },
          {
            id: 'custodians',
            label: words.upload.custodians,
            content: () => <CustodiansTab upload={upload} />,
          },
          { id: 'settings', label: words.upload.settings, content: () => <SettingsTab upload={upload} /> },
          { id: 'log', label: words.upload.log, content: () => <LogTab upload={upload} /> },
        ]}
      />
    </div>
  );
}

function aboutText(upload: UploadView): string {
  const [first = '', ...more] = upload.sources;
  return words.upload.about(
    upload.databaseName,
    upload.datasetName,
    more.length === 0 ? first : words.upload.moreSources(first, more.length),
  );
}

/** Copies the log head or the key's fingerprint of a receipt, or saves both in a file of their own. */
function LogHeadActions({
  upload,
  head,
  fingerprint,
  onFailure,
  onSuccess,
}: { readonly upload: UploadView } & NonNullable<SuccessMessage['receipt']> & NotifyProps) {
  const saving = useSaveCommand('save-log-head', 'uploads.saveLogHead');
  async function save() {
    onFailure(null);
    const suggested = { name: words.fileNames.logHead(upload.name), extension: 'txt' } as const;
    const answer = await saving.run(suggested, (path) => ({ uploadId: upload.id, path }));
    if (!answer.ok) onFailure(answer.failure);
    else if (answer.value?.answer === true)
      onSuccess({ title: words.upload.logHeadSaved, text: words.common.savedTo(answer.value.path) });
  }
  return (
    <>
      <CopyButton text={head}>{words.upload.copyLogHead}</CopyButton>
      {fingerprint === null ? null : (
        <CopyButton text={fingerprint}>{words.upload.copyFingerprint}</CopyButton>
      )}
      <Button small busy={saving.busy} onPress={() => void save()}>
        {words.upload.saveLogHead}
      </Button>
    </>
  );
}
