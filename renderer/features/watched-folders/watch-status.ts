/** The status of a watched folder or of a file in its history, as the window shows it. Pure. */

import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { exceptionLabel, exceptionLabels } from '../../../preload/contract/texts/exception-text.ts';
import { findingText, findingTitle } from '../../../preload/contract/texts/finding-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { unavailableReasonText } from '../../../preload/contract/texts/unavailable-source-text.ts';
import {
  hasFailedAndLeft,
  needsPerson,
  watchHealth,
  watchReasonText,
  watchWaitText,
} from '../../../preload/contract/watch/watch-text.ts';
import type {
  LedgerEntryView,
  LedgerState,
  WatchedFolderView,
  WatchWait,
} from '../../../preload/contract/watch/watched-folder.ts';
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

export interface FolderStatus extends WatchStatus {
  /** What Lading does about it, and what a person can do. */
  readonly advice: string | null;
}

type StatusFields =
  | 'state'
  | 'failure'
  | 'refusal'
  | 'waitingFor'
  | 'counts'
  | 'heldFor'
  | 'lastScan'
  | 'ignoredFolder'
  | 'retryAt'
  | 'found'
  | 'foundIssues'
  | 'otherCustodian';

/**
 * A folder that isn't active says that, and which of its files need a person. Of an active one, the worst of `watchHealth`
 * comes first, then what it does.
 */
