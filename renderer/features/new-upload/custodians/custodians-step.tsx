import { useRef, useState } from 'react';
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
import { DirectoryMatches } from './directory-matches.tsx';
import { FolderTree } from './folder-tree.tsx';
import { SimilarCustodians } from './similar-custodians.tsx';

const custodianWords = words.newUploadCustodians;

/** Assigns custodians by rule, by default, and by folder. */
export function CustodiansStep({ upload }: { readonly upload: UploadView }) {
  const [view, setView] = useState<'summary' | 'tree' | 'directory'>('summary');
  const [changes, setChanges] = useState({ count: 0, announcement: '' });
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  const ruleVersion = JSON.stringify([upload.custodianRule, upload.custodian]);
  const custodians = useQuery(
    'drafts.custodians',
    { argument: { uploadId: upload.id } },
    `${ruleVersion}${changes.count}`,
  );
  const list = custodians.kind === 'loaded' ? custodians.value : [];
  const unassigned = list.find(({ custodian }) => custodian === null);
  const names = list.flatMap(({ custodian }) => (custodian === null ? [] : [custodian]));

  return (
    <WizardPage
      step="custodians"
      upload={upload}
      heading={custodianWords.heading}
      description={custodianWords.description}
      fill
      pendingSave={pendingSave}
      footerNote={
        <>
          {custodians.kind === 'loaded'
            ? custodianWords.tally(names.length, unassigned?.items ?? 0, upload.links)
            : null}
          <span role="status" className="visually-hidden">
            {changes.announcement}
          </span>
        </>
      }
    >
      <div className="custodians-columns">
        <Card label={custodianWords.assignBy}>
          <CustodianRuleForm upload={upload} pendingSave={pendingSave} />
        </Card>
        <Card height="fill" bare label={custodianWords.summary}>
          <div className="custodians-view">
            <SegmentedControl
              label={custodianWords.view}
              options={[
                { value: 'summary', label: custodianWords.summary, icon: 'person' },
                { value: 'tree', label: custodianWords.assignByFolder, icon: 'folder' },
                { value: 'directory', label: words.custodianMatches.tab, icon: 'search' },
              ]}
              value={view}
              onChange={setView}
            />
          </div>
          {custodians.kind === 'failed' ? (
            <FailureNotice failure={custodians.failure} onRetry={custodians.refetch} />
          ) : null}
          {view === 'directory' ? (
            <DirectoryMatches
              upload={upload}
              version={`${ruleVersion}${changes.count}`}
              onChanged={(announcement) => setChanges(({ count }) => ({ count: count + 1, announcement }))}
            />
          ) : view === 'tree' ? (
            <FolderTree
              uploadId={upload.id}
              version={ruleVersion}
              custodians={names}
              onChanged={(announcement) => setChanges(({ count }) => ({ count: count + 1, announcement }))}
            />
          ) : (
            <>
              <SimilarCustodians
                uploadId={upload.id}
                custodians={list}
                onMerged={(announcement) => setChanges(({ count }) => ({ count: count + 1, announcement }))}
              />
              {unassigned === undefined ? null : <UnassignedNotice {...unassigned} links={upload.links} />}
              <CustodianTable custodians={list} />
            </>
          )}
        </Card>
      </div>
    </WizardPage>
  );
}

function UnassignedNotice({ items, bytes, links }: CustodianView & { readonly links: number }) {
  if (items === 0) return null;
  return (
    <div className="custodians-notice">
      <Notice tone="warn" title={custodianWords.unassigned(items, bytes, links)}>
        {custodianWords.unassignedDescription}
      </Notice>
    </div>
  );
}
