import { useCallback, useRef, useState } from 'react';
import type { Answer } from '../../../../preload/contract/index.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { PreviewTable } from './custodian-preview.tsx';
import { CustodianRuleForm, type EditedRules } from './custodian-rule-form.tsx';
import { CustodianTable } from './custodian-table.tsx';
import { CustodianTemplates } from './custodian-templates.tsx';
import './custodians.css';
import { useCommand } from '../../../state/use-command.ts';
import { searchTop } from '../file-tree/file-tree-model.ts';
import { SearchableTree } from '../file-tree/searchable-tree.tsx';
import { ChangeHistory } from '../wizard/change-history.tsx';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { CustodianTree } from './custodian-tree.tsx';
import { DirectoryMatches } from './directory-matches.tsx';
import { EarlierCustodiansNotice } from './earlier-custodians.tsx';
import { SimilarCustodians } from './similar-custodians.tsx';
import { UnassignedNotice } from './unassigned-notice.tsx';

const custodianWords = words.newUploadCustodians;
type TreeFilter = keyof typeof custodianWords.filters;
const noCustodians: Answer<'drafts.custodians'> = { custodians: [], more: 0 };

/** Assigns custodians by rule, by default, and by folder. */
export function CustodiansStep({ upload }: { readonly upload: UploadView }) {
  const [view, setView] = useState<'summary' | 'tree' | 'directory'>('summary');
  /** The tree shows only these, until a person searches for something or asks for all. */
  const [filter, setFilter] = useState<TreeFilter | null>(null);
  const show = (wanted: TreeFilter) => {
    setFilter(wanted);
    setView('tree');
  };
  const [changes, setChanges] = useState({ count: 0, announcement: '' });
  /** Undoing replaces what is in the form. */
  const [undone, setUndone] = useState(0);
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  const [edited, setEdited] = useState<EditedRules | null>(null);
  const ruleVersion = JSON.stringify([
    upload.custodianRules,
    upload.custodianNames,
    upload.custodian,
    upload.leaveUnassigned,
  ]);
  const custodians = useQuery(
    'drafts.custodians',
    { argument: { uploadId: upload.id } },
    `${ruleVersion}${changes.count}`,
  );
  const preview = useQuery(
    'drafts.previewCustodians',
    edited === null
      ? null
      : { argument: { uploadId: upload.id, rules: [...edited.rules], custodian: edited.custodian } },
    `${ruleVersion}${changes.count}`,
    { oneByOne: true },
  );
  const onChanged = useCallback(
    (announcement: string) => setChanges(({ count }) => ({ count: count + 1, announcement })),
    [],
  );
  const onUndone = useCallback(
    (announcement: string) => {
      setEdited(null);
      setUndone((count) => count + 1);
      onChanged(announcement);
    },
    [onChanged],
  );
  const { custodians: list, more } = custodians.kind === 'loaded' ? custodians.value : noCustodians;
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
      incidents={
        <>
          <UnassignedNotice
            upload={upload}
            unassigned={unassigned}
            onShow={() => show('without-custodian')}
          />
          <EarlierCustodiansNotice
            upload={upload}
            version={`${ruleVersion}${changes.count}`}
            onApplied={onUndone}
          />
          <SimilarCustodians
            uploadId={upload.id}
            version={`${ruleVersion}${changes.count}`}
            onMerged={onChanged}
          />
          {more === 0 ? null : <Notice tone="info" title={words.common.moreCustodians(more)} />}
          <FailureNotice failure={custodians.failure} onRetry={custodians.refetch} />
        </>
      }
      footerNote={
        <>
          {custodians.kind === 'loaded'
            ? custodianWords.tally(names.length + more, unassigned?.items ?? 0, upload.links)
            : null}
          <span role="status" className="visually-hidden">
            {changes.announcement}
          </span>
        </>
      }
    >
      <div className="wizard-columns">
        <Card label={custodianWords.assignBy}>
          <CustodianRuleForm
            key={undone}
            upload={upload}
            pendingSave={pendingSave}
            onEdit={setEdited}
            onShowNotInCsv={() => show('not-in-csv')}
            previewFailure={preview.isCurrent && preview.kind === 'failed' ? preview.failure : null}
          />
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
            <div className="spacer" />
            <CustodianTemplates upload={upload} onApplied={onUndone} />
            <CustodianHistory
              uploadId={upload.id}
              version={`${ruleVersion}${changes.count}`}
              onChanged={onUndone}
            />
          </div>
          {view === 'directory' ? (
            <DirectoryMatches
              upload={upload}
              version={`${ruleVersion}${changes.count}`}
              onChanged={(announcement) => setChanges(({ count }) => ({ count: count + 1, announcement }))}
            />
          ) : view === 'tree' ? (
            <SearchableTree
              beside={
                filter === null ? null : (
                  <Button small icon="close" onPress={() => setFilter(null)}>
                    {custodianWords.filters[filter]}
                  </Button>
                )
              }
            >
              {(search) => (
                <CustodianTree
                  key={`${filter} ${search}`}
                  uploadId={upload.id}
                  shown={search === '' && filter !== null ? { kind: filter } : searchTop(search)}
                  version={`${ruleVersion}${undone}`}
                  custodians={names}
                  onChanged={onChanged}
                />
              )}
            </SearchableTree>
          ) : edited !== null && preview.kind === 'loaded' ? (
            <PreviewTable preview={preview.value} isCurrent={preview.isCurrent} />
          ) : (
            <CustodianTable custodians={list} />
          )}
        </Card>
      </div>
    </WizardPage>
  );
}

/** Undo and redo of custodian changes. */
function CustodianHistory({
  uploadId,
  version,
  onChanged,
}: {
  readonly uploadId: number;
  /** Changes with the custodians. */
  readonly version: string;
  /** `announcement` is for screen readers. */
  readonly onChanged: (announcement: string) => void;
}) {
  const history = useQuery('drafts.custodianHistory', { argument: { uploadId } }, version);
  const { run, busy, failure, dismiss } = useCommand('drafts.undoCustodians');
  const next = history.kind === 'loaded' ? history.value : { undo: null, redo: null };
  async function undo(direction: 'undo' | 'redo') {
    const undone = await run({ uploadId, direction });
    if (undone.ok) onChanged(custodianWords[direction === 'undo' ? 'undone' : 'redone']);
  }
  return (
    <ChangeHistory
      {...(next.undo === null ? {} : { undoLabel: custodianWords.undoChange[next.undo] })}
      canUndo={next.undo !== null}
      canRedo={next.redo !== null}
      busy={busy}
      failure={failure}
      onDismiss={dismiss}
      onUndo={(direction) => void undo(direction)}
    />
  );
}
