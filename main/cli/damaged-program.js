// @ts-check
// What a person reads where program files are missing or can't be read. In JavaScript, because any Node runs bin.js.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const codes = [
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'ERR_DLOPEN_FAILED',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_INVALID_PACKAGE_CONFIG',
];

/**
 * Whether a module couldn't be loaded. A SyntaxError of `JSON.parse`, say, is another thing.
 * @param {unknown} error
 */
export function isDamagedProgram(error) {
  if (!(error instanceof Error)) return false;
  if ('code' in error && codes.some((code) => code === error.code)) return true;
  return error instanceof SyntaxError && /\bnode:internal\/modules\b/.test(error.stack ?? '');
}

/** @param {string | null} report Where the stack is. */
export function damagedProgramText(report) {
  const details = report === null ? '' : ` The details are in ${report}`;
  return `Lading can't run, because its program files are incomplete or damaged. In a checkout, restore its files and run npm ci; otherwise, install Lading again.${details}`;
}

/**
 * Before the command line is loaded, which has a data folder to write to.
 * @param {unknown} error
 */
export function endDamaged(error) {
  let report = null;
  if (error instanceof Error) {
    const path = join(tmpdir(), `lading-start-${Date.now()}-${process.pid}.txt`);
    try {
      writeFileSync(path, `Node ${process.version}\n${error.stack}\n`, { mode: 0o600, flag: 'wx' });
      report = path;
    } catch {
      // The sentence is enough to act on.
    }
  }
  process.stderr.write(`error: ${damagedProgramText(report)}\n`);
  process.exit(1);
}
