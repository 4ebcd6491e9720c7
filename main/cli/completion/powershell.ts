import type { CompletionCommand, CompletionOption } from './completion-tree.ts';

/** Windows PowerShell 5.1 and later. A completer that offers nothing leaves it to PowerShell, which offers files. */
export function powershellCompletion(tree: readonly CompletionCommand[]): string {
  return `# Completion of lading for PowerShell
Register-ArgumentCompleter -Native -CommandName 'lading' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $tree = @{
${tree.map(commandEntry).join('\n')}
    }
    $at = ''
    $previous = ''
    foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
        if ($wordToComplete -ne '' -and $element.Extent.EndOffset -ge $cursorPosition) { break }
        $previous = $element.Extent.Text
        $next = "$at $previous".Trim()
        if ($tree.ContainsKey($next)) { $at = $next }
    }
    $command = $tree[$at]
    if ($command.Takes.ContainsKey($previous)) { $offers = $command.Takes[$previous] }
    elseif ($wordToComplete -like '-*') { $offers = $command.Options }
    else { $offers = $command.Words }
    foreach ($offer in $offers) {
        if ($offer.Text -like "$wordToComplete*") {
            [System.Management.Automation.CompletionResult]::new($offer.Text, $offer.Text, 'ParameterValue', $offer.Help)
        }
    }
}
`;
}

function commandEntry({ path, options, commands, argument }: CompletionCommand): string {
  const words = [
    ...commands.map(({ name, description }) => entry(name, description)),
    ...(argument?.kind === 'choice' ? argument.choices.map((choice) => entry(choice, choice)) : []),
  ];
  const flags = options.flatMap(({ flags: own, description }) => own.map((flag) => entry(flag, description)));
  const values = options.filter(({ takesValue }) => takesValue).flatMap(valueEntries);
  return `        ${quote(path)} = @{
            Words = @(${words.join(', ')})
            Options = @(${flags.join(', ')})
            Takes = @{ ${values.join('; ')} }
        }`;
}

function valueEntries({ flags, value }: CompletionOption): readonly string[] {
  const choices = value?.kind === 'choice' ? value.choices.map((choice) => entry(choice, choice)) : [];
  return flags.map((flag) => `${quote(flag)} = @(${choices.join(', ')})`);
}

function entry(text: string, help: string): string {
  return `@{ Text = ${quote(text)}; Help = ${quote(help)} }`;
}

/** PowerShell takes the typographic apostrophes for quotes too. */
function quote(text: string): string {
  return `'${text.replace(/['\u2018-\u201B]/g, '$&$&')}'`;
}
