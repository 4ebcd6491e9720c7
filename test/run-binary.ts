import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(repository, 'node_modules', '.bin');

/** Runs a development tool in the repository's folder. Returns its exit code. */
export function runBinary(command: string, args: readonly string[]): Promise<number> {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const child = spawn(join(binaries, command), args, {
    cwd: repository,
    stdio: 'inherit',
    // npm on Windows installs .cmd files, which only a shell can start.
    shell: process.platform === 'win32',
    // The node package comes first: suites run on the Node that ships, whichever Node started npm.
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
