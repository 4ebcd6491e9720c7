/** The name of the dataset that a batch goes to, and which batches share one. */
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { clockTime, localDay } from '../../../../preload/contract/texts/format-date.ts';
import { fillDatasetName, isDatasetPlaceholder } from '../../../../preload/contract/watch/dataset-name.ts';
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
    if (!isDatasetPlaceholder(name ?? '')) return invalid('unknown-placeholder', braces);
  }
  return /[{}]/.test(template.replaceAll(/\{[^{}]{0,100}\}/g, ''))
    ? invalid('brace-not-closed', template)
    : success(undefined);
}

export function datasetName(template: string, facts: DatasetFacts): string {
  return fillDatasetName(template, {
    folder: facts.topFolder === null || facts.topFolder === '' ? facts.watchedFolder : facts.topFolder,
    date: localDay(facts.at),
    time: clockTime(facts.at, undefined, 'seconds'),
    custodian: facts.custodian ?? noCustodian,
  });
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
      return JSON.stringify(['day', localDay(at), ...ofCustodian]);
    case 'folder':
      return JSON.stringify(['folder', topFolder, ...ofCustodian]);
    case 'batch':
      return null;
  }
}
