import type { SavePurpose } from '../../preload/contract/calls/paths.ts';
import { type Result, success } from '../../preload/contract/failures/failure.ts';
import type { Answer, Argument, CallName } from '../../preload/contract/index.ts';
import { type ActionState, together, useCommand } from './use-command.ts';

/** What the dialog suggests; today's date follows the name. */
export interface SuggestedFile {
  readonly name: string;
  readonly extension?: Argument<'paths.chooseWhereToSave'>['extension'];
}

export interface Saved<Name extends CallName> {
  readonly path: string;
  readonly answer: Answer<Name>;
}

export interface SaveCommand<Name extends CallName> extends ActionState {
  /** `toArgument` gets the ID of the place. Resolves with null if the dialog was closed. */
  readonly run: (
    suggested: SuggestedFile,
    toArgument: (path: string) => Argument<Name>,
  ) => Promise<Result<Saved<Name> | null>>;
}

/** A command that writes a file: a person chooses where, then it runs. */
export function useSaveCommand<Name extends CallName>(purpose: SavePurpose, name: Name): SaveCommand<Name> {
  const choose = useCommand('paths.chooseWhereToSave');
  const write = useCommand(name);
  return {
    ...together(choose, write),
    async run({ name, extension = 'csv' }, toArgument) {
      write.dismiss();
      const chosen = await choose.run({ purpose, name, extension });
      if (!chosen.ok || chosen.value === null) return chosen.ok ? success(null) : chosen;
      const { id, path } = chosen.value;
      const written = await write.run(toArgument(id));
      return written.ok ? success({ path, answer: written.value }) : written;
    },
  };
}
