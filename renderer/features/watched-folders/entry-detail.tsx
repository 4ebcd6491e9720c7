import type { ReactNode } from 'react';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { LedgerEntryView } from '../../../preload/contract/watch/watched-folder.ts';
import { fileTime, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { FindingLines } from '../../shared/finding-lines.tsx';
import { useQuery } from '../../state/use-query.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { type CopyDecision, DecideCopy } from './copy-decision.tsx';
import { historyLines } from './entry-history.ts';
import { entryNotes, entryReason, entryStatus } from './watch-status.ts';

const fileWords = words.watchFiles;
const historyWords = words.watchHistory;
const { facts } = historyWords;

/** What opens below a file's row: all that the ledger knows of it, and of its other versions, names, and copies. */
export function EntryDetail({
  ruleId,
  entry,
  onDecided,
}: {
  readonly ruleId: number;
  readonly entry: LedgerEntryView;
  readonly onDecided: (decision: CopyDecision, files: number) => void;
}) {
  const { label } = entryStatus(entry);
  const reason = entryReason(entry);
  const earlierUpload = entry.earlier?.uploadId ?? null;
  const isCopyToDecide = entry.state === 'held' && entry.reason?.code === 'same-content';
  const notes = entryNotes(entry);
  const at = (term: string, iso: string | null): (readonly [string, ReactNode])[] =>
    iso === null ? [] : [[term, time(iso)]];
  return (
    <section className="watched-entry selectable" aria-label={printable(entry.path)}>
      <h2>{printable(entry.path)}</h2>
      <div className="watched-entry-columns">
        <DescriptionList
          items={[
            [facts.status, label],
            ...(reason === null ? [] : [[facts.why, printable(reason)] as const]),
            ...(notes.length === 0 ? [] : [[facts.note, notes.map(printable).join(' · ')] as const]),
            // Only an upload gives a file its custodian.
            ...(entry.itemId === null
              ? []
              : [[facts.custodian, printable(entry.custodian ?? words.common.noCustodian)] as const]),
            ...(entry.sha256 === null
              ? []
              : [
                  [
                    facts.sha256,
                    <span key="sha256" className="mono">
                      {entry.sha256}
                    </span>,
                  ] as const,
                ]),
          ]}
        />
        <DescriptionList
          items={[
            ...(entry.modifiedAt === null ? [] : [[facts.modified, fileTime(entry.modifiedAt)] as const]),
            ...at(facts.firstSeen, entry.firstSeenAt),
            ...at(facts.settled, entry.settledAt),
            ...at(facts.taken, entry.takenAt),
            ...at(facts.gone, entry.goneAt),
          ]}
        />
      </div>
      {isCopyToDecide ? <DecideCopy ruleId={ruleId} entryId={entry.id} onDecided={onDecided} /> : null}
      {entry.findings.length === 0 ? null : (
        <FindingLines findings={entry.findings} count={entry.findings.length} />
      )}
      {entry.uploadId === null ? null : (
        <p>
          {entry.state === 'held' && !isCopyToDecide ? (
            <Link
              to={routeHref({ kind: 'upload', uploadId: entry.uploadId, tab: 'exceptions' })}
              look="default"
            >
              {fileWords.decideInUpload}
            </Link>
          ) : (
            <Link to={routeHref({ kind: 'upload', uploadId: entry.uploadId, tab: 'files' })}>
              {fileWords.openUpload}
            </Link>
          )}
        </p>
      )}
      {earlierUpload === null || earlierUpload === entry.uploadId ? null : (
        <p>
          <Link to={routeHref({ kind: 'upload', uploadId: earlierUpload, tab: 'files' })}>
            {fileWords.openEarlier(earlierUpload)}
          </Link>
        </p>
      )}
      <FileHistory ruleId={ruleId} entry={entry} />
    </section>
  );
}

function FileHistory({ ruleId, entry }: { readonly ruleId: number; readonly entry: LedgerEntryView }) {
  const { id: entryId, state } = entry;
  const related = useQuery('watch.fileHistory', { argument: { ruleId, entryId } }, state);
  if (related.kind === 'failed') return <FailureNotice failure={related.failure} onRetry={related.refetch} />;
  if (related.kind === 'loading' || related.value.length < 2) return null;
  return (
    <>
      <h3>{historyWords.title}</h3>
      <ol className="watched-history">
        {historyLines(related.value).map(({ entry: { id, uploadId }, at, text }) => (
          <li key={id}>
            <span className="small muted">{time(at)}</span>
            <span>
              {printable(text)}{' '}
              {uploadId === null ? null : (
                <Link to={routeHref({ kind: 'upload', uploadId, tab: 'files' })}>
                  {words.watchBatches.upload(uploadId)}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
