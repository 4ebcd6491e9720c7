import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Connected, connect } from '../../main/engine/connect.ts';
import { Connections } from '../../main/engine/connections.ts';
import { must, startWorld } from './harness.ts';

test('the same key connected twice at once leaves one connection open, and never none', async () => {
  const { sandbox, profilePath } = await startWorld();
  const dir = await mkdtemp(join(tmpdir(), 'lading-connections-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const open = new Set<number>();
  const connected = async (number: number): Promise<Connected> => {
    const options = { pacerPath: join(dir, 'pacing'), userAgent: 'test', onWaiting: () => {} };
    const { url: serverUrl, apiKey } = sandbox;
    const made = must(await connect({ serverUrl, apiKey, profilePath }, options));
    open.add(number);
    const close = async (): Promise<void> => {
      await made.close();
      open.delete(number);
    };
    return { ...made, close };
  };
  const connections = new Connections();
  await connections.add(await connected(1));
  const [second, third] = await Promise.all([connected(2), connected(3)]);
  const added = [connections.add(second), connections.add(third)];
  expect(connections.latest()).toBe(third);
  await Promise.all(added);
  expect([...open]).toEqual([3]);
  await connections.close();
  expect([...open]).toEqual([]);
});
