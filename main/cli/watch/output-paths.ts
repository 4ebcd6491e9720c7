/** What `lading watch` writes: its data folder, and beside it a log and receipts. Never to a source, nor to what it reads. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import { refuseOwnFile } from '../../engine/store/files/data-folder.ts';
import { makeFolder } from '../../engine/store/files/make-folder.ts';
import { ownerOnly } from '../../engine/store/files/private-folder.ts';
import type { CliContext } from '../cli-context.ts';
import type { WatchOptions } from '../commands/watch.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { logNames } from './log-file.ts';
import type { ConfiguredRule } from './read-config.ts';

export interface OutputPaths {
  readonly stateDir: string;
  readonly logFile: string | null;
  readonly receipts: string | null;
  /** What it reads besides the files that rules name. */
  readonly inputs: readonly string[];
}

export function outputPaths({ env }: CliContext, options: WatchOptions): OutputPaths {
  const { state, config, keyFile, profile, logFile, receipts } = options;
  return {
    stateDir: resolveStateDir(state, env),
    logFile: logFile === undefined ? null : resolve(logFile),
    receipts: receipts === undefined ? null : resolve(receipts),
    inputs: [config, keyFile, profile].filter((path) => path !== undefined),
  };
}

/**
 * Fails with output-in-source inside what these rules watch, or what was chosen for any upload of the data folder: it would be
 * taken as evidence, or be compared with it. Fails with log-file-is-read, and as `readSources`. Call it before anything is written.
 */
export async function checkOutputs(
  { stateDir, logFile, receipts, inputs }: OutputPaths,
  configured: readonly ConfiguredRule[],
): Promise<CliResult<undefined>> {
  const { checkOutputFolder, readSources } = await import('../../engine/index.ts');
  const uploaded = readSources(stateDir);
  if (!uploaded.ok) return uploaded;
  const sources = [...configured.map(({ rule }) => rule.path), ...uploaded.value];
  const logs = logFile === null ? [] : logNames(logFile);
  const paths = [...logs, stateDir, ...(receipts === null ? [] : [receipts])];
  for (const checked of await Promise.all(paths.map((path) => checkOutputFolder(path, sources))))
    if (!checked.ok) return checked;
  const read = configured.flatMap(({ rule: { custodianMap, passwordFile } }) =>
    [custodianMap, passwordFile].filter((path) => path !== null),
  );
  for (const path of logs) {
    const beside = await checkOutputFolder(path, [...inputs, ...read]);
    if (!beside.ok && beside.failure.code === 'output-in-source' && beside.failure.same)
      return usageError('log-file-is-read', { path });
  }
  return success(undefined);
}

/** Fails with write-failed for what Lading keeps in a data folder. Call it once this one has Lading's mark. */
export function checkOwnNames({ logFile, receipts }: OutputPaths): Result<undefined> {
  for (const path of [logFile, receipts]) {
    const own = path === null ? null : refuseOwnFile(path);
    if (own !== null) return own;
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
