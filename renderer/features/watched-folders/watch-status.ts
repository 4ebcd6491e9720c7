/** The status of a watched folder or of a file in its history, as the window shows it. Pure. */
import { failureText } from '../../../preload/contract/failure-text.ts';
import { watchReasonText, watchWaitText } from '../../../preload/contract/watch-text.ts';
import type {
  LedgerEntryView,
  LedgerState,
  WatchedFolderView,
} from '../../../preload/contract/watched-folder.ts';
import { capitalize, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/status-pill.tsx';

const statusWords = words.watchStatus;

export interface WatchStatus {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly label: string;
  /** Why; null where the label says it all. */
  readonly reason: string | null;
}

/** What needs a person comes first, then what holds the rule up, then what it does. */
export function watchStatus(
  folder: Pick<WatchedFolderView, 'state' | 'failure' | 'waitingFor' | 'counts' | 'lastScan' | 'retryAt'>,
): WatchStatus {
  const { state, failure, waitingFor, counts, lastScan, retryAt } = folder;
  const status = (tone: Tone, icon: IconName, label: string, reason: string | null = null) => ({
    tone,
    icon,
    label,
    reason,
  });
  switch (state) {
    case 'draft':
      return status('plain', 'file', statusWords.draft);
    case 'paused':
      return status('plain', 'pause', statusWords.paused);
    case 'broken':
      return status('bad', 'alert', statusWords.broken, failure === null ? null : failureText(failure));
    case 'active':
      break;
  }
  if (waitingFor !== null) {
    const isPersons = waitingFor.kind === 'key' || waitingFor.kind === 'upload';
    return status(
      isPersons ? 'bad' : waitingFor.kind === 'schedule' ? 'info' : 'warn',
      isPersons ? 'alert' : 'clock',
      statusWords.waiting,
      watchWaitText(waitingFor, time),
    );
  }
  if (counts.sending > 0) return status('info', 'arrowUp', statusWords.sending);
  if (counts.held > 0)
    return status('warn', 'hold', statusWords.needsReview, words.watchedFolder.held(counts.held));
  if (counts.failed > 0)
    return status(
      'bad',
      'alert',
      statusWords.failed,
      retryAt === null ? null : words.watchedFolder.retryAt(time(retryAt)),
    );
  if (lastScan?.unreadable)
    return status('warn', 'watch', statusWords.active, words.watchedFolder.notExamined(lastScan.unreadable));
  return status('ok', 'watch', statusWords.active);
}

const entryLooks: Readonly<Record<LedgerState, { readonly tone: Tone; readonly icon: IconName }>> = {
  settling: { tone: 'plain', icon: 'clock' },
  settled: { tone: 'info', icon: 'clock' },
  taken: { tone: 'info', icon: 'arrowUp' },
  sent: { tone: 'ok', icon: 'check' },
  failed: { tone: 'bad', icon: 'alert' },
  held: { tone: 'warn', icon: 'hold' },
  renamed: { tone: 'plain', icon: 'link' },
  skipped: { tone: 'plain', icon: 'skip' },
  gone: { tone: 'plain', icon: 'skip' },
};

export function entryStatus({ state, reason }: Pick<LedgerEntryView, 'state' | 'reason'>): WatchStatus {
  return {
    ...entryLooks[state],
    label: words.watchFiles.states[state],
    reason: reason === null ? null : capitalize(watchReasonText(reason)),
  };
}

/** What the history says about a file beyond its status: that it is a copy, a rename, a version, or was moved. */
export function entryNotes({
  path,
  kind,
  state,
  version,
  earlierPath,
  movedTo,
  retryAt,
}: Pick<
  LedgerEntryView,
  'path' | 'kind' | 'state' | 'version' | 'earlierPath' | 'movedTo' | 'retryAt'
>): readonly string[] {
  const fileWords = words.watchFiles;
  return [
    // The earlier path of a version is its own.
    ...(earlierPath === null || (kind === 'version' && state !== 'renamed')
      ? []
      : [
          state !== 'renamed'
            ? fileWords.copyOf(earlierPath)
            : earlierPath === path
              ? fileWords.unchanged
              : fileWords.renamedFrom(earlierPath),
        ]),
    ...(kind === 'version' || version > 1 ? [fileWords.version(version)] : []),
    ...(retryAt === null ? [] : [words.watchedFolder.retryAt(time(retryAt))]),
    ...(movedTo === null ? [] : [fileWords.movedTo(movedTo)]),
  ];
}
