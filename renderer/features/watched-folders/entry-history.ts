/** The entries about one file as sentences, oldest first. Pure. */
import { hasFailedAndLeft } from '../../../preload/contract/watch/watch-text.ts';
import type { LedgerEntryView } from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { isRenamed, ledgerReasonText } from './watch-status.ts';

const historyWords = words.watchHistory;

export interface HistoryLine {
  readonly entry: LedgerEntryView;
  /** ISO 8601: when the upload took it, else when it was decided, else when it was first seen. */
  readonly at: string;
  readonly text: string;
}

export function historyLines(entries: readonly LedgerEntryView[]): readonly HistoryLine[] {
  return entries
    .map((entry) => ({
      entry,
      at: entry.takenAt ?? entry.settledAt ?? entry.firstSeenAt,
      text: entryText(entry),
    }))
    .toSorted((a, b) => (a.at === b.at ? a.entry.id - b.entry.id : a.at < b.at ? -1 : 1));
}

function entryText(entry: LedgerEntryView): string {
  const reason = ledgerReasonText(entry);
  const why = reason === null ? null : /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const moved = entry.movedTo === null ? null : historyWords.movedTo(entry.movedTo);
  return [outcomeText(entry), why, moved].filter((part) => part !== null).join(' ');
}

function outcomeText(entry: LedgerEntryView): string {
  const { state, kind, path, version, earlierPath } = entry;
  switch (state) {
    case 'settling':
      return historyWords.seen(path);
    case 'settled':
      return historyWords.settled(path);
    case 'taken':
      return historyWords.taken(path);
    case 'sent':
      if (kind === 'copy' && earlierPath !== null) return historyWords.sentCopy(path, earlierPath);
      return version > 1 ? historyWords.sentVersion(path, version) : historyWords.sent(path);
    case 'failed':
      return historyWords.failed(path);
    case 'held':
      return historyWords.held(path);
    case 'renamed':
      return earlierPath === path ? historyWords.unchanged(path) : historyWords.renamed(path, earlierPath);
    case 'skipped':
      return isRenamed(entry) && earlierPath !== null && earlierPath !== path
        ? historyWords.renamedAndSkipped(path, earlierPath)
        : historyWords.skipped(path);
    case 'gone':
      return hasFailedAndLeft(entry) ? historyWords.failedAndGone(path) : historyWords.gone(path);
  }
}
