/** The only page that Lading opens in the person's browser is the sandbox's, on this computer. */
import { shell } from 'electron';
import { failure, type Result, success } from '../../preload/contract/failure.ts';

/** The address works once, so it is useless to anyone who sees the browser's arguments afterwards. */
export async function openSandboxPage(address: string | null): Promise<Result<undefined>> {
  if (address === null || !isSandboxPage(address)) return failure('sandbox-not-running');
  try {
    await shell.openExternal(address);
    return success(undefined);
  } catch {
    // The error may name the address, with its token.
    return failure('browser-not-opened');
  }
}

/** The sandbox listens on 127.0.0.1 only. Pure. */
export function isSandboxPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'http:' && url.hostname === '127.0.0.1' && url.username === '';
}
