/** What the size after an upload counts: the same words in the window and on the command line. */
import { expandedBytes, type ListedContainers } from '../views/database-growth.ts';
import { formatBytes } from './format-bytes.ts';
import { plural } from './format-number.ts';

/** `bytes`: of the files to send. */
export function sizeAfterText(afterGb: number, bytes: number, containers: ListedContainers): string {
  const counted =
    expandedBytes(bytes, containers) === null
      ? 'containers counted as they are'
      : `${plural(containers.listed, 'listed container')} counted as what ${containers.listed === 1 ? 'it holds' : 'they hold'}, not ${containers.listed === 1 ? 'itself' : 'themselves'}`;
  return `After this upload: about ${formatBytes(afterGb * 1e9)}, with ${counted}.`;
}

export const sizeEstimateText =
  "An estimate: the platform expands other containers too, and adds processed text and images. Its documentation doesn't say whether it bills containers besides what they hold.";
