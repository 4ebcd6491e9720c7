import { Fragment, type ReactNode, useState } from 'react';
import type { FindingsView } from '../../../../preload/contract/calls/preflight-calls.ts';
import { foundFateText } from '../../../../preload/contract/texts/exception-text.ts';
import { lockedSummaryText, passwordsSentText } from '../../../../preload/contract/texts/locked-file-text.ts';
import type { PreflightView } from '../../../../preload/contract/views/preflight-view.ts';
import type { ProcessingSettingView, UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { type DraftStep, navigate } from '../../../navigation/routes.ts';
import { BandwidthLink } from '../../../shared/bandwidth-link.tsx';
import { folderNames } from '../../../shared/folder-names.ts';
import { ForecastLines } from '../../../shared/forecast-lines.tsx';
import { type QueryState, useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { sortCustodians } from '../custodians/custodian-summary.ts';
import { isAssumedValue, settingText } from '../processing-settings/setting-values.ts';
import '../../../ui/table.css';
import { CustodianFiles, CustodianLabel } from '../custodians/custodian-label.tsx';
import { useLockedFiles } from '../passwords/use-locked-files.ts';
import { countErrors, countLeftToDo, groupsLeftToDo } from '../preflight/finding-groups.ts';
import { draftAmount } from '../wizard/draft-amount.ts';
import { stepLabel } from '../wizard/steps.ts';
import { GrowthReview } from './growth-review.tsx';

const reviewWords = words.newUploadReview;
const maxCustodians = 12;
/** The table isn't virtual. The Custodians step lists them all. */
const maxExpanded = 1_000;

interface ReviewProps {
  readonly upload: UploadView;
}

export function SourceReview({ upload }: ReviewProps) {
  const locked = useLockedFiles(upload.id);
  const opened = locked.kind === 'loaded' ? locked.value.byStatus.opened : 0;
  // What is inside an opened archive counts, and passwords may still be tried.
  const preflight = useQuery('drafts.preflight', { argument: { uploadId: upload.id } }, opened);
  const lockedText =
    locked.kind === 'loaded' && locked.value.files > 0 ? lockedSummaryText(locked.value) : null;
  const sentText = locked.kind === 'loaded' ? passwordsSentText(locked.value, upload.datasetName) : null;
  const found = useQuery('preflight.summary', { argument: { uploadId: upload.id } }, opened);
  const { queued, failed, skipped } = upload.totals;
  const notSent = reviewWords.notSentFiles(skipped.items, failed.items, upload.unreadFolders);
  return (
    <Card title={reviewWords.source} actions={<EditButton upload={upload} step="source" />}>
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
              {draftAmount(upload)} · <Bytes value={queued.bytes} />
            </span>,
          ],
          [reviewWords.notSent, notSent === '' ? reviewWords.notSentNone : notSent],
          [
            words.findings.title,
            <Fragment key="findings">
              {found.kind === 'loaded' ? findingsText(upload, found.value) : words.common.loading}
              <div>{foundFateText(upload.exceptions)}</div>
            </Fragment>,
          ],
          ...(lockedText === null ? [] : [[words.newUploadPasswords.lockedFiles, lockedText] as const]),
          ...(sentText === null ? [] : [[words.newUploadPasswords.passwords, sentText] as const]),
          [reviewWords.estimate, <Estimate key="estimate" preflight={preflight} />],
          [
            reviewWords.growth,
            <GrowthReview
              key="growth"
              upload={upload}
              containers={preflight.kind === 'loaded' ? preflight.value.containers : null}
            />,
          ],
        ]}
      />
    </Card>
  );
}

/** After a restart: the passwords of the draft are gone, and its locked files would be sent without them. */
export function PasswordsReview({ upload }: ReviewProps) {
  const locked = useQuery('passwords.summary', { argument: { uploadId: upload.id } });
  if (locked.kind !== 'loaded' || locked.value.files === 0 || !locked.value.mustEnterAgain) return null;
  return (
    <Notice
      tone="warn"
      title={words.newUploadPasswords.enterAgain}
      action={
        <Button
          small
          onPress={() => navigate({ kind: 'new-upload', uploadId: upload.id, step: 'passwords' })}
        >
          {words.upload.enterPasswords}
        </Button>
      }
    >
      {words.newUploadPasswords.enterAgainDescription} {reviewWords.sentWithoutPasswords}
    </Notice>
  );
}

/** How many errors and warnings there are, and how many files were checked if not all. */
function findingsText(upload: UploadView, found: FindingsView): string {
  const errors = countErrors(upload, groupsLeftToDo(found, 'error'));
  return words.findings.reviewText(errors, countLeftToDo(found, 'warning'), found.inspection);
}

