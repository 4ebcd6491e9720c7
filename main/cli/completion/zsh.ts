import type { Completable, CompletionCommand, CompletionOption } from './completion-tree.ts';

/** For a file named _lading in $fpath, and to be sourced after compinit. */
export function zshCompletion(tree: readonly CompletionCommand[]): string {
  return `#compdef lading
# Completion of lading for zsh
_lading() {
  local at= next i depth=0
  for ((i = 2; i < CURRENT; i++)); do
    next="\${at:+$at }\${words[i]}"
    case $next in
      (${tree
        .filter(({ path }) => path !== '')
        .map(({ path }) => quote(path))
        .join('|')})
        at=$next
        depth=$((i - 1))
        ;;
    esac
  done
  shift $depth words
  ((CURRENT -= depth))
  case $at in
${tree.map(commandCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = _lading ]; then
  _lading "$@"
else
  compdef _lading lading
fi
`;
}

function commandCase({ path, options, commands, argument }: CompletionCommand): string {
  const specs = [
    ...options.flatMap(optionSpecs),
    // Without a place for them, words that aren't options would end the completion of those.
    commands.length > 0 ? '1:command:->command' : `*:${argument?.kind ?? 'value'}:${action(argument)}`,
  ];
  const lines = [
    `    (${quote(path)})`,
    ...(commands.length > 0
      ? ['      local context state state_descr line', '      local -A opt_args', '      local -a commands']
      : []),
    `      _arguments -S : ${specs.map(quote).join(' \\\n        ')}`,
  ];
  if (commands.length > 0)
    lines.push(
      '      if [[ $state == command ]]; then',
      '        commands=(',
      ...commands.map(
        ({ name, description }) => `          ${quote(`${name}:${description.replaceAll(':', '\\:')}`)}`,
      ),
      '        )',
      "        _describe -t commands command commands -M 'm:{a-zA-Z}={A-Za-z}'",
      '      fi',
    );
  return [...lines, '      ;;'].join('\n');
}

function optionSpecs({ flags, description, takesValue, value }: CompletionOption): readonly string[] {
  return flags.map((flag) => {
    const name = takesValue && flag.startsWith('--') ? `${flag}=` : flag;
    const values = takesValue ? `:${value?.kind ?? 'value'}:${action(value)}` : '';
    return `${name}[${description.replace(/[\\[\]:]/g, '\\$&')}]${values}`;
  });
}

function action(value: Completable): string {
  switch (value?.kind) {
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'choice':
      return `(${value.choices.join(' ')})`;
    default:
      return '()';
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
