import { useState } from 'react';
import type { CustodianView, UploadView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { CustodianRuleForm } from './custodian-rule-form.tsx';
import { CustodianTable } from './custodian-table.tsx';
import './custodians.css';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { FolderTree } from './folder-tree.tsx';

const custodianWords = words.newUploadCustodians;

/** Who gets what, before anything is sent. */
export function CustodiansStep({ upload }: { readonly upload: UploadView }) {
  const [view, setView] = useState<'summary' | 'tree'>('summary');
  const [changes, setChanges] = useState({ count: 0, told: '' });
  const ruled = JSON.stringify([upload.custodianRule, upload.custodian]);
  const who = useQuery(
    'drafts.custodians',
    { argument: { uploadId: upload.id } },
    `${ruled}${changes.count}`,
  );
  const list = who.kind === 'loaded' ? who.value : [];
  const nobody = list.find((each) => each.custodian === null);
  const unassigned = nobody?.items ?? 0;
  const named = list.flatMap(({ custodian }) => (custodian === null ? [] : [custodian]));

  return (
    <WizardPage
      step="custodians"
      upload={upload}
      heading={custodianWords.heading}
      description={custodianWords.description}
      fill
      footerNote={
        <>
          {who.kind === 'loaded' ? custodianWords.tally(named.length, unassigned) : null}
          <span role="status" className="visually-hidden">
            {changes.told}
          </span>
        </>
      }
    >
      <div className="custodian-columns">
        <Card label={custodianWords.assignBy}>
          <CustodianRuleForm upload={upload} />
        </Card>
        <Card height="fill" bare label={custodianWords.summary}>
          <div className="custodian-view">
            <SegmentedControl
              label={custodianWords.view}
              options={[
                { value: 'summary', label: custodianWords.summary, icon: 'person' },
                { value: 'tree', label: custodianWords.assignByFolder, icon: 'folder' },
              ]}
              value={view}
              onChange={setView}
            />
          </div>
          {who.kind === 'failed' ? <FailureNotice failure={who.failure} onRetry={who.refetch} /> : null}
          {view === 'tree' ? (
            <FolderTree
              uploadId={upload.id}
              version={ruled}
              custodians={named}
              onChanged={(told) => setChanges(({ count }) => ({ count: count + 1, told }))}
            />
          ) : (
            <>
              {nobody === undefined ? null : <Unassigned {...nobody} />}
              <CustodianTable custodians={list} />
            </>
          )}
        </Card>
      </div>
    </WizardPage>
  );
}

function Unassigned({ items, bytes }: CustodianView) {
  if (items === 0) return null;
  return (
    <div className="custodian-notice">
      <Notice tone="warn" title={custodianWords.unassigned(items, bytes)}>
        {custodianWords.unassignedDescription}
      </Notice>
    </div>
  );
}
