import type { Completable, CompletionCommand, CompletionOption } from './completion-tree.ts';

/** Runs in bash 3.2 too, which macOS has, and needs nothing of the package bash-completion. */
export function bashCompletion(tree: readonly CompletionCommand[]): string {
  return `# Completion of lading for bash
_lading() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at= next i
  local words= files= reply
  # bash takes --option=value apart.
  if [[ $current == '=' ]]; then
    current=
  elif [[ $previous == '=' ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    case $next in
      ${tree
        .filter(({ path }) => path !== '')
        .map(({ path }) => quote(path))
        .join(' | ')}) at=$next ;;
    esac
  done
  case $at in
${tree.map(commandCase).join('\n')}
  esac
  COMPREPLY=()
  if [[ $files == folder ]]; then
    while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -d -- "$current")
  elif [[ $files == file ]]; then
    while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -f -- "$current")
  else
    while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -W "$words" -- "$current")
  fi
  if [[ -n $files ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _lading lading
`;
}

function commandCase({ path, options, commands, argument }: CompletionCommand): string {
  const names = commands.map(({ name }) => name);
  const flags = options.flatMap((option) => option.flags);
  const withValue = options.filter(({ takesValue }) => takesValue);
  return `    ${quote(path)})
      case $previous in
${withValue.map(optionCase).join('\n')}
        *)
          if [[ $current == -* ]]; then words=${quote(flags.join(' '))}; else ${offer(argument, names)}; fi ;;
      esac ;;`;
}

function optionCase({ flags, value }: CompletionOption): string {
  return `        ${flags.join(' | ')}) ${offer(value, [])} ;;`;
}

function offer(value: Completable, names: readonly string[]): string {
  if (value === null) return `words=${quote(names.join(' '))}`;
  return value.kind === 'choice' ? `words=${quote(value.choices.join(' '))}` : `files=${value.kind}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
