/** Who doesn't say yes gets the same exit code from every command that asks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sandbox } from '../../main/cli/words/sandbox.ts';
import { control } from '../../main/cli/words/uploads.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { openWithContext } from '../engine/harness.ts';
import { storeUpload } from '../fixtures/stored-upload.ts';
import { hasTerminal, onTerminal } from './on-terminal.ts';

const cancel = ['cancel', '1'];
const deletion = ['sandbox', '--delete-data'];
test.skipIf(!hasTerminal).each([
  ['no to cancel', cancel, 'no', control.notCancelled, 1],
  ['no to sandbox --delete-data', deletion, 'no', sandbox.notDeleted, 1],
  ['Ctrl-C, which stops the command', cancel, '\u0003', control.notCancelled, 5],
  ['Ctrl-D, which is no answer', cancel, '\u0004', control.notCancelled, 1],
  ['nothing, as a program reads it', [...cancel, '--json'], null, 'confirmation-missing', 1],
])('%s', async (_what, args, typed, says, exitCode) => {
  const state = mkdtempSync(join(tmpdir(), 'lading-declined-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  const engine = openWithContext(state);
  storeUpload(engine.context, 1);
  await engine.close();
  await (await startSandbox({ dataDir: join(state, 'sandbox'), port: 0 })).stop();
  const { code, out } = await onTerminal([...args, '--state', state], {
    dir: state,
    columns: 300,
    env: {},
    ...(typed === null ? {} : { answer: { question: 'Type yes to ', typed } }),
  });
  expect(out).toContain(says);
  expect(code).toBe(exitCode);
});
