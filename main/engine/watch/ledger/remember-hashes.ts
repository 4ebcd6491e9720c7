import { success } from '../../../../preload/contract/failures/failure.ts';
import { formatVersion } from '../../sources/file-version.ts';
import type { SettleContext } from './check-settled.ts';

/** Reads a file once while it waits, although it is checked every minute: it may be large, and on a share. */
export function rememberHashes(hash: SettleContext['hash'], limit = 1_000): SettleContext['hash'] {
  const known = new Map<string, string>();
  return async (file, version, signal) => {
    const key = `${file.id} ${version.sizeBytes} ${formatVersion(version)}`;
    const sha256 = known.get(key);
    if (sha256 !== undefined) return success(sha256);
    const hashed = await hash(file, version, signal);
    if (!hashed.ok) return hashed;
    known.set(key, hashed.value);
    const [oldest] = known.keys();
    if (known.size > limit && oldest !== undefined) known.delete(oldest);
    return hashed;
  };
}
