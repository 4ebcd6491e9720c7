/** Progress on a terminal. Pure: takes the progress, the available room and the time. */
import stringWidth from 'string-width';
import { formatByteRate, formatBytes, formatBytesOf } from '../../../preload/contract/texts/format-bytes.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { type Clock, timeLeftText } from '../../../preload/contract/texts/time-forecast-text.ts';
import { unavailableSourceText } from '../../../preload/contract/texts/unavailable-source-text.ts';
import { waitingText } from '../../../preload/contract/texts/wait-reason-text.ts';
import {
  skippedTally,
  type UploadProgress,
  uploadProgress,
} from '../../../preload/contract/views/upload-progress.ts';
import { isAway } from '../../../preload/contract/views/upload-wait.ts';
import type { ActiveItem, Progress, Tally } from '../../engine/index.ts';
import * as words from '../words/progress.ts';
import { findings } from '../words/uploads.ts';
import { wholePercent } from './format.ts';
import { padToWidth, truncateEnd, truncateMiddle } from './table.ts';
import { formatTime } from './time.ts';

export interface Viewport {
  readonly width: number;
  readonly rows: number;
  readonly color: boolean;
}

/** How far it is. Links that were handed over are no files: they are counted beside them. */
export function progressOf(progress: Progress): Omit<UploadProgress, 'items'> & {
  readonly files: UploadProgress['items'];
} {
  const { items, ...shown } = uploadProgress(progress);
  const links = progress.totals.handedOver.items;
  return { ...shown, files: { done: items.done - links, total: items.total - links } };
}

/** 0 to 100; 100 only when everything is done. */
export function overallPercent(progress: Progress): number {
  return wholePercent(progressOf(progress).share, 1);
}

export function scannedTotal(progress: Progress): Tally {
  const tallies = Object.values(progress.totals);
  return {
    items: tallies.reduce((sum, tally) => sum + tally.items, 0),
    bytes: tallies.reduce((sum, tally) => sum + tally.bytes, 0),
  };
}

/** The lines of the live area, never wider or higher than the viewport. */
export function renderProgress(
  title: string,
  progress: Progress,
  viewport: Viewport,
  clock: Clock,
): string[] {
  const width = Math.max(1, viewport.width);
  const { rows, color } = viewport;
  const lines = [
    truncateMiddle(printable(title), width),
    ...(progress.state === 'scanning'
      ? [scanLine(progress, width)]
      : [overallLine(progress, width, color), truncateEnd(statusLine(progress, clock), width)]),
  ];
  for (const notice of waitNotices(progress, clock))
    lines.push(paint(color, yellow, truncateEnd(notice, width)));
  const remainingRows = rows - lines.length - 1;
  if (progress.active.length > 0 && remainingRows > 0) {
    const shown = progress.active.length <= remainingRows ? progress.active.length : remainingRows - 1;
    for (const item of progress.active.slice(0, shown)) lines.push(activeLine(item, width, color));
    const more = progress.active.length - shown;
    if (more > 0) lines.push(truncateEnd(`  ${words.moreActive(more)}`, width));
  }
  return lines.slice(0, Math.max(1, rows));
}

/** The sources that are away, then what else waits. */
export function waitNotices({ waiting, unavailableSources }: Progress, clock: Clock): readonly string[] {
  const away = unavailableSources.map((source) =>
    words.unavailableSource(
      printable(unavailableSourceText(source)),
      formatTime(source.since, clock.timeZone),
    ),
  );
  if (waiting === null) return away;
  const seconds = Math.ceil((waiting.retryAtMs - clock.nowMs) / 1000);
  return [
    ...away,
    words.waitNotice(printable(waitingText(waiting)), seconds, waiting.reason.kind === 'hours'),
  ];
}

function scanLine(progress: Progress, width: number): string {
  if (progress.inspection !== null) {
    const { checked, files } = progress.inspection;
    return truncateEnd(findings.scanning(checked, files), width);
  }
  const { items, bytes } = scannedTotal(progress);
  return truncateEnd(words.foundSoFar(items, bytes), width);
}

function overallLine(progress: Progress, width: number, color: boolean): string {
  const { bytes, files, share } = progressOf(progress);
  const unacknowledgedBytes = progress.active.reduce(
    (sum, item) => sum + Math.max(0, item.sentBytes - item.acknowledgedBytes),
    0,
  );
  const columns = [
    words.percentDone(padToWidth(String(overallPercent(progress)), 3, 'right')),
    padToWidth(formatBytesOf(bytes.done, bytes.total), 17, 'right'),
    `${padToWidth(count(files.done), count(files.total).length, 'right')} of ${plural(files.total, 'file')}`,
    padToWidth(formatByteRate(progress.bytesPerSecond), 10, 'right'),
  ];
  const sent = uploadProgress({ ...progress, acknowledgedBytes: bytes.done + unacknowledgedBytes }).share;
  return barWithColumns(columns, width, color, { accepted: share, sent });
}

