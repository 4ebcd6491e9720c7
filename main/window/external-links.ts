/** The only page that Lading opens in the person's browser is the sandbox's, on this computer. */
import { shell } from 'electron';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { writeRedirectPage } from '../app/redirect-page.ts';

/**
 * The browser gets the path of a file below the data folder that leads to the address, so that the address is in no list of
 * processes. It works once, so the file is useless afterwards.
 */
export async function openSandboxPage(file: string, address: string | null): Promise<Result<undefined>> {
  const url = address === null ? null : sandboxPage(address);
  if (url === null) return failure('sandbox-not-running');
  const written = await writeRedirectPage(file, url);
  if (!written.ok) return written;
  // Empty if it was opened.
  const problem = await shell.openPath(file);
  return problem === '' ? success(undefined) : failure('browser-not-opened');
}

/** The sandbox listens on 127.0.0.1 only. Returns null for any other address. Pure. */
export function sandboxPage(address: string): URL | null {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && url.hostname === '127.0.0.1' && url.username === '' ? url : null;
}
