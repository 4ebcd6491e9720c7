/** When an upload was started and ended, and how fast it was: for the window's lists and screens. Pure. */
import { formatByteRate } from '../../preload/contract/texts/format-bytes.ts';
import { formatDuration } from '../../preload/contract/texts/format-duration.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import { shortTime, time } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';

const { uploadTimes } = words;

type Timed = Pick<UploadView, 'createdAt' | 'startedAt' | 'finishedAt' | 'sendingMs' | 'totals'>;

/** From the start to the end, pauses included. Returns null before the end, and where the clock was set back. */
export function uploadSeconds({ startedAt, finishedAt }: Timed): number | null {
  if (startedAt === null || finishedAt === null) return null;
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  return seconds >= 0 ? seconds : null;
}

/** In bytes per second. What is slower waited for something else than the line, such as a person's decision. */
const leastAverage = 1_000;

/** Shorter pauses and waits are a part of any upload: its dataset, its first connection, its last completion. */
const leastWaitSeconds = 10;

/** The speed of what was accepted. Returns null where that says nothing. */
function averageOver(seconds: number | null, { totals }: Timed): string | null {
  const { bytes } = totals.accepted;
  const isMeasured = seconds !== null && seconds >= 1 && bytes >= seconds * leastAverage;
  return isMeasured ? formatByteRate(bytes / seconds) : null;
}

export function durationText(upload: Timed): string | null {
  const seconds = uploadSeconds(upload);
  return seconds === null ? null : formatDuration(seconds);
}

/** Over the whole time, with its pauses and waits. */
export function averageText(upload: Timed): string | null {
  return averageOver(uploadSeconds(upload), upload);
}

/** The same in words, with the speed while something was sent. */
export function averageWords(upload: Timed): string | null {
  const average = averageText(upload);
  if (average === null) return null;
  const [whole, sending] = [uploadSeconds(upload) ?? 0, upload.sendingMs / 1000];
  const hasWaited = whole - sending >= leastWaitSeconds;
  return uploadTimes.average(average, hasWaited ? averageOver(sending, upload) : average);
}

/** "Ended Nov 14, 15:20 EST", or when it was started or created, for a list. */
export function lastTimeText({ createdAt, startedAt, finishedAt }: Timed): string {
  if (finishedAt !== null) return uploadTimes.endedAt(shortTime(finishedAt));
  return startedAt === null
    ? uploadTimes.createdAt(shortTime(createdAt))
    : uploadTimes.startedAt(shortTime(startedAt));
}

/** "Started …", "Ended …", "Took 2 h 5 min", and the average speed: as much as is known. */
export function uploadTimeTexts(upload: Timed): readonly string[] {
  const { createdAt, startedAt, finishedAt } = upload;
  const duration = durationText(upload);
  const average = averageWords(upload);
  return [
    startedAt === null ? uploadTimes.createdAt(time(createdAt)) : uploadTimes.startedAt(time(startedAt)),
    ...(finishedAt === null ? [] : [uploadTimes.endedAt(time(finishedAt))]),
    ...(duration === null ? [] : [uploadTimes.took(duration)]),
    ...(average === null ? [] : [average]),
  ];
}

/** When it ended, and how long it took; before that when it was started or created. */
export function uploadDateText(upload: Timed): string {
  const [begun = '', ended, took] = uploadTimeTexts(upload);
  return ended === undefined ? begun : [ended, ...(took === undefined ? [] : [took])].join(' · ');
}
