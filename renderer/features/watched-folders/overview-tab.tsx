import { formatDuration } from '../../../preload/contract/texts/format-duration.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { pendingTimeLines } from '../../../preload/contract/texts/time-forecast-text.ts';
import { watchHealth } from '../../../preload/contract/watch/watch-text.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { TimeLines } from '../../shared/forecast-lines.tsx';
import { useApp, useConnection, useProgress } from '../../state/selectors.ts';
import { useNow } from '../../state/use-now.ts';
import { useQuery } from '../../state/use-query.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { ruleFacts, unsettledText } from './rule-facts.ts';
import { statusText, watchStatus } from './watch-status.ts';
import { databaseNameOf } from './watched-folder-columns.tsx';

const folderWords = words.watchedFolder;
const { facts } = folderWords;

/** What scrolls and holds no control is scrolled with the keyboard only where it takes the focus. */
const scrollRegion = { tabIndex: 0 };

/** A scan of a small folder takes no time that `duration` has a word for. */
function scanDuration(durationMs: number): string {
  return durationMs < 1000 ? folderWords.underOneSecond : formatDuration(durationMs / 1000);
}

function withExamples(sentence: string, paths: readonly string[]): string {
  return paths.length === 0 ? sentence : `${sentence} ${folderWords.examples(paths.map(printable))}`;
}

function unreadableExamples({ examples }: NonNullable<WatchedFolderView['lastScan']>): readonly string[] {
  return (examples?.unreadable ?? []).map(({ path }) => path || folderWords.watchedFolderItself);
}

function PendingTime({ folder }: { readonly folder: WatchedFolderView }) {
  const nowMs = useNow(5_000);
  const left = useProgress(folder.uploadId ?? 0)?.timeLeft ?? null;
  return <TimeLines lines={pendingTimeLines(folder, left, { nowMs })} />;
}

/** What the folder does now, and its rule in sentences. */
export function OverviewTab({ folder }: { readonly folder: WatchedFolderView }) {
  const { rule, lastScan, lastTakenAt, usesEvents } = folder;
  const connection = useConnection(folder.connectionId);
  const { preferences } = useApp();
  const status = watchStatus(folder);
  const { tone, icon, label } = status;
  return (
    <section className="watched-scroll" aria-label={folderWords.overview} {...scrollRegion}>
      <div className="watched-overview selectable">
        <section aria-label={folderWords.now}>
          <h2>{folderWords.now}</h2>
          <DescriptionList
            items={[
              [
                facts.status,
                <span key="status" className="watched-status">
                  <StatusPill tone={tone} icon={icon} label={label} />
                  {/* What it waits for, or why it is stopped, is above; what isn't looked at is below. */}
                  {folder.state === 'active' && watchHealth(folder) === 'failures'
                    ? statusText(status)
                    : null}
                </span>,
              ],
              ...(folder.time === null
                ? []
                : [[facts.time, <PendingTime key="time" folder={folder} />] as const]),
              [facts.lastTaken, lastTakenAt === null ? words.watchedFolders.never : time(lastTakenAt)],
              [
                facts.lastScan,
                lastScan === null
                  ? folderWords.noScan
                  : folderWords.scan(time(lastScan.at), lastScan.files, scanDuration(lastScan.durationMs)),
              ],
              ...(folder.retryAt === null
                ? []
                : [[facts.retry, folderWords.retryAt(time(folder.retryAt))] as const]),
              ...(lastScan?.unreadable
                ? [
                    [
                      facts.notExamined,
                      withExamples(
                        folderWords.notExamined(lastScan.unreadable),
                        unreadableExamples(lastScan),
                      ),
                    ] as const,
                  ]
                : []),
              ...(folder.ignoredFolder === null
                ? []
                : [[facts.ignored, printable(folderWords.ignored(folder.ignoredFolder))] as const]),
              ...(lastScan?.temporary
                ? [
                    [
                      facts.temporary,
                      withExamples(
                        folderWords.temporary(lastScan.temporary),
                        lastScan.examples?.temporary ?? [],
                      ),
                    ] as const,
                  ]
                : []),
              [facts.unsettled, <UnsettledFiles key="unsettled" folder={folder} />],
              [facts.folder, printable(rule.path)],
              [
                facts.destination,
                `${printable(databaseNameOf(folder))} · ${connection?.name ?? folder.serverUrl}`,
              ],
              // A folder that isn't watched reports nothing either.
              ...(folder.state === 'active'
                ? [
                    [
                      facts.detection,
                      usesEvents ? words.watchRuleText.events : words.watchRuleText.scansOnly,
                    ] as const,
                  ]
                : []),
            ]}
          />
        </section>
        <section aria-label={folderWords.rule}>
          <h2>{folderWords.rule}</h2>
          <DescriptionList
            items={ruleFacts(rule, preferences).map(([term, text]) => [term, printable(text)] as const)}
          />
        </section>
      </div>
    </section>
  );
}

/** The files that are not taken yet, by why, each with the one that has been waiting for longest. */
function UnsettledFiles({ folder }: { readonly folder: WatchedFolderView }) {
  const { id: ruleId, counts, lastScan } = folder;
  const unsettled = useQuery(
    'watch.unsettled',
    counts.settling === 0 ? null : { argument: { ruleId } },
    `${counts.settling} ${lastScan?.at}`,
    { oneByOne: true },
  );
  if (counts.settling === 0) return words.common.none;
  if (unsettled.kind === 'loading') return words.common.loading;
  if (unsettled.kind === 'failed')
    return <FailureNotice failure={unsettled.failure} onRetry={unsettled.refetch} />;
  return (
    <ul className="watched-unsettled">
      {unsettled.value.map((tally) => (
        <li key={tally.code}>
          <span>{unsettledText(tally, folder)}</span>
          <span className="small muted">
            {words.watchedFolder.longest(printable(tally.path), time(tally.since))}
          </span>
        </li>
      ))}
    </ul>
  );
}
