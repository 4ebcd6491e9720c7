/** Who answers no gets the same exit code from every command that asks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { sandbox } from '../../main/cli/words/sandbox.ts';
import { control } from '../../main/cli/words/uploads.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { openWithContext } from '../engine/harness.ts';
import { storeUpload } from '../fixtures/stored-upload.ts';
import { lading } from './in-process.ts';
import { hasTerminal, onTerminal } from './on-terminal.ts';

/** With one upload. */
async function newState(): Promise<string> {
  const state = mkdtempSync(join(tmpdir(), 'lading-declined-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  const engine = openWithContext(state);
  storeUpload(engine.context, 1);
  await engine.close();
  return state;
}

test.each([
  ['cancel', ['cancel', '1'], control.notCancelled],
  ['sandbox --delete-data', ['sandbox', '--delete-data'], sandbox.notDeleted],
])('%s', async (_command, args, says) => {
  const state = await newState();
  await (await startSandbox({ dataDir: join(state, 'sandbox'), port: 0 })).stop();
  const answer = Object.assign(new PassThrough(), { isTTY: true });
  answer.end('no\n');
  const { stdin } = process;
  Object.defineProperty(process, 'stdin', { value: answer, configurable: true });
  onTestFinished(() => void Object.defineProperty(process, 'stdin', { value: stdin, configurable: true }));
  const { code, out } = await lading([...args, '--state', state]);
  expect(out).toContain(says);
  expect(code).toBe(1);
});

test.skipIf(!hasTerminal).each([
  ['Ctrl-C stops the command', '\u0003', 5],
  ['Ctrl-D is no answer', '\u0004', 1],
])('%s', async (_what, typed, exitCode) => {
  const state = await newState();
  const { code, out } = await onTerminal(['cancel', '1', '--state', state], {
    dir: state,
    columns: 200,
    env: {},
    answer: { question: 'Type yes to cancel it', typed },
  });
  expect(out).toContain(control.notCancelled);
  expect(code).toBe(exitCode);
});
