import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Shell } from '../commands/completion.ts';
import { bashCompletion } from '../completion/bash.ts';
import { type CompletionCommand, completionTree } from '../completion/completion-tree.ts';
import { fishCompletion } from '../completion/fish.ts';
import { powershellCompletion } from '../completion/powershell.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { Outcome } from '../exit-code.ts';

const scripts: Readonly<Record<Shell, (tree: readonly CompletionCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** Prints a script that completes every command of the program. */
export async function completion(
  { output }: CliContext,
  _options: unknown,
  shell: Shell,
  command: Command,
): Promise<Outcome> {
  await output.write(scripts[shell](completionTree(command.parent ?? command)));
  return 'done';
}