function Estimate({ preflight }: { readonly preflight: QueryState<PreflightView> }) {
  if (preflight.kind === 'loading') return words.common.loading;
  if (preflight.kind === 'failed') return words.common.none;
  const { time, requests, parts } = preflight.value;
  return (
    <>
      <ForecastLines forecast={time} />
      <div>{reviewWords.requestsAndParts(requests, parts)}</div>
      <BandwidthLink />
    </>
  );
}

export function ProcessingReview({ upload }: ReviewProps) {
  const { connectionId, settings, sha1, partCheck } = upload;
  const form = useQuery(
    'processingSettings.list',
    connectionId === null ? null : { argument: { connectionId } },
  );
  const chosen =
    form.kind === 'loaded' ? form.value.filter(({ field }) => settings[field] !== undefined) : [];
  const names = useProjectNames(upload, chosen);
  const settingWords = words.newUploadSettings;
  const items: (readonly [string, ReactNode])[] = [
    ...chosen.map(
      (setting) => [setting.label, settingText(setting, settings[setting.field], names)] as const,
    ),
    [reviewWords.integrity, sha1 ? reviewWords.sha1On : reviewWords.sha1Off],
    [settingWords.partCheck, settingWords.partChecks[partCheck]],
  ];
  return (
    <Card title={reviewWords.processing} actions={<EditButton upload={upload} step="settings" />}>
      <div className="stack">
        {form.kind === 'failed' ? <FailureNotice failure={form.failure} onRetry={form.refetch} /> : null}
        {form.kind === 'loaded' && chosen.length === 0 ? (
          <p className="muted">{reviewWords.allDefault}</p>
        ) : null}
        <DescriptionList items={items} />
        {chosen.some((setting) => isAssumedValue(setting, settings)) ? (
          <p className="small faint">{settingWords.assumedValues}</p>
        ) : null}
      </div>
    </Card>
  );
}

/** By ID. Empty where no setting names projects, or the account can't see them. */
function useProjectNames(
  { connectionId, databaseId }: UploadView,
  chosen: readonly ProcessingSettingView[],
): ReadonlyMap<number, string> {
  const isNeeded = connectionId !== null && chosen.some(({ kind }) => kind === 'projects');
  const projects = useQuery(
    'databases.partialProjects',
    isNeeded ? { argument: { connectionId, databaseId } } : null,
  );
  return new Map(projects.kind === 'loaded' ? projects.value.map(({ id, name }) => [id, name]) : []);
}

export function CustodianReview({ upload }: ReviewProps) {
  const [showsAll, setShowsAll] = useState(false);
  const custodians = useQuery('drafts.custodians', { argument: { uploadId: upload.id } });
  const list = custodians.kind === 'loaded' ? sortCustodians(custodians.value.custodians) : [];
  const unassigned = list.filter(({ custodian }) => custodian === null);
  const named = list.filter(({ custodian }) => custodian !== null);
  // Unassigned files are always shown, however many custodians there are.
  const isLong = named.length > maxCustodians;
  const shown = [...unassigned, ...named.slice(0, showsAll ? maxExpanded : maxCustodians)];
  const notListed = custodians.kind === 'loaded' ? custodians.value.more : 0;
  const more = unassigned.length + named.length - shown.length + notListed;
  return (
    <Card title={reviewWords.custodians} bare actions={<EditButton upload={upload} step="custodians" />}>
      {custodians.kind === 'failed' ? (
        <FailureNotice failure={custodians.failure} onRetry={custodians.refetch} />
      ) : null}
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
          {shown.map(({ custodian, folders, moreFolders, items, notRead, bytes: size }) => (
            <tr key={custodian ?? ''} className={custodian === null ? 'table-row-warn' : ''}>
              <td>
                <CustodianLabel custodian={custodian} />
              </td>
              <td className="faint">{folderNames({ folders, moreFolders })}</td>
              <td className="number">
                <CustodianFiles items={items} notRead={notRead} />
              </td>
              <td className="number">
                <Bytes value={size} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="table-more small muted">{reviewWords.moreCustodians(more)}</p> : null}
      {isLong ? (
        <div className="table-more">
          <Button small variant="quiet" onPress={() => setShowsAll(!showsAll)}>
            {showsAll ? reviewWords.fewerCustodians : reviewWords.allCustodians(named.length)}
          </Button>
        </div>
      ) : null}
      {upload.leaveUnassigned && unassigned.some(({ items }) => items > 0) ? (
        <p className="table-more small muted">{reviewWords.unassignedDecided}</p>
      ) : null}
    </Card>
  );
}

function EditButton({ upload, step }: ReviewProps & { readonly step: DraftStep }) {
  return (
    <Button small variant="quiet" onPress={() => navigate({ kind: 'new-upload', uploadId: upload.id, step })}>
      {reviewWords.edit(stepLabel(step))}
    </Button>
  );
}
