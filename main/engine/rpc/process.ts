/** The engine's own process under the window: `--state DIR --version V`, calls and events over the parent's port. */
import { parseArgs } from 'node:util';
import { success } from '../../../preload/contract/failure.ts';
import { createEngine } from '../uploads/engine.ts';
import { openContext } from '../uploads/engine-context.ts';
import { Desk } from './handlers.ts';
import type { EngineArgument, EngineCallName, EngineMessage, EngineRequest } from './protocol.ts';
import { QueryThread } from './query-thread.ts';

const { values } = parseArgs({ options: { state: { type: 'string' }, version: { type: 'string' } } });
const stateDir = values.state;
/** Electron's utility process has it, and nothing else. */
const port = process.parentPort;
if (stateDir === undefined || !port) throw new Error('Started by the window only');

const tell = (message: EngineMessage): void => port.postMessage(message);

const opened = openContext({ stateDir, command: 'the Lading window', version: values.version ?? '0' });
if (!opened.ok) {
  tell({ ready: opened });
} else {
  const desk = new Desk(createEngine(opened.value), opened.value, new QueryThread(stateDir), tell);
  port.on('message', ({ data }: { readonly data: EngineRequest }) => {
    const { id, name, argument } = data;
    void answer(desk, name, argument).then((result) => tell({ id, result }));
  });
  tell({ ready: success(undefined) });
}

/** Main has parsed the argument with the contract's schema of this very name. */
async function answer<Name extends EngineCallName>(desk: Desk, name: Name, argument: unknown) {
  return await desk.answer(name, argument as EngineArgument<Name>);
}
