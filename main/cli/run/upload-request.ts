/** What `lading upload` was asked to do, as a request to the engine. */

import { resolve } from 'node:path';
import { success } from '../../../preload/contract/failures/failure.ts';
import { checkWebAddresses } from '../../../preload/contract/web-address.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type { UploadRequest } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import type { UploadOptions } from '../commands/upload.ts';
import { readInputFile } from '../input-file.ts';
import { parseInput } from '../input-json.ts';
import { checkRanges, selectionOf } from '../options/selection.ts';
import { type CliResult, usageError } from '../usage-error.ts';

/** The database is found once there is a connection. */
export type RequestWithoutDatabase = Omit<UploadRequest, 'databaseId'>;

/** Checks everything that needs neither the store nor the platform. */
export function buildRequest(
  paths: readonly string[],
  options: UploadOptions,
): CliResult<RequestWithoutDatabase> {
  const dataset = chooseDataset(options);
  if (!dataset.ok) return dataset;
  const ranges = checkRanges(options);
  if (!ranges.ok) return ranges;
  const links = checkWebAddresses(options.link ?? []);
  if (!links.ok) return links;
  if (options.requireCustodianMatch === true && options.custodianDirectory === undefined)
    return usageError('option-needs-option', {
      option: '--require-custodian-match',
      needs: '--custodian-directory',
    });
  if (options.csvSeparator !== undefined && options.custodianMap === undefined)
    return usageError('option-needs-option', { option: '--csv-separator', needs: '--custodian-map' });
  if (paths.length === 0 && links.value.length === 0) return usageError('sources-missing');
  const settings = options.settings === undefined ? success({}) : readProcessingSettings(options.settings);
  if (!settings.ok) return settings;
  if (options.trySlowFiles === true && options.passwordFile === undefined)
    return usageError('option-needs-option', { option: '--try-slow-files', needs: '--password-file' });
  if (options.passwordFile !== undefined) {
    // The engine reads it when it needs a password, which is too late to report a wrong path.
    const readable = readInputFile('passwords', options.passwordFile);
    if (!readable.ok) return readable;
  }
  return success({
    dataset: dataset.value,
    settings: settings.value,
    sources: paths.map((path) => resolve(path)),
    links: links.value,
    maskLinks: options.maskLinks ?? false,
    custodian: options.custodian ?? null,
    custodianDirectory: options.custodianDirectory === undefined ? null : resolve(options.custodianDirectory),
    requireCustodianMatch: options.requireCustodianMatch ?? false,
    custodianRules: options.custodianBy ?? [],
    passwordFile: options.passwordFile === undefined ? null : resolve(options.passwordFile),
    ...(options.trySlowFiles === undefined ? {} : { trySlowFiles: true }),
    followSymlinks: options.followSymlinks ?? false,
    checkFiles: options.preflight,
    sha1: options.sha1,
    ...(options.sha256 ? {} : { sha256: false }),
    partCheck: options.partCheck,
    pack: options.pack,
    ...selectionOf(options),
  });
}

/** Checks patterns and reads the CSV of custodians, before anything is created. */
export async function withCustodians(
  request: RequestWithoutDatabase,
  { custodianBy, custodianMap, csvSeparator, custodianTemplate, state }: UploadOptions,
  env: CliContext['env'],
): Promise<CliResult<RequestWithoutDatabase>> {
  if (custodianTemplate !== undefined) {
    const { findTemplate, withTemplate } = await import('../../engine/index.ts');
    const template = await findTemplate(custodianTemplate, resolveStateDir(state, env));
    return template.ok ? success(withTemplate(request, template.value)) : template;
  }
  if (custodianBy === undefined && custodianMap === undefined) return success(request);
  const { checkCustodianRules, readCustodianMap } = await import('../../engine/index.ts');
  const rules = checkCustodianRules(request.custodianRules);
  if (!rules.ok) return rules;
  if (custodianMap === undefined) return success(request);
  const read = await readCustodianMap(resolve(custodianMap), {
    roots: request.sources,
    separator: csvSeparator ?? null,
  });
  if (!read.ok) return read;
  const { rule, map } = read.value;
  return success({ ...request, custodianRules: [rule, ...rules.value], custodianMap: map });
}

function chooseDataset(options: UploadOptions): CliResult<UploadRequest['dataset']> {
  const { dataset, datasetId, description, settings } = options;
  if (datasetId === undefined) {
    return dataset === undefined
      ? usageError('dataset-missing')
      : success({ name: dataset, description: description ?? null });
  }
  if (dataset !== undefined) return usageError('dataset-ambiguous');
  if (description !== undefined) return usageError('option-for-new-dataset', { option: '--description' });
  if (settings !== undefined) return usageError('option-for-new-dataset', { option: '--settings' });
  return success({ id: datasetId });
}

export function readProcessingSettings(path: string): CliResult<Readonly<Record<string, unknown>>> {
  const read = readInputFile('settings', path);
  if (!read.ok) return read;
  const parsed = parseInput(read.value.text);
  if ('detail' in parsed) return usageError('settings-not-json', { path, detail: parsed.detail });
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return usageError('settings-not-object', { path });
  }
  return success(Object.fromEntries(Object.entries(value)));
}
