import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate, routeHref, type UploadTab } from '../../navigation/routes.ts';
import { useProgress, useUpload } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SandboxStoppedNotice } from '../../ui/sandbox-stopped-notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CustodiansTab } from './custodians-tab.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { FilesTab } from './files-tab.tsx';
import { LogTab } from './log-tab.tsx';
import type { SuccessMessage } from './notify-props.ts';
import { SettingsTab } from './settings-tab.tsx';
import { UploadSummary } from './upload-summary.tsx';
import './upload.css';
import { UploadActions } from './upload-actions.tsx';

const t = words.upload;

export function UploadScreen({ uploadId, tab }: { readonly uploadId: number; readonly tab: UploadTab }) {
  const upload = useUpload(uploadId);
  const progress = useProgress(uploadId);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [message, setMessage] = useState<SuccessMessage | null>(null);

  if (upload === null) {
    return (
      <Page title={words.shell.notFound}>
        <Card>
          <EmptyState
            icon="search"
            title={words.shell.notFound}
            actions={
              <Link to={routeHref({ kind: 'uploads' })} look="primary">
                {words.shell.toUploads}
              </Link>
            }
          >
            {words.shell.notFoundMeaning}
          </EmptyState>
        </Card>
      </Page>
    );
  }

  const notify = { onFailure: setFailure, onSuccess: setMessage };
  const { totals } = upload;
  const exceptions = totals.failed.items + totals['skipped'].items + totals.held.items;
  const needsPerson = totals.failed.items + totals.held.items;
  return (
    <Page title={upload.name} about={about(upload)} actions={<UploadActions upload={upload} {...notify} />}>
      {failure === null ? null : <FailureNotice failure={failure} onDismiss={() => setFailure(null)} />}
      {message === null ? null : (
        <Notice
          tone="ok"
          title={message.title}
          action={
            <Button
              small
              variant="quiet"
              icon="close"
              label={words.common.dismiss}
              onPress={() => setMessage(null)}
            />
          }
        >
          {message.text}
        </Notice>
      )}
      {upload.state === 'ready' || upload.state === 'scanning' ? (
        <Notice
          tone="info"
          title={t.draft}
          action={
            <Link to={routeHref({ kind: 'new-upload', uploadId })} look="default">
              {t.continueDraft}
            </Link>
          }
        />
      ) : null}
      {upload.stoppedBy === null ? null : (
        <FailureNotice
          failure={upload.stoppedBy}
          action={
            upload.stoppedBy.code === 'key-refused' || upload.stoppedBy.code === 'key-missing' ? (
              <Link to={routeHref({ kind: 'settings' })} look="default">
                {words.shell.settings}
              </Link>
            ) : undefined
          }
        />
      )}
      {upload.isSandbox && upload.state === 'paused' ? <SandboxStoppedNotice /> : null}
      <UploadSummary upload={upload} progress={progress} />
      <div className="upload-tabs card card-fill">
        <Tabs
          label={t.tabs}
          selected={tab}
          onSelect={(id) => navigate({ kind: 'upload', uploadId, tab: id }, 'replace')}
          tabs={[
            {
              id: 'files',
              label: t.files,
              content: () => <FilesTab upload={upload} progress={progress} {...notify} />,
            },
            {
              id: 'exceptions',
              label: t.exceptions,
              ...(exceptions === 0
                ? {}
                : { badge: String(exceptions), badgeTone: needsPerson > 0 ? 'bad' : 'plain' }),
              content: () => <ExceptionsTab upload={upload} {...notify} />,
            },
            { id: 'custodians', label: t.custodians, content: () => <CustodiansTab upload={upload} /> },
            { id: 'settings', label: t.settings, content: () => <SettingsTab upload={upload} /> },
            { id: 'log', label: t.log, content: () => <LogTab upload={upload} /> },
          ]}
        />
      </div>
    </Page>
  );
}

function about(upload: UploadView): string {
  const [first = '', ...more] = upload.sources;
  return t.about(
    upload.databaseName,
    upload.datasetName,
    more.length === 0 ? first : t.moreSources(first, more.length),
  );
}
