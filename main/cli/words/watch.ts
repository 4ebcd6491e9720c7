/** What watch says. */

import { errnoText } from '../../../preload/contract/failures/errno-text.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { type StoreHolder, storeHolderText } from '../../../preload/contract/failures/store-holder-text.ts';
import { foundSummaryText } from '../../../preload/contract/texts/exception-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import { noExceptions } from '../../../preload/contract/views/exception.ts';
import type { FoundInRule } from '../../../preload/contract/views/found-file.ts';
import { countProblems } from '../../../preload/contract/views/upload-problems.ts';
import { watchReasonText, watchWaitText } from '../../../preload/contract/watch/watch-text.ts';
import type { WatchCounts, WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { formatCommand } from '../../app/command-line.ts';
import type { ItemState, Totals } from '../../engine/index.ts';
import { present } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import type { ServiceHealth } from '../watch/health.ts';
import type { EarlierProblems } from '../watch/once-follower.ts';
import type { RuleEvent } from '../watch/rule-events.ts';
import { errorText } from './errors.ts';
import { summary } from './uploads.ts';

export const config = {
  root: 'the config file',
  sameName: (name: string) => `another rule is called “${name}” too; give each rule its own name`,
  sameFolder: (other: string) =>
    `“${other}” watches this folder too; a file belongs to one rule: make it one`,
  insideFolder: (other: string, below: string) =>
    `“${other}” watches this folder too; there, add "exclude": ["${below}/**"]`,
  aroundFolder: (other: string, below: string) =>
    `“${other}” watches a folder in this one; here, add "exclude": ["${below}/**"]`,
} as const;

const review = 'need review';

/** "3 sent", "1 needs review" */
function counted(amount: number, name: string): string {
  return `${count(amount)} ${name === review && amount === 1 ? 'needs review' : name}`;
}

const countNames: readonly (readonly [keyof WatchCounts, string])[] = [
  ['settling', 'settling'],
  ['settled', 'waiting for the upload'],
  ['sending', 'being sent'],
  ['sent', 'sent'],
  ['failed', 'failed'],
  ['held', review],
  ['renamed', 'renamed'],
  ['skipped', 'skipped'],
];

function counts(of: WatchCounts): string {
  const parts = countNames.filter(([state]) => of[state] > 0);
  return parts.length === 0
    ? 'no files yet'
    : parts.map(([state, name]) => counted(of[state], name)).join(', ');
}

function outcome(totals: Totals): string {
  const others: readonly (readonly [ItemState, string])[] = [
    ['failed', 'failed'],
    ['held', review],
    ['skipped', 'skipped'],
  ];
  const { items, bytes } = totals.accepted;
  return [
    `${plural(items, 'file')} accepted (${formatBytes(bytes)})`,
    ...others.flatMap(([state, name]) =>
      totals[state].items === 0 ? [] : [counted(totals[state].items, name)],
    ),
  ].join(', ');
}

type LastScan = NonNullable<WatchedFolderView['lastScan']>;
type NotTaken = Pick<LastScan, 'temporary' | 'unreadable' | 'examples'>;

/** What a scan found and didn't take, with examples. Empty if there is nothing. */
function notTaken({ temporary = 0, unreadable = 0, examples }: NotTaken): readonly string[] {
  const named = (amount: number, paths: readonly string[]) =>
    paths.length === 0 ? '' : `: ${paths.join(', ')}${amount > paths.length ? ', …' : ''}`;
  // Custodians' folders have commas in their names.
  const quoted = (path: string) => `“${path === '' ? '.' : path}”`;
  const unreadablePaths = (examples?.unreadable ?? []).map(({ path, errno }) =>
    errno === null ? quoted(path) : `${quoted(path)} (${errnoText(errno)})`,
  );
  return present(
    unreadable > 0 &&
      `${count(unreadable)} ${unreadable === 1 ? "file or folder can't" : "files or folders can't"} be read${named(unreadable, unreadablePaths)}`,
    temporary > 0 &&
      `${plural(temporary, 'file')} not taken because of a temporary name${named(temporary, (examples?.temporary ?? []).map(quoted))}`,
  );
}

/** A line for a person, without the rule's name and the time. `once`: without what isn't taken. */
export function ruleEvent(event: RuleEvent, once = false): string {
  switch (event.event) {
    case 'rule':
      return event.failure === null
        ? `${event.state}: ${event.path}`
        : `${event.state}. ${failureText(event.failure)}`;
    case 'scan':
      return [
        `${plural(event.files, 'file')} in the folder (scanned in ${(event.durationMs / 1000).toFixed(1)} s)`,
        ...(once ? [] : notTaken(event)),
      ].join('. ');
    case 'files':
      return counts(event.counts);
    case 'waiting':
      return event.waitingFor === null ? 'no longer waiting' : watchWaitText(event.waitingFor, formatTime);
    case 'upload-started':
      return `upload ${event.upload} to dataset “${event.dataset}”: ${plural(event.files, 'file')}, ${formatBytes(event.bytes)}`;
    case 'upload-finished': {
      const texts = [
        outcome(event.totals),
        foundSummaryText(event.exceptions, event.found),
        countProblems(event.totals) > 0 ? `See which: ${formatCommand('status', String(event.upload))}` : '',
      ];
      return `upload ${event.upload} ${event.state === 'cancelled' ? 'canceled' : 'finished'}: ${texts.filter((text) => text !== '').join('. ')}`;
    }
  }
}

export const service = {
  started: (rules: number, configPath: string) =>
    `Watching ${plural(rules, 'folder')} by the rules in ${configPath}. Press Ctrl-C to stop.`,
  startedOnce: (rules: number, configPath: string) =>
    `Uploading the files of ${plural(rules, 'folder')} by the rules in ${configPath}.`,
  metrics: (url: string) => `Metrics: ${url}`,
  reloaded: (rules: number) => `The config file was read again: ${plural(rules, 'rule')}.`,
  notReloaded: 'The rules from before still apply.',
  notWatched: (errno: string) =>
    `Changes of the config file and the key file aren't noticed (${errnoText(errno)}). Send SIGHUP after a change.`,
  receipt: (rule: string, upload: number, path: string) =>
    `${rule}: the receipt of upload ${upload} is in ${path}`,
  unmovable: (name: string, path: string, errno: string) =>
    `${name}: sent files can't be moved, because nothing can be written to ${path} (${errnoText(errno)}). They stay where they are.`,
  movedToLink: (name: string, path: string) =>
    `${name}: sent files can't be moved, because ${path} is a symbolic link, which isn't followed. They stay where they are.`,
  notNotified: (problem: string) =>
    `systemd can't be told that the service has started (${problem.trim()}). It will end the service.`,
  newKey: 'There is a new API key.',
  stopped: 'Stopped. Everything uploaded so far is kept; the rest continues at the next start.',
  earlierProblems: (name: string, { failed, held }: EarlierProblems, asks: boolean): readonly string[] =>
    present(
      failed > 0 &&
        `${name}: ${plural(failed, 'file')} of earlier uploads failed. See which: ${formatCommand('status')}. To retry, run: ${formatCommand('resume', 'UPLOAD', '--retry-failed')}`,
      held > 0 &&
        `${name}: ${plural(held, 'file needs', 'files need')} review. See why: ${formatCommand('status')}. Then decide: ${summary.reviewCommands(formatCommand('resume', 'UPLOAD'))}.${asks ? ' Copies that wait because of sameContent are decided in the window, or with another sameContent in the rule.' : ''}`,
    ),
  stillPaused: (name: string, upload: number) =>
    `${name} stays paused, as its upload ${upload} does. ${resumeText(upload)}`,
  pausedUpload: (name: string, upload: number) =>
    `${name} is no longer in the config file. Its upload ${upload} is paused: it continues when the rule is back, or, when the watch is stopped, with: ${formatCommand('resume', String(upload))}`,
  leftUpload: (name: string, upload: number, path: string) =>
    `${name} has another folder now. Its upload ${upload} from ${path} is paused: to finish it, stop the watch and run: ${formatCommand('resume', String(upload))}`,
  notTaken: (name: string, scan: NotTaken) => notTaken(scan).map((text) => `${name}: ${text}`),
  stillSettling: (name: string, files: number) =>
    `${name}: ${plural(files, 'file')} not taken yet. Run the command again later.`,
} as const;

const healths: Readonly<Record<ServiceHealth, string>> = {
  healthy: 'healthy',
  waiting: 'waiting',
  paused: 'a rule is paused',
  failures: 'running, but some files failed or need review',
  'not-taken': "running, but some files can't be read, or have kept a temporary name for over an hour",
  'key-refused': 'the API key was refused',
  broken: 'a rule is broken',
  'not-responding': 'not responding',
  'not-running': 'not running',
};

const resumeText = (upload: number): string =>
  `To resume it, take the rule out of the config file for a moment, or stop the watch and run: ${formatCommand('resume', String(upload))}`;

export const status = {
  health: (health: ServiceHealth) => `Watch: ${healths[health]}`,
  process: (pid: number, since: string, configPath: string) =>
    `Process ${pid} since ${formatTime(since)}, rules from ${configPath}`,
  stopped: (at: string) => `It was stopped at ${formatTime(at)}.`,
  lastSeen: (at: string) => `It was last seen at ${formatTime(at)}.`,
  never:
    'The watch command has never run with this data folder. Folders that the Lading window watches are shown there.',
  waiting: (text: string) => `${text}.`,
  refused: (rule: string, text: string) => `${rule}: can't be run. ${text}`,
  /** `time`: how long sending what is in its folder takes, line by line. */
  rule: (
    {
      id,
      rule,
      state,
      failure,
      waitingFor,
      counts: files,
      oldestUnsettled,
      lastScan,
      found,
      otherCustodian,
      pausedUpload,
    }: WatchedFolderView,
    time: readonly string[] = [],
    sentWith?: FoundInRule,
  ): readonly string[] =>
    present(
      `${rule.name} (rule ${id}): ${state}, ${counts(files)}`,
      ...time.map((line, index) => `  ${index === 0 ? 'Time to send: ' : '              '}${line}`),
      failure && `  ${errorText(failure, true)}`,
      pausedUpload !== null && `  A person paused its upload ${pausedUpload}. ${resumeText(pausedUpload)}`,
      waitingFor && `  ${watchWaitText(waitingFor, formatTime)}.`,
      oldestUnsettled?.reason !== undefined &&
        oldestUnsettled.reason !== null &&
        `  Waiting longest: ${oldestUnsettled.path} (${watchReasonText(oldestUnsettled.reason)})`,
      ...(lastScan === null ? [] : notTaken(lastScan).map((text) => `  ${text}`)),
      found > 0 &&
        (sentWith === undefined
          ? `  ${plural(found, 'sent file')} damaged, altered, locked, empty, or not checked`
          : `  Sent, but ${foundSummaryText({ ...noExceptions, ...sentWith.issues }, sentWith.files)}`),
      otherCustodian > 0 &&
        `  ${plural(otherCustodian, 'renamed file')} with another custodian by the rule than was sent: change it in the platform`,
    ),
} as const;

export const check = {
  title: (name: string, path: string) => `${name} (${path})`,
  total: (files: number, bytes: number, database: string) =>
    `${plural(files, 'file')}, ${formatBytes(bytes)}, would be taken for database ${database}`,
  notCounted: (others: string) => `Not counted: ${others}`,
  schedule: (hours: string) => `Schedule: ${hours}`,
  columns: { dataset: 'Dataset', custodian: 'Custodian', files: 'Files', size: 'Size' },
  noCustodian: '(none)',
  more: (rows: number) => `and ${count(rows)} more`,
  notYetSettled: (files: number) => `${count(files)} not yet settled`,
  alreadyTaken: (files: number) => `${count(files)} taken before`,
  ignoredFolder: (name: string) =>
    `What is already in “${name}” is not sent: it is the folder for sent files.`,
  unreadable: (files: number) => `${count(files)} can't be read`,
  skipped: {
    excluded: (files: number) => `${count(files)} excluded`,
    'not-included': (files: number) => `${count(files)} not included`,
    'marker-missing': (files: number) => `${count(files)} waiting for the marker file`,
    'same-content': (files: number) => `${count(files)} with the content of a file that was sent`,
    'not-a-file': (files: number) =>
      files === 1 ? "1 that isn't a file" : `${count(files)} that aren't files`,
  },
  history: (holder: StoreHolder | undefined) =>
    `This data folder is in use by ${storeHolderText(holder)}, so its history was not compared: files that were sent from it are counted too, and earlier uploads to other databases are not known.`,
  done: 'Nothing was stored or sent.',
  stopping: 'Stopping. Nothing was stored or sent.',
} as const;
