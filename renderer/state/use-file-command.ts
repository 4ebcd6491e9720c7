import type { ReadPurpose } from '../../preload/contract/calls/paths.ts';
import { type Result, success } from '../../preload/contract/failures/failure.ts';
import type { Answer, Argument, CallName } from '../../preload/contract/index.ts';
import { type ActionState, together, useCommand } from './use-command.ts';

export interface FileCommand<Name extends CallName> extends ActionState {
  /** `toArgument` gets the ID of the file. Resolves with null if the dialog was closed. */
  readonly run: (toArgument: (path: string) => Argument<Name>) => Promise<Result<Answer<Name> | null>>;
}

/** A command that reads a file: a person chooses it, then the command runs. */
export function useFileCommand<Name extends CallName>(purpose: ReadPurpose, name: Name): FileCommand<Name> {
  const choose = useCommand('paths.choose');
  const read = useCommand(name);
  return {
    ...together(choose, read),
    async run(toArgument) {
      read.dismiss();
      const chosen = await choose.run({ purpose });
      if (!chosen.ok) return chosen;
      const [file] = chosen.value;
      return file === undefined ? success(null) : read.run(toArgument(file.sourceId));
    },
  };
}
