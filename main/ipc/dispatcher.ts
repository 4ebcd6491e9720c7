/** Every call of the window comes through here: the sender and the payload are checked before anything is done. */
import { z } from 'zod';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import {
  type Answer,
  type CallName,
  type CallsAt,
  calls,
  type Parsed,
} from '../../preload/contract/index.ts';
import type { SourceView } from '../../preload/contract/views.ts';
import { isTrusted, type Sender } from './sender.ts';

/** What main answers; one that is missing does not compile. */
export type Handlers<Names extends CallsAt<'main'> = CallsAt<'main'>> = {
  readonly [Name in Names]: (argument: Parsed<Name>) => Promise<Result<Answer<Name>>>;
};

export interface Answering {
  readonly handlers: Handlers;
  readonly ask: <Name extends CallsAt<'engine'>>(
    name: Name,
    argument: Parsed<Name>,
  ) => Promise<Result<Answer<Name>>>;
  readonly takeDrop: (paths: readonly string[]) => Promise<Result<SourceView[]>>;
  readonly onBug: (where: string, error: unknown) => void;
  readonly onRefused: (message: string) => void;
}

export interface Handle {
  call(sender: Sender, name: unknown, argument: unknown): Promise<Result<unknown>>;
  drop(sender: Sender, paths: unknown): Promise<Result<unknown>>;
}

/** The contract, seen so that the type of a parsed argument follows from the call's name. */
const parsers: {
  readonly [Name in CallName]: {
    readonly argument: { safeParse(argument: unknown): z.ZodSafeParseResult<Parsed<Name>> };
  };
} = calls;

const droppedPaths = z.array(z.string().min(1).max(32_767)).max(1000);

export function createHandle(answering: Answering): Handle {
  const { handlers, ask, takeDrop, onBug, onRefused } = answering;

  function refuseSender(sender: Sender): Result<never> | null {
    if (isTrusted(sender)) return null;
    onRefused(`A call from ${sender.frame?.url ?? 'a frame that is gone'} was refused.`);
    return failure('forbidden', 'This was not asked by the window of Lading.');
  }

  async function guarded(where: string, run: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    try {
      return await run();
    } catch (error) {
      onBug(where, error);
      return failure(
        'stopped',
        `Lading made a mistake (${where}). It was written to the log. Try again; if it happens again, start Lading again.`,
      );
    }
  }

  function refuseArgument(name: string, error: z.core.$ZodError): Result<never> {
    const [issue] = error.issues;
    const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    onRefused(`The argument of ${name} was refused: ${place}${issue?.code ?? ''}`);
    return failure('bad-input', `This cannot be done: ${place}${issue?.message ?? 'not understood'}.`);
  }

  function parse<Name extends CallName>(name: Name, argument: unknown): Result<Parsed<Name>> {
    const parsed = parsers[name].argument.safeParse(argument);
    return parsed.success ? success(parsed.data) : refuseArgument(name, parsed.error);
  }

  async function atMain<Name extends CallsAt<'main'>>(
    name: Name,
    argument: unknown,
  ): Promise<Result<unknown>> {
    const parsed = parse(name, argument);
    return parsed.ok ? handlers[name](parsed.value) : parsed;
  }

  async function atEngine<Name extends CallsAt<'engine'>>(
    name: Name,
    argument: unknown,
  ): Promise<Result<unknown>> {
    const parsed = parse(name, argument);
    return parsed.ok ? ask(name, parsed.value) : parsed;
  }

  return {
    async call(sender, name, argument) {
      const refused = refuseSender(sender);
      if (refused !== null) return refused;
      if (!isCallName(name)) {
        onRefused('A call of an unknown name was refused.');
        return failure('bad-input', 'Lading knows no such call.');
      }
      return guarded(name, () => (isAtEngine(name) ? atEngine(name, argument) : atMain(name, argument)));
    },
    async drop(sender, paths) {
      const refused = refuseSender(sender);
      if (refused !== null) return refused;
      const parsed = droppedPaths.safeParse(paths);
      if (!parsed.success) return refuseArgument('drop', parsed.error);
      return guarded('drop', () => takeDrop(parsed.data));
    },
  };
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

function isAtEngine(name: CallName): name is CallsAt<'engine'> {
  return calls[name].at === 'engine';
}
