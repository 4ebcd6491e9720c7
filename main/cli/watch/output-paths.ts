/** What `lading watch` writes beside its data folder: a log and receipts. Never into a folder that it watches. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { success } from '../../../preload/contract/failures/failure.ts';
import { makeFolder } from '../../engine/store/files/make-folder.ts';
import { ownerOnly } from '../../engine/store/files/private-folder.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import type { ConfiguredRule } from './read-config.ts';

export interface OutputPaths {
  readonly logFile: string | null;
  readonly receipts: string | null;
}

export function outputPaths(options: { readonly logFile?: string; readonly receipts?: string }): OutputPaths {
  const { logFile, receipts } = options;
  return {
    logFile: logFile === undefined ? null : resolve(logFile),
    receipts: receipts === undefined ? null : resolve(receipts),
  };
}

/** Fails with output-in-source. What is written there would be taken as evidence. Call it before anything is written. */
export async function checkOutsideRules(
  { logFile, receipts }: OutputPaths,
  configured: readonly ConfiguredRule[],
): Promise<CliResult<undefined>> {
  const { checkOutputFolder } = await import('../../engine/index.ts');
  const sources = configured.map(({ rule }) => rule.path);
  for (const path of [logFile, receipts]) {
    const checked = path === null ? success(undefined) : await checkOutputFolder(path, sources);
    if (!checked.ok) return checked;
  }
  return success(undefined);
}

/** Makes the folder if it isn't there. Fails with receipts-folder-unwritable. */
export function prepareReceipts({ receipts }: OutputPaths): CliResult<string | null> {
  if (receipts === null) return success(null);
  try {
    makeFolder(receipts, ownerOnly);
    accessSync(receipts, constants.W_OK);
    return success(receipts);
  } catch (error) {
    return usageError('receipts-folder-unwritable', { path: receipts, errno: errnoOf(error) });
  }
}
