import { useRef, useState } from 'react';
import type { FindingsView } from '../../../../preload/contract/calls/preflight-calls.ts';
import { findingTitle } from '../../../../preload/contract/texts/finding-text.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { emptySourceText } from '../../../../preload/contract/texts/unavailable-source-text.ts';
import { leftToDo } from '../../../../preload/contract/views/finding-group.ts';
import type { PreflightView } from '../../../../preload/contract/views/preflight-view.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { BandwidthLink } from '../../../shared/bandwidth-link.tsx';
import { ForecastLines } from '../../../shared/forecast-lines.tsx';
import { SandboxSpaceNotice } from '../../../shared/sandbox-space.tsx';
import {
  keepPreflightPlace,
  keepPreflightScroll,
  type PreflightSection,
  usePreflightPlace,
} from '../../../state/new-upload-draft.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { Stat, Stats } from '../../../ui/stats.tsx';
import { type TabEntry, Tabs } from '../../../ui/tabs.tsx';
import { KeptScroll } from '../wizard/kept-scroll.tsx';
import './preflight.css';
import { AlreadySentNotice } from '../wizard/already-sent.tsx';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { FileTypes } from './file-types.tsx';
import { areFilesFine, countLeftToDo, groupsLeftToDo, shownGroups } from './finding-groups.ts';
import { FindingFiles, Findings } from './findings.tsx';
import { LinkList } from './link-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { SelectionCard } from './selection-card.tsx';
import { SeverityPill } from './severity-pill.tsx';

const preflightWords = words.newUploadPreflight;

/** The result of the scan, and of the check of each file, in sections: a person finds each again where it was left. */
export function PreflightStep({ upload }: { readonly upload: UploadView }) {
  const uploadId = upload.id;
  const [changes, setChanges] = useState(0);
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  // The selection moves files between the totals; it changes findings, and so does a check of the files.
  const version = `${upload.totals.queued.items}/${upload.totals.skipped.items}/${changes}`;
  const input = { argument: { uploadId } };
  const preflight = useQuery('drafts.preflight', input, version);
  const found = useQuery('preflight.summary', input, version);
  const onChanged = () => setChanges((before) => before + 1);
  return (
    <WizardPage
      step="preflight"
      upload={upload}
      pendingSave={pendingSave}
      heading={preflightWords.heading}
      description={preflightWords.description}
      fill
      incidents={
        <>
          <AlreadySentNotice
            upload={upload}
            version={version}
            pendingSave={pendingSave}
            onChanged={onChanged}
          />
          <FailureNotice failure={preflight.failure} onRetry={preflight.refetch} />
          <FailureNotice failure={found.failure} onRetry={found.refetch} />
          {preflight.kind === 'loaded' && preflight.value.totals.queued.items === 0 ? (
            <Notice tone="warn" title={preflightWords.nothingToUpload}>
              {preflightWords.nothingToUploadDescription}
            </Notice>
          ) : null}
          {preflight.kind === 'loaded' ? (
            <>
              <SandboxSpaceNotice space={preflight.value.sandboxSpace} />
              <EmptySources paths={preflight.value.emptySources} />
            </>
          ) : null}
        </>
      }
    >
      {preflight.kind === 'loading' ? <p className="muted">{words.common.loading}</p> : null}
      {preflight.kind === 'loaded' ? (
        <Sections
          upload={upload}
          preflight={preflight.value}
          found={found.kind === 'loaded' ? found.value : null}
          version={version}
          onChanged={onChanged}
        />
      ) : null}
    </WizardPage>
  );
}

function EmptySources({ paths }: { readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <Notice tone="warn" title={preflightWords.emptySources(paths.length)}>
      {paths.map((path) => (
        <div key={path}>{emptySourceText(printable(path))}</div>
      ))}
    </Notice>
  );
}

interface SectionProps {
  readonly upload: UploadView;
  readonly preflight: PreflightView;
  /** It is null until it is known. */
  readonly found: FindingsView | null;
  /** Changes with what is found, and with which files are sent. */
  readonly version: string;
  readonly onChanged: () => void;
}

