import type { Result } from '../../../preload/contract/failures/failure.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type { CliContext } from '../cli-context.ts';
import type { CommonOptions } from '../options/common.ts';

/** Fails with output-in-source where the folder is inside a source of an upload. Call it before anything is written to it. */
export async function checkOutsideSources(
  { env }: CliContext,
  { state }: CommonOptions,
  folder: string,
): Promise<Result<undefined>> {
  const { checkOutputFolder, readSources } = await import('../../engine/index.ts');
  const sources = readSources(resolveStateDir(state, env));
  // A store that can't be read is for the commands that need it to report.
  return checkOutputFolder(folder, sources.ok ? sources.value : []);
}
