import type { PreflightView, UploadView } from '../../../preload/contract/views.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useQuery } from '../../state/use-query.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Figure, Figures } from './figures.tsx';
import './preflight.css';
import { Problems } from './problems.tsx';
import { Types } from './types.tsx';
import { WizardPage } from './wizard-page.tsx';

const say = words.newUploadPreflight;

/** What the inventory found, as far as names, sizes and dates tell. */
export function PreflightStep({ upload }: { readonly upload: UploadView }) {
  const preflight = useQuery('drafts.preflight', { argument: { uploadId: upload.id } });
  return (
    <WizardPage step="preflight" upload={upload} heading={say.heading} meaning={say.meaning}>
      {preflight.kind === 'failed' ? (
        <FailureNotice failure={preflight.failure} onRetry={preflight.refetch} />
      ) : null}
      {preflight.kind === 'loading' ? <p className="muted">{words.common.loading}</p> : null}
      {preflight.kind === 'loaded' ? <Found upload={upload} found={preflight.value} /> : null}
    </WizardPage>
  );
}

function Found({ upload, found }: { readonly upload: UploadView; readonly found: PreflightView }) {
  const { queued, failed, skipped } = found.totals;
  const problems = skipped.items + failed.items;
  return (
    <>
      {queued.items === 0 ? (
        <Notice tone="warn" title={say.nothing}>
          {say.nothingMeaning}
        </Notice>
      ) : null}
      <Card label={say.heading}>
        <Figures>
          <Figure name={say.toSend}>{count(queued.items)}</Figure>
          <Figure name={say.size}>
            <Bytes value={queued.bytes} />
          </Figure>
          <Figure name={say.largest}>
            <Bytes value={found.largestBytes} />
          </Figure>
          <Figure name={say.empty}>{count(found.zeroByteItems)}</Figure>
          <Figure name={say.skipped} tone={skipped.items > 0 ? 'warn' : 'plain'}>
            {count(skipped.items)}
          </Figure>
          <Figure name={say.failed} tone={failed.items > 0 ? 'bad' : 'plain'}>
            {count(failed.items)}
          </Figure>
        </Figures>
        {problems === 0 ? <NoProblems /> : null}
      </Card>
      {/* What is wrong comes before what is merely told. */}
      {problems === 0 ? null : <Problems uploadId={upload.id} />}
      <div className="preflight-columns">
        <Types types={found.types} />
        <Card title={say.estimate}>
          <Estimate found={found} />
        </Card>
      </div>
    </>
  );
}

function NoProblems() {
  return (
    <p className="no-problems">
      <Icon name="check" />
      <strong>{say.noProblems}</strong>
      <span className="muted">{say.noProblemsMeaning}</span>
    </p>
  );
}

function Estimate({ found }: { readonly found: PreflightView }) {
  const { minSeconds, estimatedSeconds, requests, parts } = found;
  return (
    <div className="stack">
      <div>
        <div className="estimate">{say.least(minSeconds)}</div>
        {minSeconds > 0 ? (
          <p className="small muted">{say.leastMeaning(Math.round(requests / minSeconds))}</p>
        ) : null}
      </div>
      {estimatedSeconds === null ? (
        <p className="small muted">{say.noLikely}</p>
      ) : (
        <div>
          <div className="estimate">{say.likely(estimatedSeconds)}</div>
          <p className="small muted">{say.likelyMeaning}</p>
        </div>
      )}
      <DescriptionList
        items={[
          [say.requests, count(requests)],
          [say.parts, count(parts)],
        ]}
      />
    </div>
  );
}
