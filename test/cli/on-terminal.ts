/** Runs the command line in a pseudo-terminal, which util-linux's `script` provides. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandResult, lading } from './command.ts';

const entry = fileURLToPath(new URL('../../main/cli/index.ts', import.meta.url));

/** Other systems have another `script`, or none. */
export const hasTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

export interface TerminalOptions {
  /** A folder for the script that starts it. */
  readonly dir: string;
  readonly columns: number;
  readonly env: Readonly<Record<string, string>>;
  /** What a person types once the command has asked. */
  readonly answer?: { readonly question: string; readonly typed: string };
}

export function onTerminal(
  args: readonly string[],
  { dir, columns, env, answer }: TerminalOptions,
): Promise<CommandResult> {
  const command = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(' ');
  const wrapped = `import { spawn } from 'node:child_process';
    const child = spawn('script', ['-qefc', ${JSON.stringify(`stty cols ${columns} rows 30; ${command}`)}, '/dev/null'],
      { stdio: ['pipe', 'pipe', 'inherit'] });
    const answer = ${JSON.stringify(answer ?? null)};
    child.stdout.on('data', (text) => {
      process.stdout.write(text);
      if (answer !== null && String(text).includes(answer.question)) child.stdin.write(answer.typed + '\\n');
    });
    child.on('exit', (code) => process.exit(code ?? 1));`;
  const script = join(dir, 'on-terminal.mjs');
  writeFileSync(script, wrapped);
  return lading([], { script, env: { TERM: 'xterm-256color', ...env } });
}
