/** Options that several commands take. */
import { type Command, Option } from 'commander';
import { interfaceForm } from '../../preload/contract/views/interface-form.ts';
import * as value from './options.ts';
import { options as help } from './words/help.ts';

export function jsonOption(command: Command): Command {
  return command.option('--json', help.json);
}

export function commonOptions(command: Command): Command {
  return jsonOption(command.option('--state <dir>', help.state, value.nonEmpty));
}

export function serverOptions(command: Command, formHelp: string = help.form): Command {
  return command
    .option('--server <url>', help.server, value.nonEmpty)
    .option('--profile <file>', help.profile, value.nonEmpty)
    .option('--key-file <file>', help.keyFile, value.nonEmpty)
    .addOption(formOption(formHelp));
}

export function formOption(description: string): Option {
  return new Option('--form <form>', description).choices(interfaceForm.options);
}
