/** When an upload was started and ended, and how fast it was: for the window's lists and screens. Pure. */
import { formatByteRate } from '../../preload/contract/texts/format-bytes.ts';
import { formatDuration } from '../../preload/contract/texts/format-duration.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import { time } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';

const { uploadTimes } = words;

type Timed = Pick<UploadView, 'createdAt' | 'startedAt' | 'finishedAt' | 'totals'>;

/** From the start to the end, pauses included. Returns null before the end, and where the clock was set back. */
export function uploadSeconds({ startedAt, finishedAt }: Timed): number | null {
  if (startedAt === null || finishedAt === null) return null;
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  return seconds >= 0 ? seconds : null;
}

/** In bytes per second. What is slower waited for something else than the line, such as a person's decision. */
const leastAverage = 1_000;

/** The speed of what was accepted, over the whole time with its pauses and waits. Returns null where that says nothing. */
export function averageSpeed(upload: Timed): number | null {
  const seconds = uploadSeconds(upload);
  const { bytes } = upload.totals.accepted;
  const isMeasured = seconds !== null && seconds >= 1 && bytes >= seconds * leastAverage;
  return isMeasured ? bytes / seconds : null;
}

export function durationText(upload: Timed): string | null {
  const seconds = uploadSeconds(upload);
  return seconds === null ? null : formatDuration(seconds);
}

export function averageText(upload: Timed): string | null {
  const speed = averageSpeed(upload);
  return speed === null ? null : formatByteRate(speed);
}

/** "Started …", "Ended …", "Took 2 h 5 min", and the average speed: as much as is known. */
export function uploadTimeTexts(upload: Timed): readonly string[] {
  const { createdAt, startedAt, finishedAt } = upload;
  const duration = durationText(upload);
  const average = averageText(upload);
  return [
    startedAt === null ? uploadTimes.createdAt(time(createdAt)) : uploadTimes.startedAt(time(startedAt)),
    ...(finishedAt === null ? [] : [uploadTimes.endedAt(time(finishedAt))]),
    ...(duration === null ? [] : [uploadTimes.took(duration)]),
    ...(average === null ? [] : [uploadTimes.average(average)]),
  ];
}

/** When it ended, and how long it took; before that when it was started or created. */
export function uploadDateText(upload: Timed): string {
  const [begun = '', ended, took] = uploadTimeTexts(upload);
  return ended === undefined ? begun : [ended, ...(took === undefined ? [] : [took])].join(' · ');
}
