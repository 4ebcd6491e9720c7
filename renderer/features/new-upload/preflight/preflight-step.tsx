import type { PreflightView, UploadView } from '../../../../preload/contract/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { Stat, Stats } from '../../../ui/stats.tsx';
import './preflight.css';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { FileTypes } from './file-types.tsx';
import { LinkList } from './link-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { SelectionCard } from './selection-card.tsx';

const preflightWords = words.newUploadPreflight;

/** The result of the scan. It is based on names, sizes, and dates only. */
export function PreflightStep({ upload }: { readonly upload: UploadView }) {
  const preflight = useQuery(
    'drafts.preflight',
    { argument: { uploadId: upload.id } },
    // The selection moves files between the totals.
    `${upload.totals.queued.items}/${upload.totals.skipped.items}`,
  );
  return (
    <WizardPage
      step="preflight"
      upload={upload}
      heading={preflightWords.heading}
      description={preflightWords.description}
    >
      {preflight.kind === 'failed' ? (
        <FailureNotice failure={preflight.failure} onRetry={preflight.refetch} />
      ) : null}
      {preflight.kind === 'loading' ? <p className="muted">{words.common.loading}</p> : null}
      {preflight.kind === 'loaded' ? <ScanResult upload={upload} preflight={preflight.value} /> : null}
    </WizardPage>
  );
}

function ScanResult({
  upload,
  preflight,
}: {
  readonly upload: UploadView;
  readonly preflight: PreflightView;
}) {
  const { queued, failed, skipped } = preflight.totals;
  const problems = skipped.items + failed.items;
  const hasLinkWarnings = preflight.links.some(({ warnings }) => warnings.length > 0);
  return (
    <>
      {queued.items === 0 ? (
        <Notice tone="warn" title={preflightWords.nothingToUpload}>
          {preflightWords.nothingToUploadDescription}
        </Notice>
      ) : null}
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
        {problems === 0 && !hasLinkWarnings ? <NoProblems /> : null}
      </Card>
      <SelectionCard upload={upload} />
      {/* Problems come before plain information. */}
      {problems === 0 ? null : <ProblemList uploadId={upload.id} />}
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
  const { minSeconds, estimatedSeconds, requests, parts } = preflight;
  return (
    <div className="stack">
      <div>
        <div className="preflight-estimate">{preflightWords.atLeast(minSeconds)}</div>
        {minSeconds > 0 ? (
          <p className="small muted">
            {preflightWords.atLeastDescription(Math.round(requests / minSeconds))}
          </p>
        ) : null}
      </div>
      {estimatedSeconds === null ? (
        <p className="small muted">{preflightWords.likelyUnknown}</p>
      ) : (
        <div>
          <div className="preflight-estimate">{preflightWords.likely(estimatedSeconds)}</div>
          <p className="small muted">{preflightWords.likelyDescription}</p>
        </div>
      )}
      <DescriptionList
        items={[
          [preflightWords.requests, count(requests)],
          [preflightWords.parts, count(parts)],
        ]}
      />
    </div>
  );
}