function Sections({ upload, preflight, found, version, onChanged }: SectionProps) {
  const uploadId = upload.id;
  const place = usePreflightPlace(uploadId);
  const { failed, skipped } = preflight.totals;
  const notSent = skipped.items + failed.items;
  const groups = found === null ? [] : shownGroups(found);
  const showKind = (findingCode: string | null) =>
    keepPreflightPlace(uploadId, { section: 'files', findingCode });
  const all: readonly (TabEntry<PreflightSection> & { readonly isEmpty?: boolean })[] = [
    {
      id: 'summary',
      label: preflightWords.summary,
      content: () => <Summary preflight={preflight} found={found} onShowKind={showKind} />,
    },
    {
      id: 'findings',
      label: words.findings.byKind,
      isEmpty: groups.length === 0,
      ...(found === null ? {} : findingsBadge(found)),
      content: () => <Findings upload={upload} groups={groups} version={version} onShowKind={showKind} />,
    },
    {
      id: 'files',
      label: words.findings.list,
      isEmpty: groups.length === 0,
      content: () => (
        <FindingFiles
          upload={upload}
          groups={groups}
          version={version}
          code={place.findingCode}
          onShowKind={showKind}
        />
      ),
    },
    {
      id: 'not-sent',
      label: preflightWords.notSent,
      isEmpty: notSent === 0,
      badge: count(notSent),
      badgeTone: failed.items > 0 ? 'bad' : 'plain',
      content: () => <ProblemList uploadId={uploadId} version={version} />,
    },
    {
      id: 'selection',
      label: words.selection.title,
      content: () => <SelectionCard uploadId={uploadId} version={version} onChanged={onChanged} />,
    },
    { id: 'choose', label: words.chooseFiles.title, content: () => <ChooseFiles upload={upload} /> },
  ];
  const shown = all.filter(({ isEmpty }) => isEmpty !== true);
  const selected = shown.some(({ id }) => id === place.section) ? place.section : 'summary';
  return (
    <div className="card card-fill">
      <Tabs
        label={preflightWords.sections}
        selected={selected}
        onSelect={(section) => keepPreflightPlace(uploadId, { section })}
        tabs={shown.map((tab) => ({
          ...tab,
          content: () => (
            <KeptScroll
              key={tab.id}
              scrolledPx={place.scrolledPx[tab.id] ?? 0}
              onLeave={(scrolledPx) => keepPreflightScroll(uploadId, tab.id, scrolledPx)}
            >
              {tab.content()}
            </KeptScroll>
          ),
        }))}
      />
    </div>
  );
}

/** How many errors and warnings leave something to do, in the color of the worst. */
function findingsBadge(found: FindingsView): Pick<TabEntry<never>, 'badge' | 'badgeTone'> {
  const errors = countLeftToDo(found, 'error');
  const left = errors + countLeftToDo(found, 'warning');
  return left === 0 ? {} : { badge: count(left), badgeTone: errors > 0 ? 'bad' : 'warn' };
}

/** Figures, types, and the time it takes. */
function Summary({
  preflight,
  found,
  onShowKind,
}: Pick<SectionProps, 'preflight' | 'found'> & { readonly onShowKind: (code: string) => void }) {
  const { queued, failed, skipped } = preflight.totals;
  return (
    <div className="preflight-summary">
      <div>
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
        {found === null ? null : <KindsLeft found={found} onShowKind={onShowKind} />}
        {found !== null && areFilesFine(preflight, found) ? <NoProblems /> : null}
        {found === null ? null : <Checked found={found} />}
      </div>
      {preflight.links.length === 0 ? null : <LinkList links={preflight.links} />}
      <div className="preflight-columns">
        <FileTypes types={preflight.types} />
        <Card title={preflightWords.estimate}>
          <Estimate preflight={preflight} />
        </Card>
      </div>
    </div>
  );
}

/** How many errors and warnings there are, and each kind with the way to its files. */
function KindsLeft({
  found,
  onShowKind,
}: {
  readonly found: FindingsView;
  readonly onShowKind: (code: string) => void;
}) {
  return (['error', 'warning'] as const).map((severity) => {
    const groups = groupsLeftToDo(found, severity);
    return groups.length === 0 ? null : (
      <div key={severity} className="preflight-kinds">
        <SeverityPill severity={severity} amount={countLeftToDo(found, severity)} />
        {groups.map((group) => (
          <Button key={group.code} small onPress={() => onShowKind(group.code)}>
            {words.findings.ofKind(findingTitle(group.code), leftToDo(group))}
          </Button>
        ))}
      </div>
    );
  });
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
        <div className="small">
          <BandwidthLink />
        </div>
      </div>
      {packing.isPacked ? <p className="small muted">{preflightWords.packed(packing)}</p> : null}
      <DescriptionList
        items={[
          [preflightWords.requests, count(requests)],
          [preflightWords.parts, count(parts)],
        ]}
      />
    </div>
  );
}
