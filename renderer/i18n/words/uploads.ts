import { count } from '../format.ts';
import { plural } from './common.ts';

export const uploads = {
  title: 'Uploads',
  about: (all: number, running: number) =>
    running === 0
      ? plural(all, 'upload', 'uploads')
      : `${plural(all, 'upload', 'uploads')} · ${count(running)} running`,
  newUpload: 'New upload',
  exportCsv: 'Export CSV',
  search: 'Search uploads',
  view: 'Show as',
  grid: 'List',
  cards: 'Cards',
  name: 'Name',
  database: 'Database',
  files: 'Files',
  size: 'Size',
  sent: 'Sent',
  transfer: 'Transfer',
  platform: 'On the platform',
  inMonth: (month: string, uploads: number) => `${month} · ${plural(uploads, 'upload', 'uploads')}`,
  left: (range: string) => `${range} left`,
  nextTry: (until: string) => `next try ${until}`,
  created: 'Created',
  ended: 'Ended',
  createdAt: (time: string) => `Created ${time}`,
  endedAt: (time: string) => `Ended ${time}`,
  sentOf: (name: string) => `Sent of ${name}`,
  practice: 'Practice',
  continueDraft: 'Continue',
  emptyTitle: 'Nothing has been uploaded yet',
  empty:
    'Choose folders, files or links, see what is in them before a byte is sent, and get a receipt of every file.',
  noMatchTitle: 'No upload fits the search',
  noMatch: (search: string) => `Nothing with “${search}” in its name, its database or its sources.`,
  showAll: 'Show all',
} as const;
