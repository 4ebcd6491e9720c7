import type { ItemQuery } from '../../../preload/contract/views/views.ts';

/** Suggestions for the names of saved files. The day and the extension follow. */
export const fileNames = {
  receipt: (upload: string) => `Receipt ${upload}`,
  logHead: (upload: string) => `Log head ${upload}`,
  files: (upload: string, states: ItemQuery['states']) => `${filesIn(states)} ${upload}`,
  findings: (upload: string) => `Findings ${upload}`,
  lockedFiles: (uploadId: number) => `Locked files of upload ${uploadId}`,
  uploads: 'Uploads',
  activity: 'Activity log',
  differences: 'Differences',
  history: (folder: string) => `File history ${folder}`,
} as const;

function filesIn([only, ...others]: ItemQuery['states']): string {
  if (others.length > 0) return 'Exceptions';
  switch (only) {
    case 'failed':
      return 'Failed files';
    case 'held':
      return 'Files to review';
    case 'skipped':
      return 'Skipped files';
    default:
      return 'Files';
  }
}
