import { useState } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { go, hrefOf, type UploadTab } from '../../app/route.ts';
import { words } from '../../i18n/words.ts';
import { useProgress, useUpload } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice, Notice, type ShownFailure } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SandboxStopped } from '../../ui/sandbox-stopped.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CustodiansTab } from './custodians-tab.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { FilesTab } from './files-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { Summary } from './summary.tsx';
import type { Said } from './told.ts';
import './upload.css';
import { UploadActions } from './upload-actions.tsx';

const t = words.upload;

export function UploadScreen({ uploadId, tab }: { readonly uploadId: number; readonly tab: UploadTab }) {
  const upload = useUpload(uploadId);
  const progress = useProgress(uploadId);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const [said, setSaid] = useState<Said | null>(null);

  if (upload === null) {
    return (
      <Page title={words.shell.notFound}>
        <Card>
          <EmptyState
            icon="search"
            title={words.shell.notFound}
            actions={
              <Link to={hrefOf({ kind: 'uploads' })} look="primary">
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

  const told = { onFailure: setFailure, onSaid: setSaid };
  const { totals } = upload;
  const exceptions = totals.failed.items + totals['skipped'].items + totals.held.items;
  const needsPerson = totals.failed.items + totals.held.items;
  return (
    <Page title={upload.name} about={about(upload)} actions={<UploadActions upload={upload} {...told} />}>
      {failure === null ? null : <FailureNotice failure={failure} onDismiss={() => setFailure(null)} />}
      {said === null ? null : (
        <Notice
          tone="ok"
          title={said.title}
          action={
            <Button
              small
              variant="quiet"
              icon="close"
              label={words.common.dismiss}
              onPress={() => setSaid(null)}
            />
          }
        >
          {said.text}
        </Notice>
      )}
      {upload.state === 'ready' || upload.state === 'scanning' ? (
        <Notice
          tone="info"
          title={t.draft}
          action={
            <Link to={hrefOf({ kind: 'new-upload', uploadId })} look="default">
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
              <Link to={hrefOf({ kind: 'settings' })} look="default">
                {words.shell.settings}
              </Link>
            ) : undefined
          }
        />
      )}
      {upload.isSandbox && upload.state === 'paused' ? <SandboxStopped /> : null}
      <Summary upload={upload} progress={progress} />
      <div className="upload-tabs card card-fill">
        <Tabs
          label={t.tabs}
          selected={tab}
          onSelect={(id) => go({ kind: 'upload', uploadId, tab: id }, 'replace')}
          tabs={[
            {
              id: 'files',
              label: t.files,
              content: () => <FilesTab upload={upload} progress={progress} {...told} />,
            },
            {
              id: 'exceptions',
              label: t.exceptions,
              ...(exceptions === 0
                ? {}
                : { badge: String(exceptions), badgeTone: needsPerson > 0 ? 'bad' : 'plain' }),
              content: () => <ExceptionsTab upload={upload} {...told} />,
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
