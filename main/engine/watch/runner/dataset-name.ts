/** The name of the dataset that a batch goes to, and which batches share one. */
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { maxDatasetNameChars } from '../../../../preload/contract/views/new-dataset.ts';
import type { WatchRule } from '../../../../preload/contract/watch/watched-folder.ts';

export interface DatasetFacts {
  /** The watched folder's own name. */
  readonly watchedFolder: string;
  /** The top-level subfolder that the batch is of; null where a batch takes them all, '' for files beside them. */
  readonly topFolder: string | null;
  /** When the batch closes. */
  readonly at: Date;
  /** The custodian in the name; null for files without one, and where the name has no {custodian}. */
  readonly custodian: string | null;
}

const placeholders = ['folder', 'date', 'time', 'custodian'] as const;
type Placeholder = (typeof placeholders)[number];

/** For files without a custodian. */
const noCustodian = 'No custodian';

export function namesCustodian(template: string): boolean {
  return template.includes('{custodian}');
}

/** Fails with watch-rule-invalid. */
export function checkTemplate(template: string): Result<void> {
  const invalid = (problem: 'unknown-placeholder' | 'brace-not-closed', value: string) =>
    failure('watch-rule-invalid', { field: 'dataset', problem, value });
  for (const [braces, name] of template.matchAll(/\{([^{}]{0,100})\}/g)) {
    if (!isPlaceholder(name ?? '')) return invalid('unknown-placeholder', braces);
  }
  return /[{}]/.test(template.replaceAll(/\{[^{}]{0,100}\}/g, ''))
    ? invalid('brace-not-closed', template)
    : success(undefined);
}

/** A name that is too long for the platform is cut. */
export function datasetName(template: string, facts: DatasetFacts): string {
  const values: Readonly<Record<Placeholder, string>> = {
    folder: facts.topFolder === null || facts.topFolder === '' ? facts.watchedFolder : facts.topFolder,
    date: localDate(facts.at),
    time: localTime(facts.at),
    custodian: facts.custodian ?? noCustodian,
  };
  const name = template.replaceAll(/\{([^{}]{0,100})\}/g, (braces, key: string) =>
    isPlaceholder(key) ? values[key] : braces,
  );
  return cut(name, maxDatasetNameChars).trim();
}

/** Batches with the same key share a dataset; null for a batch that has its own. */
export function datasetKey(
  { datasetPer, dataset }: Pick<WatchRule, 'datasetPer' | 'dataset'>,
  { topFolder, at, custodian }: DatasetFacts,
): string | null {
  const ofCustodian = namesCustodian(dataset) ? [custodian] : [];
  switch (datasetPer) {
    case 'rule':
      return JSON.stringify(['rule', ...ofCustodian]);
    case 'day':
      return JSON.stringify(['day', localDate(at), ...ofCustodian]);
    case 'folder':
      return JSON.stringify(['folder', topFolder, ...ofCustodian]);
    case 'batch':
      return null;
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

/** YYYY-MM-DD in local time. */
function localDate(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join('-');
}

/** HH:MM:SS in local time. */
function localTime(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((known) => known === name);
}

/** Without half of a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
