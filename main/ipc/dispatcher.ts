/** Every call of the window arrives here. Sender and payload are checked before anything else happens. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Failed, failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { failureKind } from '../../preload/contract/failures/failure-table.ts';
import {
  type Answer,
  type CallName,
  type CallsAt,
  calls,
  type Parsed,
} from '../../preload/contract/index.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import type { PathGrants } from './path-grants.ts';
import { isTrusted, type Sender } from './sender.ts';

/** The calls that main answers; a missing one does not compile. */
export type MainHandlers<Names extends CallsAt<'main'> = CallsAt<'main'>> = {
  readonly [Name in Names]: (argument: Parsed<Name>) => Promise<Result<Answer<Name>>>;
};

export interface DispatcherOptions {
  readonly handlers: MainHandlers;
  readonly forwardToEngine: <Name extends CallsAt<'engine'>>(
    name: Name,
    argument: Parsed<Name>,
  ) => Promise<Result<Answer<Name>>>;
  readonly pathGrants: Pick<PathGrants, 'grant' | 'withPaths'>;
  /** A call was refused with the key of this connection, or of this upload's. */
  readonly onKeyRefused: (where: KeyUse) => void;
  readonly onError: (context: string, error: unknown) => void;
  readonly onRefused: (message: string) => void;
  readonly nowMs?: () => number;
}

const keyUse = z.object({ connectionId: z.string(), uploadId: z.number() }).partial();
type KeyUse = z.infer<typeof keyUse>;

export interface Dispatcher {
  handleCall(sender: Sender, name: unknown, argument: unknown): Promise<Result<unknown>>;
  handleDrop(sender: Sender, paths: unknown): Promise<Result<unknown>>;
}

/** The schema was met, and only grants differ from what it makes: each is a path. */
const withPathsSchema = <Name extends CallName>() => z.custom<Parsed<Name>>();

const droppedPaths = z
  .array(
    z
      .string()
      .max(32_767)
      .refine((path) => isAbsolute(path) && !path.includes('\0')),
  )
  .max(1000);
/** More than hands can do. A renderer that was taken over could otherwise try paths until it finds something. */
const maxDropsPerMinute = 20;

export function createCallDispatcher(options: DispatcherOptions): Dispatcher {
  const {
    handlers,
    forwardToEngine,
    pathGrants,
    onKeyRefused,
    onError,
    onRefused,
    nowMs = () => performance.now(),
  } = options;
  let recentDrops: readonly number[] = [];

  function refuseSender(sender: Sender): Failed | null {
    if (isTrusted(sender)) return null;
    onRefused(`Refused a call from ${sender.frame?.url ?? 'a frame that is gone'}.`);
    return failure('call-refused');
  }

  /** An exception in a handler is a bug. It fails that call and nothing else. */
  async function catchBugs(name: string, run: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    try {
      return await run();
    } catch (error) {
      onError(name, error);
      return failure('bug', { where: name });
    }
  }

  function refuseArgument(name: string, issue: z.core.$ZodIssue | undefined): Failed {
    // A record's names are the window's own text.
    const field = printable((issue?.path.join('.') ?? '').slice(0, maxNameLength));
    onRefused(`Refused the argument of ${name}: ${field === '' ? '' : `${field}: `}${issue?.code ?? ''}`);
    return failure('call-malformed', { name, field });
  }

  function parse<Name extends CallName>(name: Name, argument: unknown): Result<Parsed<Name>> {
    try {
      const parsed = calls[name].argument.safeParse(argument);
      if (!parsed.success) return refuseArgument(name, parsed.error.issues[0]);
      const granted = pathGrants.withPaths(parsed.data);
      return granted.ok ? success(withPathsSchema<Name>().parse(granted.value)) : granted;
    } catch {
      // A typed array in place of a list can't be frozen.
      return refuseArgument(name, undefined);
    }
  }

  async function call<Name extends CallName>(
    name: Name,
    argument: unknown,
    answerTo: (parsed: Parsed<Name>) => Promise<Result<unknown>>,
  ): Promise<Result<unknown>> {
    const parsed = parse(name, argument);
    if (!parsed.ok) return parsed;
    const answer = await answerTo(parsed.value);
    if (!answer.ok && failureKind(answer.failure) === 'key-refused')
      onKeyRefused(keyUse.safeParse(parsed.value).data ?? {});
    return answer;
  }

  const callMain = <Name extends CallsAt<'main'>>(name: Name, argument: unknown) =>
    call(name, argument, (parsed) => handlers[name](parsed));
  const callEngine = <Name extends CallsAt<'engine'>>(name: Name, argument: unknown) =>
    call(name, argument, (parsed) => forwardToEngine(name, parsed));

  return {
    async handleCall(sender, name, argument) {
      const refused = refuseSender(sender);
      if (refused !== null) return refused;
      if (!isCallName(name)) {
        onRefused('Refused a call with an unknown name.');
        return failure('call-unknown', {
          name: typeof name === 'string' ? name.slice(0, maxNameLength) : '',
        });
      }
      return catchBugs(name, () =>
        isEngineCall(name) ? callEngine(name, argument) : callMain(name, argument),
      );
    },
    async handleDrop(sender, paths) {
      const refused = refuseSender(sender);
      if (refused !== null) return refused;
      const parsed = droppedPaths.safeParse(paths);
      if (!parsed.success) return refuseArgument('drop', parsed.error.issues[0]);
      // Dragged from a program that has no file for it, such as a browser.
      if (parsed.data.length === 0) return failure('drop-unreadable');
      recentDrops = recentDrops.filter((at) => nowMs() - at < 60_000);
      if (recentDrops.length >= maxDropsPerMinute) {
        onRefused('Refused a drop: too many in a minute.');
        return failure('call-refused');
      }
      recentDrops = [...recentDrops, nowMs()];
      return catchBugs('drop', () => pathGrants.grant('dropped', parsed.data));
    },
  };
}

const maxNameLength = 100;

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

function isEngineCall(name: CallName): name is CallsAt<'engine'> {
  return calls[name].at === 'engine';
}
