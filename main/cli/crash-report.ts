/** A bug is no news for a person: one sentence, and the details in a file that they can send to whoever mends it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Known secrets, and whatever looks like one: a bearer token, what follows `?` in a URL. Pure. */
export function redact(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= 8) clean = clean.replaceAll(secret, '[secret]');
  }
  return clean
    .replace(/Bearer\s+[^\s'",]+/gi, 'Bearer [secret]')
    .replace(/(https?:\/\/[^\s?'"]*)\?[^\s'"]*/gi, '$1?[secret]')
    .replace(/(https?:\/\/)[^\s/@'"]+@/gi, '$1[secret]@');
}

export function formatCrashReport(error: unknown, version: string, secrets: Iterable<string>): string {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause =
    error instanceof Error && error.cause !== undefined ? `\ncaused by: ${String(error.cause)}` : '';
  const machine = `Lading ${version}, Node ${process.version}, ${process.platform} ${process.arch}`;
  return redact(`${machine}\n${new Date().toISOString()}\n\n${details}${cause}\n`, secrets);
}

/** The path of the report, or null when it could be written nowhere. */
export function writeCrashReport(report: string, stateDir: string | null): string | null {
  const name = `crash-${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}.txt`;
  for (const dir of stateDir === null ? [tmpdir()] : [stateDir, tmpdir()]) {
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileSync(join(dir, name), report, { mode: 0o600, flag: 'wx' });
      return join(dir, name);
    } catch {
      // The next place, or none: a crash report must not crash.
    }
  }
  return null;
}
