import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { type CliContext, withReader } from '../cli-context.ts';
import type { CommonOptions } from '../options/common.ts';

/** Fails with output-in-source where the folder is inside a source of an upload. Call it before anything is written to it. */
export async function checkOutsideSources(
  context: CliContext,
  options: CommonOptions,
  folder: string,
): Promise<Result<undefined>> {
  const sources = await withReader(context, options, async (reader) =>
    success(reader.uploads().flatMap(({ request }) => request.sources)),
  );
  const { checkOutputFolder } = await import('../../engine/index.ts');
  // A store that can't be read is for the commands that need it to report.
  return checkOutputFolder(folder, sources.ok ? sources.value : []);
}
