/** The name of a watched folder's datasets: its placeholders, and what stands for them. The engine and the window share it. Pure. */
import { maxDatasetNameChars } from '../views/new-dataset.ts';
import { watchedFolderName } from './folder-name.ts';
import type { WatchRuleDraft } from './watched-folder.ts';

const placeholders = ['folder', 'date', 'time', 'custodian'] as const;
type Placeholder = (typeof placeholders)[number];
type DatasetValues = Readonly<Record<Placeholder, string>>;

export function isDatasetPlaceholder(name: string): name is Placeholder {
  return placeholders.some((known) => known === name);
}

/** A name that is too long for the platform is cut. */
export function fillDatasetName(template: string, values: DatasetValues): string {
  const name = template.replaceAll(/\{([^{}]{0,100})\}/g, (braces, key: string) =>
    isDatasetPlaceholder(key) ? values[key] : braces,
  );
  return cut(name, maxDatasetNameChars).trim();
}

/** Without half of a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

type RuleNaming = Pick<
  WatchRuleDraft,
  'dataset' | 'datasetPer' | 'path' | 'custodian' | 'custodianBy' | 'custodianMap'
>;

/** With what the rule alone says, and the given values for what each batch says. */
export function datasetNameOfRule(rule: RuleNaming, values: DatasetValues): string {
  const { dataset = '', datasetPer, path, custodian, custodianBy, custodianMap } = rule;
  const isOne = custodianBy === null && custodianMap === null;
  return fillDatasetName(dataset, {
    ...values,
    ...(datasetPer === 'folder' || path === undefined ? {} : { folder: watchedFolderName(path) }),
    ...(isOne && custodian !== null ? { custodian: custodian.trim() } : {}),
  });
}
