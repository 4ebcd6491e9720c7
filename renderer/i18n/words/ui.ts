import { count } from '../format.ts';
import { plural } from './common.ts';

/** Words inside shared components. */
export const ui = {
  clearSearch: 'Clear search',
  ascending: 'sorted ascending',
  descending: 'sorted descending',
  step: (index: number, total: number) => `Step ${index} of ${total}:`,
  stepDone: 'done',
  speedChart: (now: string, peak: string) => `Speed over time: now ${now}, peak ${peak}`,
  partsMap: (done: number, inFlight: number, total: number) =>
    `${plural(total, 'part', 'parts')}: ${count(done)} uploaded, ${count(inFlight)} in flight`,
  partsUploaded: 'Uploaded',
  partsInFlight: 'In flight',
  partsWaiting: 'Waiting',
  partsRetried: 'Retried',
  partsHint: 'Use the arrow keys to inspect the parts',
  partsPerCell: (parts: number) => `${count(parts)} parts per square`,
  part: (number: number, size: string) => `Part ${count(number)}: ${size}`,
  partRange: (first: number, last: number) => `Parts ${count(first)} to ${count(last)}`,
  partUploaded: 'uploaded',
  partInFlight: 'in flight',
  partWaiting: 'waiting',
  partRetried: 'retried',
  partEtag: (etag: string) => `ETag ${etag}`,
  copied: (rows: number) => `Copied ${plural(rows, 'row', 'rows')}.`,
  copying: (rows: number) => `Loading ${plural(rows, 'row', 'rows')} to copy…`,
  copyAgain: (rows: number) => `${plural(rows, 'row is', 'rows are')} ready. Copy again.`,
  copyFailed: (reason: string) => `Copy failed. ${reason}`,
  tooManyToCopy: (rows: number, max: number) =>
    `Can't copy ${count(rows)} rows (maximum ${count(max)}). Export the list or save the receipt instead.`,
  rowLoading: 'Loading…',
  noMatches: 'No matches',
  noMatchesFor: (search: string) => `Nothing in this list has “${search}”.`,
  loaded: (rows: string) => `${rows} loaded, more are coming…`,
  reload: 'Reload',
  showKey: 'Show key',
  hideKey: 'Hide key',
} as const;
