import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(repository, 'node_modules', '.bin');

/** Runs a development tool in the repository's folder. Returns its exit code. */
export function runBinary(command: string, args: readonly string[]): Promise<number> {
  console.log(`\n> ${command} ${args.join(' ')}`);
  return exitCode(start(command, args, 'inherit'));
}

/** The same while another one prints. Returns what it printed, too. */
export async function runBeside(
  command: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const child = start(command, args, 'pipe');
  let output = `\n> ${command} ${args.join(' ')}\n`;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await exitCode(child);
  return { code, output };
}

function start(command: string, args: readonly string[], stdio: 'inherit' | 'pipe'): ChildProcess {
  return spawn(join(binaries, command), args, {
    cwd: repository,
    stdio,
    // npm on Windows installs .cmd files, which only a shell can start.
    shell: process.platform === 'win32',
    // The node package comes first: suites run on the Node that ships, whichever Node started npm.
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}` },
  });
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
