import type { TimeLimits } from '../../main/engine/transfer/rates/forecast.ts';
import { forecastRest, type RunBlock } from '../../main/engine/transfer/rates/run-rates.ts';
import { bandwidthAt } from '../../preload/contract/views/bandwidth-schedule.ts';
import { isOpen } from '../../preload/contract/views/weekly-hours.ts';

/** What was forecast at some shares of the way: the likely time, against the truth. */
export interface ForecastErrors {
  readonly name: string;
  /** At 10, 50, and 90 %, as shares of the whole time. Null where nothing was forecast. */
  readonly errors: readonly (number | null)[];
}

export const shares = [0.1, 0.5, 0.9] as const;

/** An upload of large files, with small ones spread evenly among them, or all before them. */
interface SimulatedUpload {
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
  /** Without bytes worth counting, each. */
  readonly filesBefore?: number;
  readonly lineBytesPerSecond: number;
  readonly limits: TimeLimits;
  /** An outage of so many seconds, so often. */
  readonly outages?: { readonly everySeconds: number; readonly seconds: number };
}

const requestsPerSecond = 25;
const free: TimeLimits = {
  requestsPerSecond,
  bandwidth: { bytesPerSecond: null, schedule: null },
  hours: null,
};
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const weekdays = [1, 2, 3, 4, 5];
const limitedTo = (bytesPerSecond: number): TimeLimits => ({
  ...free,
  bandwidth: { bytesPerSecond, schedule: null },
});
const office = (bytesPerSecond: number): TimeLimits => ({
  ...free,
  bandwidth: {
    bytesPerSecond: null,
    schedule: { days: weekdays, from: '08:00', to: '18:00', sends: 'limited', bytesPerSecond },
  },
});
const nights = (from: string, to: string): TimeLimits => ({ ...free, hours: [{ days: everyDay, from, to }] });

const uploads: readonly SimulatedUpload[] = [
  { name: '2.1 TB at 80 MB/s', bytes: 2.1e12, files: 400, lineBytesPerSecond: 80e6, limits: free },
  {
    name: '2.1 TB with a limit of 50 MB/s',
    bytes: 2.1e12,
    files: 400,
    lineBytesPerSecond: 80e6,
    limits: limitedTo(50e6),
  },
  {
    name: '300 GB at 4 MB/s, slowed in office hours',
    bytes: 3e11,
    files: 900,
    lineBytesPerSecond: 4e6,
    limits: office(5e5),
  },
  {
    name: '1 TB at 12 MB/s, slowed in office hours',
    bytes: 1e12,
    files: 900,
    lineBytesPerSecond: 12e6,
    limits: office(2e6),
  },
  {
    name: '500 GB at 10 MB/s, at night only',
    bytes: 5e11,
    files: 900,
    lineBytesPerSecond: 10e6,
    limits: nights('20:00', '06:00'),
  },
  {
    name: '200 GB at 10 MB/s, in two hours a day',
    bytes: 2e11,
    files: 90,
    lineBytesPerSecond: 10e6,
    limits: nights('01:00', '03:00'),
  },
  { name: '400,000 small files', bytes: 4e10, files: 400_000, lineBytesPerSecond: 20e6, limits: free },
  { name: '100,000 files beside 100 GB', bytes: 1e11, files: 100_000, lineBytesPerSecond: 8e6, limits: free },
  {
    name: '4,000 small files, then 48 GB with a limit of 5 MB/s',
    bytes: 4.8e10,
    files: 3,
    filesBefore: 4_000,
    lineBytesPerSecond: 5e6,
    limits: limitedTo(5e6),
  },
  {
    name: '20,000 small files, then 600 GB at 80 MB/s',
    bytes: 6e11,
    files: 3,
    filesBefore: 20_000,
    lineBytesPerSecond: 80e6,
    limits: free,
  },
  {
    name: '200 GB, a minute lost every half hour',
    bytes: 2e11,
    files: 300,
    lineBytesPerSecond: 8e6,
    limits: free,
    outages: { everySeconds: 1800, seconds: 60 },
  },
  {
    name: '800 GB, ten seconds lost every two minutes',
    bytes: 8e11,
    files: 300,
    lineBytesPerSecond: 30e6,
    limits: free,
    outages: { everySeconds: 120, seconds: 10 },
  },
];

