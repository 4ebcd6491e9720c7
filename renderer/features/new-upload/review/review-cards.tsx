import type { ReactNode } from 'react';
import type { UploadView } from '../../../../preload/contract/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { type DraftStep, navigate } from '../../../navigation/routes.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { folderNames, sortCustodians } from '../custodians/custodian-table.tsx';
import { settingText } from '../processing-settings/setting-values.ts';
import '../../../ui/table.css';
import { CustodianLabel } from '../custodians/custodian-label.tsx';
import { stepLabel } from '../wizard/steps.ts';

const reviewWords = words.newUploadReview;
const preflightWords = words.newUploadPreflight;
const fewCustodians = 12;

interface Given {
  readonly upload: UploadView;
}

export function SourceReview({ upload }: Given) {
  const preflight = useQuery('drafts.preflight', { argument: { uploadId: upload.id } });
  const { queued, failed, skipped } = upload.totals;
  const time =
    preflight.kind !== 'loaded'
      ? words.common.loading
      : preflight.value.estimatedSeconds === null
        ? preflightWords.atLeast(preflight.value.minSeconds)
        : `${preflightWords.atLeast(preflight.value.minSeconds)} · ${preflightWords.likely(preflight.value.estimatedSeconds)}`;
  const notSent = reviewWords.notSentFiles(skipped.items, failed.items);
  return (
    <Card title={reviewWords.source} actions={<Change upload={upload} step="source" />}>
      {preflight.kind === 'failed' ? (
        <FailureNotice failure={preflight.failure} onRetry={preflight.refetch} />
      ) : null}
      <DescriptionList
        items={[
          [
            reviewWords.sources,
            <ul key="sources">
              {upload.sources.map((source) => (
                <li key={source}>{source}</li>
              ))}
            </ul>,
          ],
          [
            reviewWords.files,
            <span key="files">
              {count(queued.items)} · <Bytes value={queued.bytes} />
            </span>,
          ],
          [reviewWords.notSent, notSent === '' ? reviewWords.notSentNone : notSent],
          [reviewWords.estimate, preflight.kind === 'failed' ? words.common.none : time],
        ]}
      />
    </Card>
  );
}

export function ProcessingReview({ upload }: Given) {
  const { connectionId, settings, sha1, partCheck } = upload;
  const form = useQuery(
    'processingSettings.list',
    connectionId === null ? null : { argument: { connectionId } },
  );
  const chosen =
    form.kind === 'loaded' ? form.value.filter(({ field }) => settings[field] !== undefined) : [];
  const settingWords = words.newUploadSettings;
  const facts: (readonly [string, ReactNode])[] = [
    ...chosen.map((setting) => [setting.label, settingText(setting, settings[setting.field])] as const),
    [reviewWords.integrity, sha1 ? reviewWords.sha1On : reviewWords.sha1Off],
    [settingWords.partCheck, settingWords.partChecks[partCheck]],
  ];
  return (
    <Card title={reviewWords.processing} actions={<Change upload={upload} step="settings" />}>
      <div className="stack">
        {form.kind === 'failed' ? <FailureNotice failure={form.failure} onRetry={form.refetch} /> : null}
        {form.kind === 'loaded' && chosen.length === 0 ? (
          <p className="muted">{reviewWords.allDefault}</p>
        ) : null}
        <DescriptionList items={facts} />
      </div>
    </Card>
  );
}

export function CustodianReview({ upload }: Given) {
  const who = useQuery('drafts.custodians', { argument: { uploadId: upload.id } });
  const list = who.kind === 'loaded' ? sortCustodians(who.value) : [];
  const nobody = list.find(({ custodian }) => custodian === null);
  // Nobody's files are always told, however many custodians there are.
  const named = list.filter(({ custodian }) => custodian !== null);
  const shown = [...(nobody === undefined ? [] : [nobody]), ...named.slice(0, fewCustodians)];
  const more = named.length - fewCustodians;
  return (
    <Card title={reviewWords.custodians} bare actions={<Change upload={upload} step="custodians" />}>
      {who.kind === 'failed' ? <FailureNotice failure={who.failure} onRetry={who.refetch} /> : null}
      <table className="table">
        <thead>
          <tr>
            <th>{words.newUploadCustodians.custodian}</th>
            <th>{words.newUploadCustodians.folders}</th>
            <th className="number">{words.newUploadCustodians.files}</th>
            <th className="number">{words.newUploadCustodians.size}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ custodian, folders, items, bytes: size }) => (
            <tr key={custodian ?? ''} className={custodian === null ? 'row-warn' : ''}>
              <td>
                <CustodianLabel custodian={custodian} />
              </td>
              <td className="faint">{folderNames(folders)}</td>
              <td className="number">{count(items)}</td>
              <td className="number">
                <Bytes value={size} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="table-more small muted">{reviewWords.moreCustodians(more)}</p> : null}
    </Card>
  );
}

function Change({ upload, step }: Given & { readonly step: DraftStep }) {
  const label = reviewWords.edit(stepLabel(step));
  return (
    <Button small variant="quiet" onPress={() => navigate({ kind: 'new-upload', uploadId: upload.id, step })}>
      {label}
    </Button>
  );
}