export function watchStatus(folder: Pick<WatchedFolderView, StatusFields>): FolderStatus {
  const { state, failure, refusal, waitingFor, counts } = folder;
  const status = (
    tone: Tone,
    icon: IconName,
    label: string,
    reason: string | null = null,
    advice: string | null = null,
  ) => ({ tone, icon, label, reason, advice });
  const stopped = (icon: IconName, label: string) => {
    const tone = attentionTone(folder);
    if (refusal !== null) return status(tone ?? 'warn', icon, label, failureText(refusal));
    if (tone === null) return status('plain', icon, label, null, words.watchAdvice.paused);
    const [reason, advice] = attention({ ...folder, retryAt: null, waitingFor: null });
    return status(tone, icon, label, reason, `${words.watchAdvice.paused} ${advice}`);
  };
  switch (state) {
    case 'draft':
      return stopped('file', statusWords.draft);
    case 'paused':
      return stopped('pause', statusWords.paused);
    case 'broken':
      return status(
        'bad',
        'alert',
        statusWords.broken,
        failure === null ? null : failureText(failure),
        failure?.code === 'database-unconfirmed'
          ? words.watchedFolder.unconfirmed
          : words.watchedFolder.broken,
      );
    case 'active':
      break;
  }
  const health = watchHealth(folder);
  const missed = notLookedAt(folder);
  if (health === 'failures') {
    const [reason, advice] = attention(folder);
    return counts.failed > 0
      ? status('bad', 'alert', statusWords.failed, reason, advice)
      : status('warn', 'hold', statusWords.needsReview, reason, advice);
  }
  if (waitingFor !== null) {
    const tone = health === 'healthy' ? 'info' : health === 'waiting' ? 'warn' : 'bad';
    return status(
      tone,
      tone === 'bad' ? 'alert' : 'clock',
      statusWords.waiting,
      joined([missed, waitReason(waitingFor)]),
      waitAdvice(waitingFor),
    );
  }
  const { found, foundIssues, otherCustodian } = folder;
  const noted = joined([
    missed,
    found === 0 ? '' : words.watchReasons.found(found, foundIssues),
    otherCustodian === 0 ? '' : words.watchReasons.otherCustodian(otherCustodian),
  ]);
  const reason = noted === '' ? null : noted;
  if (counts.sending > 0) return status('info', 'arrowUp', statusWords.sending, reason);
  return status(missed === '' ? 'ok' : 'warn', 'watch', statusWords.active, reason);
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');

/** What is in the folder and isn't taken, in sentences. Empty if there is nothing. */
function notLookedAt({
  lastScan,
  ignoredFolder,
}: Pick<WatchedFolderView, 'lastScan' | 'ignoredFolder'>): string {
  return [
    ...(lastScan?.unreadable ? [words.watchedFolder.notExamined(lastScan.unreadable)] : []),
    ...(lastScan?.overdue ? [words.watchedFolder.unsettled.temporary(lastScan.overdue)] : []),
    ...(ignoredFolder === null ? [] : [printable(words.watchedFolder.ignored(ignoredFolder))]),
  ].join(' ');
}

/** How urgently a folder needs a person: `warn` if there are only files to decide about. Returns null if it doesn't. */
export function attentionTone(
  folder: Pick<WatchedFolderView, 'state' | 'waitingFor' | 'counts'>,
): 'bad' | 'warn' | null {
  if (!needsPerson(folder)) return null;
  return needsPerson({ ...folder, counts: { ...folder.counts, held: 0 } }) ? 'bad' : 'warn';
}

/** The files that a person has to look at, what to do about them, and what the folder waits for besides. */
function attention({
  counts: { held, failed },
  heldFor,
  retryAt,
  waitingFor,
}: Pick<WatchedFolderView, 'counts' | 'heldFor' | 'retryAt' | 'waitingFor'>): readonly [
  reason: string,
  advice: string,
] {
  const { watchAdvice, watchReasons } = words;
  return [
    [
      ...(failed === 0 ? [] : [watchReasons.failed(failed)]),
      ...(held === 0 ? [] : [watchReasons.held(held, heldFor)]),
    ].join(', '),
    [
      ...(failed === 0
        ? []
        : [retryAt === null ? watchAdvice.failed(failed) : watchAdvice.retried(time(retryAt))]),
      ...(held === 0 ? [] : [watchAdvice.held(held)]),
      ...(waitingFor === null ? [] : [`${waitReason(waitingFor)}.`, waitAdvice(waitingFor)]),
    ].join(' '),
  ];
}

/** Shorter than what the folder's own screen says: without a path, and since when. */
function waitReason(wait: WatchWait): string {
  switch (wait.kind) {
    case 'folder':
      return words.watchReasons.folder(unavailableReasonText(wait.reason));
    case 'custodian-map':
      return words.watchReasons.custodianMap;
    case 'password-file':
      return words.watchReasons.passwordFile;
    default:
      return watchWaitText(wait, time);
  }
}

/** What Lading does while it waits, and what a person can do. */
export function waitAdvice(wait: WatchWait): string {
  const { watchAdvice } = words;
  switch (wait.kind) {
    case 'folder':
      return watchAdvice.folder[wait.reason.kind];
    case 'schedule':
      return watchAdvice.schedule;
    case 'key':
      return watchAdvice.key;
    case 'connection':
      return watchAdvice.connection;
    case 'platform':
      return watchAdvice.platform;
    case 'custodian-map':
      return watchAdvice.custodianMap;
    case 'password-file':
      return watchAdvice.passwordFile;
    case 'disk-full':
      return watchAdvice.diskFull;
    case 'store':
      return watchAdvice.store;
    case 'upload':
      return watchAdvice.upload;
  }
}

/** Reason and advice as sentences. Returns null where the label says it all. */
export function statusText({ reason, advice }: Pick<FolderStatus, 'reason' | 'advice'>): string | null {
  const sentences = [reason, advice].flatMap((text) => (text === null ? [] : [text.replace(/[.]?$/, '.')]));
  return sentences.length === 0 ? null : sentences.join(' ');
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

export function entryStatus(
  entry: Pick<LedgerEntryView, 'state' | 'reason' | 'uploadId' | 'issue' | 'findings'>,
): WatchStatus {
  const { state, issue, findings } = entry;
  if (state === 'sent' && issue !== null) {
    const [worst] = findings;
    return {
      tone: 'warn',
      icon: 'alert',
      label: words.watchFiles.sentFound(exceptionLabel(issue, worst)),
      reason: worst === undefined ? null : findingText(worst),
    };
  }
  return {
    ...entryLooks[state],
    label: hasFailedAndLeft(entry) ? words.watchFiles.failedAndGone : words.watchFiles.states[state],
    reason: ledgerReasonText(entry),
  };
}

/** Why it is so, and of a file that wasn't sent also what was found of it, which the decision about it doesn't say. */
export function ledgerReasonText({
  state,
  reason,
  issue,
  findings,
}: Pick<LedgerEntryView, 'state' | 'reason' | 'issue' | 'findings'>): string | null {
  if (reason === null) return null;
  const text = capitalize(watchReasonText(reason));
  if (state !== 'skipped' || reason.code !== 'not-sent' || issue === null) return text;
  const [worst] = findings;
  const found = worst === undefined ? exceptionLabels[issue] : findingTitle(worst.code);
  return `${text} ${words.watchFiles.found(found)}`;
}

type EntryNoted = Pick<
  LedgerEntryView,
  | ('path' | 'kind' | 'state' | 'reason' | 'version' | 'earlierPath' | 'earlier')
  | ('movedTo' | 'retryAt' | 'otherCustodian')
>;

/** Whether it is the file of its earlier path: one that was sent, or that a person decided not to send. */
export function isRenamed({
  state,
  kind,
  reason,
}: Pick<LedgerEntryView, 'state' | 'kind' | 'reason'>): boolean {
  return state === 'renamed' || (state === 'skipped' && kind !== 'copy' && reason?.code === 'not-sent');
}

/** What the history says about a file beyond its status: that it is a copy, a rename, a version, or was moved. */
export function entryNotes(entry: EntryNoted): readonly string[] {
  const { path, kind, state, version, earlierPath, earlier, movedTo, retryAt, otherCustodian } = entry;
  const fileWords = words.watchFiles;
  return [
    // The earlier path of a version is its own.
    ...(earlierPath === null || (kind === 'version' && state !== 'renamed')
      ? []
      : [
          !isRenamed(entry)
            ? fileWords.copyOf(earlierPath, earlier)
            : earlierPath === path
              ? fileWords.unchanged
              : fileWords.renamedFrom(earlierPath),
        ]),
    ...(kind === 'version' || version > 1 ? [fileWords.version(version)] : []),
    ...(retryAt === null ? [] : [words.watchedFolder.retryAt(time(retryAt))]),
    ...(otherCustodian === null
      ? []
      : [
          fileWords.otherCustodian(
            otherCustodian.sent ?? words.common.noCustodian,
            otherCustodian.now ?? words.common.noCustodian,
          ),
        ]),
    ...(movedTo === null ? [] : [fileWords.movedTo(movedTo)]),
  ];
}

/** Says why it is as it is. Returns null where its notes say that and more. */
export function entryReason(entry: Parameters<typeof entryStatus>[0] & EntryNoted): string | null {
  const { reason } = entryStatus(entry);
  return reason === null || entryNotes(entry).some((note) => note.startsWith(reason)) ? null : reason;
}
