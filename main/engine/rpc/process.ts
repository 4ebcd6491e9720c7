/** The engine's own process under the window: `--state DIR --version V`, calls and events over the parent's port. */
import { parseArgs } from 'node:util';
import { errorDetails } from '../../../preload/contract/failures/error-details.ts';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { windowCommand } from '../../../preload/contract/failures/store-holder-text.ts';
import { redactForLog } from '../../../preload/contract/texts/redact.ts';
import { openContext } from '../uploads/context/engine-context.ts';
import { callHandler, createEngineHandlers } from './create-handlers.ts';
import type { EngineArgument, EngineCallName, EngineMessage, EngineRequest } from './protocol.ts';
import { QueryThread } from './query-thread.ts';

const { values } = parseArgs({ options: { state: { type: 'string' }, version: { type: 'string' } } });
const stateDir = values.state;
/** Exists in Electron's utility process only. */
const port = process.parentPort;
if (stateDir === undefined || !port) throw new Error('Only the desktop app starts this');

const send = (message: EngineMessage): void => port.postMessage(message);

/** Main writes what comes over standard error to its log. */
function reportBug(where: string, error: unknown): void {
  process.stderr.write(`${redactForLog(`bug in ${where}: ${errorDetails(error)}`)}\n`);
}

const opened = openContext({
  stateDir,
  command: windowCommand,
  version: values.version ?? '0',
  linkHosts: 'confirmed',
});
if (!opened.ok) {
  send({ ready: opened });
} else {
  const context = opened.value;
  const unshared = opened.value.rateLimiters.unsharedFile;
  if (unshared !== null)
    process.stderr.write(`rate limit: ${unshared} can't be written; using a fifth of the rate\n`);
  const handlers = createEngineHandlers(context, new QueryThread(stateDir), send, reportBug);
  const answer = (id: number, name: EngineCallName, result: Result<unknown>): void => {
    try {
      send({ id, result });
    } catch (error) {
      reportBug(name, error);
      send({ id, result: failure('bug', { where: name }) });
    }
  };
  port.on('message', ({ data: { id, name, argument } }: { readonly data: EngineRequest }) => {
    // Main has parsed the argument with the contract's schema of this name.
    const parsed = argument as EngineArgument<typeof name>;
    void callHandler(handlers, name, parsed, reportBug).then((result) => answer(id, name, result));
  });
  // An exception that nobody catches may leave anything half done, so it ends the process. Main starts it again, and its
  // uploads resume. Node's own report would have every field of the error.
  process.on('uncaughtException', (error) => {
    reportBug('an uncaught exception', error);
    process.exit(1);
  });
  process.on('unhandledRejection', (reason) => {
    reportBug('an unhandled rejection', reason);
    context.runs.stopAfterRejection();
  });
  send({ ready: success(undefined) });
}
