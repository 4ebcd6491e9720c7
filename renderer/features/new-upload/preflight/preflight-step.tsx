import { useState } from 'react';
import type { FindingsView } from '../../../../preload/contract/preflight-calls.ts';
import { printable } from '../../../../preload/contract/printable.ts';
import { emptySourceText } from '../../../../preload/contract/unavailable-source-text.ts';
import type { PreflightView, UploadView } from '../../../../preload/contract/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { ForecastLines } from '../../../ui/forecast-lines.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Stat, Stats } from '../../../ui/stats.tsx';
import './preflight.css';
import { AlreadySentNotice } from '../wizard/already-sent.tsx';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { FileTypes } from './file-types.tsx';
import { shownGroups } from './finding-groups.ts';
import { Findings } from './findings.tsx';
import { LinkList } from './link-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { SelectionCard } from './selection-card.tsx';

const preflightWords = words.newUploadPreflight;
const chooseWords = words.chooseFiles;

/** The result of the scan, and of the check of each file. */
export function PreflightStep({ upload }: { readonly upload: UploadView }) {
  const [view, setView] = useState<'results' | 'files'>('results');
  const [changes, setChanges] = useState(0);
  // The selection moves files between the totals; it changes findings, and so does a check of the files.
  const version = `${upload.totals.queued.items}/${upload.totals.skipped.items}/${changes}`;
  const input = { argument: { uploadId: upload.id } };
  const preflight = useQuery('drafts.preflight', input, version);
  const found = useQuery('preflight.summary', input, version);
  return (
    <WizardPage
      step="preflight"
      upload={upload}
      heading={preflightWords.heading}
      description={preflightWords.description}
      fill={view === 'files'}
    >
      <AlreadySentNotice
        upload={upload}
        version={version}
        onChanged={() => setChanges((before) => before + 1)}
      />
      <div>
        <SegmentedControl
          label={chooseWords.view}
          options={[
            { value: 'results', label: chooseWords.results, icon: 'search' },
            { value: 'files', label: chooseWords.title, icon: 'folder' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'files' ? <ChooseFiles upload={upload} /> : null}
      {preflight.kind === 'failed' ? (
        <FailureNotice failure={preflight.failure} onRetry={preflight.refetch} />
      ) : null}
      {found.kind === 'failed' ? <FailureNotice failure={found.failure} onRetry={found.refetch} /> : null}
      {view === 'results' && preflight.kind === 'loading' ? (
        <p className="muted">{words.common.loading}</p>
      ) : null}
      {view === 'results' && preflight.kind === 'loaded' ? (
        <ScanResult
          upload={upload}
          preflight={preflight.value}
          found={found.kind === 'loaded' ? found.value : null}
          version={version}
          onChanged={() => setChanges((before) => before + 1)}
        />
      ) : null}
    </WizardPage>
  );
}

function ScanResult({
  upload,
  preflight,
  found,
  version,
  onChanged,
}: {
  readonly upload: UploadView;
  readonly preflight: PreflightView;
  /** Null until it is known. */
  readonly found: FindingsView | null;
  /** Changes with what is found, and with which files are sent. */
  readonly version: string;
  readonly onChanged: () => void;
}) {
  const { queued, failed, skipped } = preflight.totals;
  const problems = skipped.items + failed.items;
  const groups = found === null ? [] : shownGroups(found);
  const hasFindings = groups.some(({ severity }) => severity !== 'info');
  const hasLinkWarnings = preflight.links.some(({ warnings }) => warnings.length > 0);
  return (
    <>
      {queued.items === 0 ? (
        <Notice tone="warn" title={preflightWords.nothingToUpload}>
          {preflightWords.nothingToUploadDescription}
        </Notice>
      ) : null}
      {preflight.emptySources.length === 0 ? null : (
        <Notice tone="warn" title={preflightWords.emptySources(preflight.emptySources.length)}>
          {preflight.emptySources.map((path) => (
            <div key={path}>{emptySourceText(printable(path))}</div>
          ))}
        </Notice>
      )}
      <Card label={preflightWords.heading}>
        <Stats>
          <Stat label={preflightWords.toUpload}>{count(queued.items - preflight.links.length)}</Stat>
          {preflight.links.length === 0 ? null : (
            <Stat label={preflightWords.links}>{count(preflight.links.length)}</Stat>
          )}
          <Stat label={preflightWords.size}>
            <Bytes value={queued.bytes} />
          </Stat>
          <Stat label={preflightWords.largest}>
            <Bytes value={preflight.largestBytes} />
          </Stat>
          <Stat label={preflightWords.empty}>{count(preflight.zeroByteItems)}</Stat>
          <Stat label={preflightWords.skipped} tone={skipped.items > 0 ? 'warn' : 'plain'}>
            {count(skipped.items)}
          </Stat>
          <Stat label={preflightWords.failed} tone={failed.items > 0 ? 'bad' : 'plain'}>
            {count(failed.items)}
          </Stat>
        </Stats>
        {found !== null && problems === 0 && !hasLinkWarnings && !hasFindings ? <NoProblems /> : null}
        {found === null ? null : <Checked found={found} />}
      </Card>
      {groups.length === 0 ? null : <Findings upload={upload} groups={groups} version={version} />}
      <SelectionCard uploadId={upload.id} version={version} onChanged={onChanged} />
      {/* Problems come before plain information. */}
      {problems === 0 ? null : <ProblemList uploadId={upload.id} version={version} />}
      {preflight.links.length === 0 ? null : <LinkList links={preflight.links} />}
      <div className="preflight-columns">
        <FileTypes types={preflight.types} />
        <Card title={preflightWords.estimate}>
          <Estimate preflight={preflight} />
        </Card>
      </div>
    </>
  );
}

function Checked({ found: { inspection } }: { readonly found: FindingsView }) {
  const { checked, skippedChecks, notChecked } = words.findings;
  return (
    <p className="small muted preflight-checked">
      {inspection === null
        ? notChecked
        : inspection.isSkipped
          ? skippedChecks(inspection.checked, inspection.files)
          : checked(inspection.files)}
    </p>
  );
}

function NoProblems() {
  return (
    <p className="preflight-no-problems">
      <Icon name="check" />
      <strong>{preflightWords.noProblems}</strong>
      <span className="muted">{preflightWords.noProblemsDescription}</span>
    </p>
  );
}

function Estimate({ preflight }: { readonly preflight: PreflightView }) {
  const { time, requests, parts, packing } = preflight;
  const isAnyLine = time.times.every(({ lineBytesPerSecond }) => lineBytesPerSecond === null);
  return (
    <div className="stack">
      <div>
        <div className={time.times.length === 1 ? 'preflight-estimate' : ''}>
          <ForecastLines forecast={time} />
        </div>
        <p className="small muted">{preflightWords.timeBasis(isAnyLine ? null : time.measurements)}</p>
      </div>
      {packing.isPacked ? <p className="small muted">{preflightWords.packed}</p> : null}
      <DescriptionList
        items={[
          [preflightWords.requests, count(requests)],
          [preflightWords.parts, count(parts)],
        ]}
      />
    </div>
  );
}
