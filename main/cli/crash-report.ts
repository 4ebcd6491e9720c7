/** A bug is one sentence on the terminal; its details are in a file that can be sent to the developers. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorDetails } from '../../preload/contract/failures/error-details.ts';
import type { KnownSecrets } from '../../preload/contract/texts/known-secrets.ts';
import { redactForLog } from '../../preload/contract/texts/redact.ts';
import { stateArgument } from '../app/command-line.ts';
import { type Environment, openDataFolder, resolveStateDir } from '../app/state-dir.ts';
import { ownerOnlyFile } from '../engine/store/files/private-folder.ts';

export function formatCrashReport(error: unknown, version: string, secrets: KnownSecrets): string {
  const machine = `Lading ${version}, Node ${process.version}, ${process.platform} ${process.arch}`;
  return redactForLog(`${machine}\n${new Date().toISOString()}\n\n${errorDetails(error)}\n`, secrets);
}

/** The path of the report, or null if no folder is writable. */
export function writeCrashReport(report: string, stateDir: string): string | null {
  const name = `crash-${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}.txt`;
  for (const dir of [stateDir, tmpdir()]) {
    try {
      if (dir === stateDir && !openDataFolder(dir).ok) continue;
      writeFileSync(join(dir, name), report, { mode: ownerOnlyFile, flag: 'wx' });
      return join(dir, name);
    } catch {
      // A crash report must not crash: try the next folder.
    }
  }
  return null;
}

export function crashDirFromArgs(args: readonly string[], env: Environment): string {
  return resolveStateDir(stateArgument(args), env);
}
