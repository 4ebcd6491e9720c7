/** What stands for the placeholders in the name of a rule's datasets. Pure. */
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { splitPath } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';

type Placeholder = 'folder' | 'date' | 'time' | 'custodian';

export function fillDataset(template: string, values: Readonly<Record<Placeholder, string>>): string {
  return template.replaceAll(
    /\{(folder|date|time|custodian)\}/g,
    (_braces, name: Placeholder) => values[name],
  );
}

/** With what is known of every dataset by name, and the rest by what it is. */
export function datasetText({
  dataset,
  datasetPer,
  path,
  custodian,
  custodianBy,
  custodianMap,
}: NamedWatchRule): string {
  const { placeholders } = words.watchRuleText;
  const isOne = custodianBy === null && custodianMap === null;
  return fillDataset(dataset, {
    ...placeholders,
    ...(datasetPer === 'folder' ? {} : { folder: folderName(path) }),
    ...(isOne && custodian !== null ? { custodian: custodian.trim() } : {}),
  });
}

/** The last name of a path; of the root of a drive, the path. */
export function folderName(path: string): string {
  const trimmed = path.replace(/[\\/]+$/, '');
  return splitPath(trimmed).name || trimmed || path;
}
