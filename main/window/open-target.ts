/** Opens what the window may ask for by name, in the system's own program. The window never names a path or an address. */
import { shell } from 'electron';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { Parsed } from '../../preload/contract/index.ts';

export type OpenTarget = Parsed<'app.open'>['target'];

export async function openTarget(
  paths: Readonly<Record<OpenTarget, string>>,
  target: OpenTarget,
): Promise<Result<undefined>> {
  const path = paths[target];
  // Empty if it was opened.
  const problem = await shell.openPath(path);
  return problem === '' ? success(undefined) : failure('open-failed', { path, detail: problem });
}
