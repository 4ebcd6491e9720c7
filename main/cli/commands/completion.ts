import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { bashCompletion } from '../completion/bash.ts';
import { completionTree } from '../completion/completion-tree.ts';
import { fishCompletion } from '../completion/fish.ts';
import { powershellCompletion } from '../completion/powershell.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { ExitCode } from '../exit-code.ts';

const scripts = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const;

export type Shell = keyof typeof scripts;

/** Prints a script that completes every command of the program. */
export async function completion({ output }: CliContext, shell: Shell, program: Command): Promise<ExitCode> {
  await output.write(scripts[shell](completionTree(program)));
  return 0;
}
