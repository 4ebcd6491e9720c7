/** A drive or share that is away: what the command line shows, and how a person ends the waiting. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { states } from '../../main/cli/words/progress.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { openEngine } from '../../main/engine/index.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import {
  sourceProblemText,
  unavailableSourceText,
} from '../../preload/contract/texts/unavailable-source-text.ts';
import { unwrap } from '../fixtures/result.ts';
import { uploadRequest } from '../fixtures/upload-request.ts';
import { start } from './command.ts';
import { lading } from './in-process.ts';

it('resume waits and says for what, status shows it, and the files fail or are sent as a person decides', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lading-away-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const evidence = join(dir, 'evidence');
  mkdirSync(evidence);
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(evidence, name), name);
  const sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  onTestFinished(() => sandbox.stop());
  const state = join(dir, 'state');
  const engine = unwrap(openEngine({ stateDir: state, command: 'test', version: '0' }));
  unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath: null }));
  const request = uploadRequest({ databaseId: sandbox.databaseId, sources: [evidence] });
  unwrap(await engine.prepare(request, new AbortController().signal));
  await engine.close();
  const withKey = { env: { LADING_API_KEY: sandbox.apiKey } };
  const resume = ['resume', '1', '--state', state];
  const away = { path: evidence, reason: { kind: 'missing' } } as const;

  renameSync(evidence, `${evidence}.away`);
  const waiting = start(resume, withKey);
  await waiting.prints(unavailableSourceText(away));
  expect((await lading(['status', '1', '--state', state])).out).toContain(sourceProblemText(away));
  waiting.child.kill('SIGINT');
  expect((await waiting.ended).code).toBe(3);

  const failed = await lading([...resume, '--unavailable-sources', 'fail'], withKey);
  expect(failed.out).toContain(`Source unavailable (not found): ${evidence}`);
  expect(failed.code).toBe(2);

  renameSync(`${evidence}.away`, evidence);
  expect((await lading([...resume, '--retry-failed'], withKey)).code).toBe(0);
});

it('an upload whose scan waits for its source can be paused from another process', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lading-away-scan-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const evidence = join(dir, 'evidence');
  mkdirSync(evidence);
  writeFileSync(join(evidence, 'a.txt'), 'a');
  const sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  onTestFinished(() => sandbox.stop());
  const state = join(dir, 'state');
  const engine = unwrap(openEngine({ stateDir: state, command: 'test', version: '0' }));
  const { url: serverUrl, apiKey, databaseId } = sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: null }));
  const stop = new AbortController();
  const request = uploadRequest({ databaseId, sources: [evidence] });
  await engine.prepare(request, stop.signal, { onCreated: () => stop.abort() });
  const { id } = unwrap(engine.upload(1));

  const nobody = { code: 0, out: `${words.control.notRunning(id, states.scanning)}\n`, err: '' };
  expect(await lading(['pause', '1', '--state', state])).toEqual(nobody);
  await engine.close();
  expect(await lading(['pause', '1', '--state', state])).toEqual(nobody);
  renameSync(evidence, `${evidence}.away`);
  const waiting = start(['resume', '1', '--state', state], { env: { LADING_API_KEY: apiKey } });
  await waiting.prints(unavailableSourceText({ path: evidence, reason: { kind: 'missing' } }));
  const paused = await lading(['pause', '1', '--state', state]);
  expect(paused).toEqual({ code: 0, out: `${words.control.paused(id)}\n`, err: '' });
  expect((await waiting.ended).code).toBe(3);
});
