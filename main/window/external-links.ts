/** The only page that Lading opens in the person's browser is the sandbox's, on this computer. */
import { shell } from 'electron';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { SandboxView } from '../../preload/contract/views.ts';

export async function openSandboxPage(view: SandboxView): Promise<Result<undefined>> {
  if (view.kind !== 'running' || !isSandboxPage(view.url)) return failure('sandbox-not-running');
  await shell.openExternal(view.url);
  return success(undefined);
}

/** The sandbox listens on 127.0.0.1 only. Pure. */
export function isSandboxPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'http:' && url.hostname === '127.0.0.1' && url.username === '';
}