/** Uploads in simulated time. What they would take is not computed with the model that forecasts it. */
export function simulatedUploads(): ForecastErrors[] {
  return uploads.map((upload) => ({ name: upload.name, errors: simulate(upload) }));
}

const blockSeconds = 2;
const nothing: RunBlock = {
  seconds: blockSeconds,
  provenBytes: 0,
  takenBytes: 0,
  requests: 0,
  isSending: false,
  isFull: false,
  isWaiting: false,
  sourceShare: 0,
  limitBytesPerSecond: Number.POSITIVE_INFINITY,
};
/** Monday at nine. */
const startMs = new Date(2026, 10, 23, 9).getTime();

function simulate(upload: SimulatedUpload): readonly number[] {
  const { bytes, files, filesBefore = 0, limits, lineBytesPerSecond } = upload;
  const random = sequence();
  const blocks: RunBlock[] = [];
  const doneAfter: number[] = [];
  for (let small = filesBefore; small > 0; small -= (requestsPerSecond * blockSeconds) / 3) {
    blocks.push({ ...nothing, requests: requestsPerSecond * blockSeconds, isSending: true });
    doneAfter.push(0);
  }
  let [done, drift] = [0, 1];
  while (done < 1) {
    const at = new Date(startMs + blocks.length * blockSeconds * 1000);
    // A line that others use too: it wanders by a fifth, and each block differs by a fifth.
    drift = Math.min(1.2, Math.max(0.8, drift + (random() - 0.5) * 0.02));
    const line = lineBytesPerSecond * drift * (0.8 + 0.4 * random());
    const limit = bandwidthAt(limits.bandwidth, at);
    const isDown =
      upload.outages !== undefined &&
      (blocks.length * blockSeconds) % upload.outages.everySeconds >=
        upload.outages.everySeconds - upload.outages.seconds;
    const isSending = isOpen(limits.hours, at) && !isDown;
    const share = isSending
      ? Math.min(
          (Math.min(line, limit) * blockSeconds) / bytes,
          (requestsPerSecond * blockSeconds) / (files * 3),
        )
      : 0;
    const sent = Math.min(share, 1 - done);
    done = done + sent > 1 - 1e-9 ? 1 : done + sent;
    blocks.push({
      ...nothing,
      provenBytes: sent * bytes,
      takenBytes: sent * bytes,
      requests: sent * files * 3,
      isSending,
      isFull: isSending,
      isWaiting: isDown,
      limitBytesPerSecond: limit,
    });
    doneAfter.push(done);
  }
  const wholeSeconds = blocks.length * blockSeconds;
  return shares.map((way) => {
    const now = Math.floor(blocks.length * way);
    const left = 1 - (doneAfter[now - 1] ?? 0);
    // Of a watched folder, each night is a run of its own.
    const since = blocks.slice(0, now).findLastIndex(({ isSending, isWaiting }) => !isSending && !isWaiting);
    const past = blocks.slice(Math.max(since + 1, now - 3_600), now);
    const requests = blocks.slice(now).reduce((sum, block) => sum + block.requests, 0);
    const work = { bytes: bytes * left, requests, hashedBytes: bytes * left };
    const prior = { low: lineBytesPerSecond * 0.85, high: lineBytesPerSecond * 1.15 };
    const found = forecastRest(past, prior, work, limits, startMs + now * blockSeconds * 1000);
    if (found === null) return 1;
    return (now * blockSeconds + found.likely - wholeSeconds) / wholeSeconds;
  });
}

/** The same numbers every time. From 0 to 1. */
function sequence(): () => number {
  let state = 20_261;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
