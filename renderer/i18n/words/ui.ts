import { count } from '../format.ts';
import { plural } from './common.ts';

/** Words inside primitives. */
export const ui = {
  busy: 'Working…',
  clearSearch: 'Clear the search',
  ascending: 'sorted upwards',
  descending: 'sorted downwards',
  step: (index: number, total: number) => `Step ${index} of ${total}:`,
  stepDone: 'done',
  speedChart: (now: string, peak: string) => `Speed over time: now ${now}, at most ${peak}`,
  partsMap: (done: number, inFlight: number, total: number) =>
    `${plural(total, 'part', 'parts')}: ${count(done)} acknowledged, ${count(inFlight)} in flight`,
  partAcknowledged: 'Acknowledged',
  partInFlight: 'In flight',
  partWaiting: 'To send',
  partRetried: 'Retried',
  partNone: 'Arrow keys tell of each part',
  partsPerCell: (parts: number) => `one square for ${count(parts)}`,
  part: (number: number, size: string) => `Part ${count(number)}: ${size}`,
  partsFrom: (first: number, last: number) => `Parts ${count(first)} to ${count(last)}`,
  partDone: 'acknowledged',
  partMoving: 'in flight',
  partToSend: 'to send',
  partTriedAgain: 'tried more than once',
  partEtag: (etag: string) => `ETag ${etag}`,
  copied: (rows: number) => `${plural(rows, 'row', 'rows')} copied`,
  copying: (rows: number) => `Fetching ${plural(rows, 'row', 'rows')} to copy…`,
  copyAgain: (rows: number) => `${plural(rows, 'row is', 'rows are')} ready: copy once more.`,
  notCopied: (why: string) => `Nothing was copied: ${why}`,
  tooManyToCopy: (rows: number, most: number) =>
    `${count(rows)} rows are too many to copy; ${count(most)} are the most. An export or the receipt saves them all.`,
  rowLoading: 'Loading…',
  nothingFits: 'Nothing fits',
  showKey: 'Show what is typed',
  hideKey: 'Hide what is typed',
} as const;
