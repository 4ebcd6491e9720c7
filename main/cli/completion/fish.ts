import type { Completable, CompletionCommand, CompletionOption } from './completion-tree.ts';

export function fishCompletion(tree: readonly CompletionCommand[]): string {
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return `# Completion of lading for fish
function __lading_at --description 'Whether the words before the cursor name this command'
    set -l at ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        if contains -- $next ${paths.join(' ')}
            set at $next
        end
    end
    test "$at" = "$argv[1]"
end
complete -c lading -f
${tree.flatMap(commandLines).join('\n')}
`;
}

function commandLines({ path, options, commands, argument }: CompletionCommand): readonly string[] {
  const here = `complete -c lading -n ${quote(`__lading_at ${quote(path)}`)}`;
  return [
    ...commands.map(({ name, description }) => `${here} -a ${quote(name)} -d ${quote(description)}`),
    ...(argument === null ? [] : [`${here} ${offer(argument)}`]),
    ...options.map((option) => `${here} ${optionWords(option)}`),
  ];
}

function optionWords({ flags, description, takesValue, value }: CompletionOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const values = !takesValue ? [] : value === null ? ['-x'] : ['-r', offer(value)];
  return [...names, ...values, `-d ${quote(description)}`].join(' ');
}

function offer(value: NonNullable<Completable>): string {
  switch (value.kind) {
    case 'file':
      return '-F';
    case 'folder':
      return "-f -a '(__fish_complete_directories)'";
    case 'choice':
      return `-f -a ${quote(value.choices.join(' '))}`;
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
