import { count } from '../format.ts';
import { plural } from './common.ts';

const maxPaths = 3;

/** How many uploads are in progress. `waiting`: for anything but their hours. */
export interface UploadActivity {
  readonly running: number;
  readonly waitingForHours: number;
  readonly waiting: number;
}

export const uploads = {
  title: 'Uploads',
  about: (all: number, activity: string) =>
    [plural(all, 'upload', 'uploads'), activity].filter((text) => text !== '').join(' · '),
  /** Of those in progress. '' without any. */
  activity: ({ running, waitingForHours, waiting }: UploadActivity) =>
    [
      ...(running > 0 ? [`${count(running)} running`] : []),
      ...(waitingForHours > 0
        ? [`${count(waitingForHours)} waiting for ${waitingForHours === 1 ? 'its' : 'their'} hours`]
        : []),
      ...(waiting > 0 ? [`${count(waiting)} waiting`] : []),
    ].join(' · '),
  newUpload: 'New upload',
  search: 'Search uploads',
  view: 'View',
  list: 'List',
  cards: 'Cards',
  name: 'Name',
  database: 'Database',
  files: 'Files',
  size: 'Size',
  progress: 'Progress',
  status: 'Status',
  platform: 'Platform',
  inProgress: 'In progress',
  inMonth: (month: string, uploads: number) => `${month} · ${plural(uploads, 'upload', 'uploads')}`,
  ofChecked: (found: string, checked: number) => `${found} of ${count(checked)} checked`,
  shareOf: { files: (share: string) => `${share} of files`, bytes: (share: string) => `${share} of bytes` },
  checkedOnly: (checked: number, files: number) => `${count(checked)} of ${count(files)} checked`,
  exceptions: (files: number) => plural(files, 'exception', 'exceptions'),
  timeLeft: (range: string) => `${range} left`,
  created: 'Created',
  ended: 'Ended',
  progressOf: (name: string) => `Progress of ${name}`,
  sandbox: 'Sandbox',
  continueDraft: 'Continue draft',
  unscanned: {
    /** `name`: null while none is typed. */
    title: (name: string | null, sources: number) =>
      `${name === null ? 'A new upload' : `“${name}”`} with ${plural(sources, 'source', 'sources')} isn't scanned yet`,
    text: (paths: readonly string[]) => {
      const more = paths.length - maxPaths;
      const shown = [...paths.slice(0, maxPaths), ...(more > 0 ? [`${count(more)} more`] : [])].join(', ');
      return `${shown === '' ? '' : `${shown}. `}It is kept until you close the window.`;
    },
    discard: 'Discard',
  },
  emptyTitle: 'No uploads yet',
  empty:
    'Choose folders, files, or links, check what they contain before anything is sent, and get a receipt with every file and its hash.',
  noMatchTitle: 'No matching uploads',
  noMatch: (search: string) => `No upload has “${search}” in its name, database, or sources.`,
  clearSearch: 'Clear search',
  duration: 'Duration',
  average: 'Average',
} as const;

/** The times of one upload. Pauses and waits count, which is said where a speed is, beside the speed without them. */
export const uploadTimes = {
  createdAt: (time: string) => `Created ${time}`,
  startedAt: (time: string) => `Started ${time}`,
  endedAt: (time: string) => `Ended ${time}`,
  took: (duration: string) => `Took ${duration}`,
  /** `sending`: without pauses and waits; null where that is unknown. */
  average: (rate: string, sending: string | null) =>
    sending === null
      ? `${rate} on average, pauses and waits included`
      : sending === rate
        ? `${rate} on average`
        : `${rate} on average, ${sending} without pauses and waits`,
} as const;