/** The remaining time, and how many files were not uploaded so far. */
export function statusLine(progress: Progress, clock: Clock): string {
  const parts = progress.active.reduce((sum, item) => sum + item.partsInFlight, 0);
  return [
    remainingTime(progress, clock),
    ...(parts > 0 ? [words.parallelParts(parts)] : []),
    ...outcomeTexts(progress),
  ].join(' · ');
}

/** What is not among the files that were accepted so far, and why not. */
export function outcomeTexts({ totals, cancelled }: Progress): readonly string[] {
  const { handedOver, failed, held } = totals;
  const skipped = skippedTally({ totals, cancelled });
  return [
    ...(handedOver.items > 0 ? [words.outcomes.handedOver(handedOver.items)] : []),
    ...(skipped.items > 0 ? [words.outcomes.skipped(skipped.items)] : []),
    ...(failed.items > 0 ? [words.outcomes.failed(failed.items)] : []),
    ...(held.items > 0 ? [words.outcomes.held(held.items)] : []),
  ];
}

function remainingTime(progress: Progress, clock: Clock): string {
  const { state, timeLeft, active } = progress;
  if (state !== 'uploading' && state !== 'ready') return words.states[state];
  if (isAway(progress)) return words.activities.waiting;
  if (active.length > 0 && active.every(({ activity }) => activity === 'assembling'))
    return words.assemblingOnly;
  return timeLeft === null ? words.remainingTimeUnknown : timeLeftText(timeLeft, clock);
}

const minBarWidth = 8;
const maxBarWidth = 30;
const fileBarWidth = 10;
/** The bar of a file, with the two spaces in front of it. */
const fileBarColumns = fileBarWidth + 2;

function activeLine(item: ActiveItem, width: number, color: boolean): string {
  const acknowledged = item.sizeBytes > 0 ? item.acknowledgedBytes / item.sizeBytes : 0;
  const sent = item.sizeBytes > 0 ? item.sentBytes / item.sizeBytes : 0;
  const done = padToWidth(String(wholePercent(item.acknowledgedBytes, item.sizeBytes)), 3, 'right');
  const columns = [
    words.percentDone(done),
    padToWidth(formatBytes(item.sizeBytes), 8, 'right'),
    words.activities[item.activity].padEnd(10),
    ...(item.parts.count > 1 ? [words.partOf(item.parts.done, item.parts.count)] : []),
  ];
  // The file name matters most: columns are dropped before it gets less than this.
  const minNameWidth = Math.min(30, Math.floor(width / 2));
  let front = '';
  for (let keep = columns.length; keep > 0; keep -= 1) {
    front = `  ${columns.slice(0, keep).join('  ')}  `;
    if (stringWidth(front) + fileBarColumns + minNameWidth <= width) break;
  }
  const hasBar = width - stringWidth(front) - minNameWidth >= fileBarColumns;
  const bar = hasBar ? `  ${renderBar(fileBarWidth, acknowledged, sent, color)}` : '';
  const used = stringWidth(front) + (hasBar ? fileBarColumns : 0);
  const name = item.pack === undefined ? printable(item.path) : words.pack(item.pack);
  if (used >= width) return truncateMiddle(name, width);
  return `${bar}${front}${truncateMiddle(name, width - used)}`;
}

/** As many columns as fit beside a bar. */
function barWithColumns(
  columns: readonly string[],
  width: number,
  color: boolean,
  share: { readonly accepted: number; readonly sent: number },
): string {
  for (let keep = columns.length; keep > 0; keep -= 1) {
    const text = columns.slice(0, keep).join('   ');
    const barWidth = Math.min(maxBarWidth, width - stringWidth(text) - 1);
    if (barWidth >= minBarWidth) return `${renderBar(barWidth, share.accepted, share.sent, color)} ${text}`;
  }
  return truncateEnd(columns[0] ?? '', width);
}

/** Full cells for what the platform accepted, half cells for what was sent but not acknowledged. */
export function renderBar(width: number, accepted: number, sent: number, color: boolean): string {
  const cells = (share: number) =>
    Math.round(Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * width);
  const full = cells(accepted);
  const half = Math.max(full, cells(sent)) - full;
  return (
    paint(color, cyan, '█'.repeat(full)) +
    paint(color, cyan, '▒'.repeat(half)) +
    paint(color, dim, '░'.repeat(width - full - half))
  );
}

type Style = readonly [on: string, off: string];
const cyan: Style = ['\u001B[36m', '\u001B[39m'];
const yellow: Style = ['\u001B[33m', '\u001B[39m'];
const dim: Style = ['\u001B[2m', '\u001B[22m'];

function paint(color: boolean, [on, off]: Style, text: string): string {
  return color && text !== '' ? `${on}${text}${off}` : text;
}
