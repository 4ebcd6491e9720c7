/** Progress as a person sees it on a terminal. Pure: what is known, the room there is, the time. */
import type { ActiveItem, Progress, Tally } from '../engine/index.ts';
import {
  type Clock,
  formatByteRate,
  formatBytes,
  formatCount,
  formatDuration,
  formatEta,
  percent,
  pluralize,
} from './format.ts';
import { displayWidth, padToWidth, printable, truncateEnd, truncateMiddle } from './table.ts';

export interface Viewport {
  readonly width: number;
  readonly rows: number;
  readonly color: boolean;
}

export interface Fraction {
  readonly done: number;
  readonly total: number;
}

/** What will be sent and what the platform has accepted of it; failed, held and left-out items no longer count. */
export function acceptedBytes(progress: Progress): Fraction {
  const { queued, uploading, accepted } = progress.totals;
  const total = queued.bytes + uploading.bytes + accepted.bytes;
  return { done: Math.min(total, Math.max(accepted.bytes, progress.acknowledgedBytes)), total };
}

export function acceptedFiles(progress: Progress): Fraction {
  const { queued, uploading, accepted } = progress.totals;
  return { done: accepted.items, total: queued.items + uploading.items + accepted.items };
}

/** By bytes; by files where there is not one byte to send. */
export function percentDone(progress: Progress): number {
  const share = acceptedBytes(progress);
  const files = acceptedFiles(progress);
  if (share.total === 0) return percent(files.done, files.total);
  // The last bytes are accepted before the last completion is: only that is all of it.
  return Math.min(percent(share.done, share.total), files.done < files.total ? 99 : 100);
}

export function scannedTotal(progress: Progress): Tally {
  const tallies = Object.values(progress.totals);
  return {
    items: tallies.reduce((sum, tally) => sum + tally.items, 0),
    bytes: tallies.reduce((sum, tally) => sum + tally.bytes, 0),
  };
}

/** The lines of the live area: never wider than the room, never more than its rows. */
export function renderProgress(title: string, progress: Progress, room: Viewport, clock: Clock): string[] {
  const width = Math.max(1, room.width);
  const lines = [
    truncateMiddle(printable(title), width),
    ...overallLines(progress, width, room.color, clock),
  ];
  const notice = waitingNotice(progress, clock);
  if (notice !== null) lines.push(paint(room.color, yellow, truncateEnd(notice, width)));
  const left = room.rows - lines.length - 1;
  if (progress.active.length > 0 && left > 0) {
    const fits = progress.active.length <= left ? progress.active.length : left - 1;
    for (const item of progress.active.slice(0, fits)) lines.push(activeLine(item, width, room.color));
    const more = progress.active.length - fits;
    if (more > 0) lines.push(truncateEnd(`  … and ${formatCount(more)} more in progress`, width));
  }
  return lines.slice(0, Math.max(1, room.rows));
}

export function waitingNotice(progress: Progress, clock: Clock): string | null {
  if (progress.waiting === null) return null;
  const seconds = Math.ceil((progress.waiting.retryAtMs - clock.nowMs) / 1000);
  const next = seconds > 0 ? `next try in ${formatDuration(seconds)}` : 'trying now';
  return `Waiting: ${printable(progress.waiting.reason)} · ${next}`;
}

function overallLines(progress: Progress, width: number, color: boolean, clock: Clock): string[] {
  if (progress.state === 'scanning') {
    const tally = scannedTotal(progress);
    return [
      truncateEnd(`Scanning: ${pluralize(tally.items, 'file')}, ${formatBytes(tally.bytes)} so far`, width),
    ];
  }
  const accepted = acceptedBytes(progress);
  const files = acceptedFiles(progress);
  const onTheWire = progress.active.reduce(
    (sum, item) => sum + Math.max(0, item.sentBytes - item.acknowledgedBytes),
    0,
  );
  const done = percentDone(progress);
  const columns = [
    `${padToWidth(String(done), 3, 'right')} %`,
    `${padToWidth(formatBytes(accepted.done), 8, 'right')} of ${formatBytes(accepted.total)}`,
    `${padToWidth(formatCount(files.done), formatCount(files.total).length, 'right')} of ${pluralize(files.total, 'file')}`,
    padToWidth(formatByteRate(progress.bytesPerSecond), 10, 'right'),
  ];
  const first = barWithColumns(columns, width, color, {
    accepted: accepted.total > 0 ? accepted.done / accepted.total : done / 100,
    sent: accepted.total > 0 ? (accepted.done + onTheWire) / accepted.total : done / 100,
  });
  return [first, truncateEnd(statusLine(progress, clock), width)];
}

/** What is to be expected, and what has gone wrong so far. */
export function statusLine(progress: Progress, clock: Clock): string {
  const { failed, held } = progress.totals;
  const skipped = progress.totals['skipped'];
  const flying = progress.active.reduce((sum, item) => sum + item.partsInFlight, 0);
  return [
    remainingTime(progress, clock),
    ...(flying > 0 ? [`${pluralize(flying, 'part')} in flight`] : []),
    ...(skipped.items > 0 ? [`${formatCount(skipped.items)} left out`] : []),
    ...(failed.items > 0 ? [`${formatCount(failed.items)} failed`] : []),
    ...(held.items > 0 ? [`${formatCount(held.items)} held`] : []),
  ].join(' · ');
}

function remainingTime({ state, secondsLeft }: Progress, clock: Clock): string {
  if (state !== 'uploading' && state !== 'ready') return state;
  return secondsLeft === null ? 'time left not known yet' : formatEta(secondsLeft, clock);
}

function activeLine(item: ActiveItem, width: number, color: boolean): string {
  const share = item.sizeBytes > 0 ? item.acknowledgedBytes / item.sizeBytes : 0;
  const sent = item.sizeBytes > 0 ? item.sentBytes / item.sizeBytes : 0;
  const done = padToWidth(String(percent(item.acknowledgedBytes, item.sizeBytes)), 3, 'right');
  const all = [
    `${done} %`,
    padToWidth(formatBytes(item.sizeBytes), 8, 'right'),
    `${item.activity.padEnd(10)}`,
    ...(item.parts.count > 1
      ? [`part ${formatCount(item.parts.done)} of ${formatCount(item.parts.count)}`]
      : []),
  ];
  // The file's name is what a person looks for: figures give way before it gets less than its share.
  const least = Math.min(30, Math.floor(width / 2));
  let front = '';
  for (let keep = all.length; keep > 0; keep -= 1) {
    front = `  ${all.slice(0, keep).join('  ')}  `;
    if (displayWidth(front) + 12 + least <= width) break;
  }
  const barRoom = width - displayWidth(front) - least;
  const drawn = barRoom >= 12 ? `  ${renderBar(10, share, sent, color)}` : '';
  const used = displayWidth(front) + (drawn === '' ? 0 : 12);
  if (used >= width) return truncateMiddle(printable(item.path), width);
  return `${drawn}${front}${truncateMiddle(printable(item.path), width - used)}`;
}

/** As many columns as there is room for, and a bar in what is left of it. */
function barWithColumns(
  columns: readonly string[],
  width: number,
  color: boolean,
  share: { readonly accepted: number; readonly sent: number },
): string {
  for (let keep = columns.length; keep > 0; keep -= 1) {
    const text = columns.slice(0, keep).join('   ');
    const room = Math.min(30, width - displayWidth(text) - 1);
    if (room >= 8) return `${renderBar(room, share.accepted, share.sent, color)} ${text}`;
  }
  return truncateEnd(columns[0] ?? '', width);
}

/** Full where the platform accepted it, half where it is on the wire. */
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
