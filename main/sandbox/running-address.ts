/** Where a sandbox is reached while it runs, kept in its data folder for other processes of this user. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileStorage } from './file-storage.ts';
import { readPrivateFile } from './private-files.ts';
import { dataNames } from './store/data-names.ts';

const runningSchema = z.object({
  url: z.string().regex(/^https?:\/\/127\.0\.0\.1:\d{1,5}$/),
  /** The certificate that clients have to trust, of a sandbox over TLS. */
  caFile: z.string().optional(),
});
export type RunningAddress = z.infer<typeof runningSchema>;

const maxBytes = 64 * 1024;

export function writeRunningAddress(files: FileStorage, { url, caFile }: RunningAddress): void {
  const temporary = files.temporary();
  writeFileSync(temporary, `${JSON.stringify({ url, caFile })}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, join(files.root, dataNames.running));
}

/** At the start, before it listens, and at the end. */
export function removeRunningAddress(dataDir: string): void {
  rmSync(join(dataDir, dataNames.running), { force: true });
}

/** Undefined where no address is kept: the sandbox isn't running, or isn't ready. A killed one leaves its address behind. */
export function readRunningAddress(dataDir: string): RunningAddress | undefined {
  try {
    const text = readPrivateFile(join(dataDir, dataNames.running), maxBytes);
    return text === undefined ? undefined : runningSchema.safeParse(JSON.parse(text)).data;
  } catch {
    // A file that isn't the sandbox's says nothing.
    return undefined;
  }
}
