/** `lading completion`. */
import { calledAs } from '../../app/command-line.ts';
import { defineCommand } from '../define-command.ts';
import type { ArgumentRow } from '../options/option-rows.ts';

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';
const shell: ArgumentRow<Shell> = {
  name: '<shell>',
  help: 'The shell',
  choices: ['bash', 'zsh', 'fish', 'powershell'],
};

export const completion = defineCommand('completion', {
  summary: 'Print a script with which a shell completes commands, options, and operations',
  argument: shell,
  groups: {},
  epilogue: () => `
To install it, run this once, then start a new shell:
  bash        echo 'eval "$(${calledAs()} completion bash)"' >> ~/.bashrc
  zsh         echo 'autoload -U compinit; compinit; source <(${calledAs()} completion zsh)' >> ~/.zshrc
  fish        echo '${calledAs()} completion fish | source' >> ~/.config/fish/config.fish
  PowerShell  Add-Content $PROFILE '${calledAs()} completion powershell | Out-String | Invoke-Expression'
`,
});
