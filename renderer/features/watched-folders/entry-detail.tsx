import { printable } from '../../../preload/contract/printable.ts';
import type { LedgerEntryView } from '../../../preload/contract/watched-folder.ts';
import { fileTime, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { Link } from '../../ui/link.tsx';
import { type CopyDecision, DecideCopy } from './copy-decision.tsx';
import { entryNotes, entryStatus } from './watch-status.ts';

const fileWords = words.watchFiles;

/** What opens below a file's row. */
export function EntryDetail({
  ruleId,
  entry,
  onDecided,
}: {
  readonly ruleId: number;
  readonly entry: LedgerEntryView;
  readonly onDecided: (decision: CopyDecision, files: number) => void;
}) {
  const { reason } = entryStatus(entry);
  const times = [
    ...(entry.modifiedAt === null ? [] : [fileWords.modified(fileTime(entry.modifiedAt))]),
    fileWords.firstSeen(time(entry.firstSeenAt)),
    ...(entry.settledAt === null ? [] : [fileWords.settledAt(time(entry.settledAt))]),
    ...(entry.takenAt === null ? [] : [fileWords.takenAt(time(entry.takenAt))]),
  ];
  return (
    <section className="watched-entry selectable" aria-label={printable(entry.path)}>
      <p>{printable(entry.path)}</p>
      {reason === null ? null : <p>{printable(reason)}</p>}
      {entryNotes(entry).map((note) => (
        <p key={note}>{printable(note)}</p>
      ))}
      <p className="small muted">{times.join(' · ')}</p>
      {entry.sha1 === null ? null : <p className="mono small">{entry.sha1}</p>}
      {entry.state === 'held' && entry.reason?.code === 'same-content' ? (
        <DecideCopy ruleId={ruleId} entryId={entry.id} onDecided={onDecided} />
      ) : null}
      {entry.uploadId === null ? null : (
        <p>
          <Link to={routeHref({ kind: 'upload', uploadId: entry.uploadId, tab: 'files' })}>
            {fileWords.openUpload}
          </Link>
        </p>
      )}
    </section>
  );
}
