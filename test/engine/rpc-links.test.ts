/** What a link from the window may have this computer ask. */
import { expect, test } from 'vitest';
import { startNameProxy } from '../fakes/name-proxy.ts';
import { startRangeServer } from '../fakes/range-server.ts';
import { callOk, sandbox, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers();

async function warningsOf(link: string, connectionId = 'c1') {
  const { id } = await callOk('drafts.scan', {
    connectionId,
    databaseId: sandbox.databaseId,
    dataset: { name: 'Linked', description: null },
    sources: [],
    links: [link],
    followSymlinks: false,
  });
  const { links } = await callOk('drafts.preflight', { uploadId: id });
  return links.flatMap(({ warnings }) => warnings.map(({ code }) => code));
}

test('a link of a draft is not asked before a person confirmed its server, and then without another question', async () => {
  await using host = await startRangeServer({ '/a.pst': { bytes: Buffer.alloc(4711) } });
  await using proxy = await startNameProxy((name) => (name === 'files.example' ? host.origin : null));
  await callOk('connections.open', {
    connectionId: 'c2',
    serverUrl: sandbox.url,
    apiKey: sandbox.apiKey,
    profilePath: null,
    proxyUrl: proxy.proxyUrl,
    caPem: null,
  });
  const link = 'http://files.example/a.pst';
  const origins = ['http://files.example'];
  expect(await warningsOf(link, 'c2')).toEqual(['not-encrypted', 'host-not-confirmed']);
  expect(host.asked).toEqual([]);
  expect(await callOk('links.hostsToConfirm', { origins: [...origins, ...origins] })).toEqual({ origins });
  await callOk('links.confirmHosts', { origins });
  expect(await warningsOf(link, 'c2')).toEqual(['not-encrypted']);
  expect(host.asked).toEqual(['/a.pst']);
  expect(await callOk('links.hostsToConfirm', { origins })).toEqual({ origins: [] });
});

test('a link of a draft to this computer or a private network is never asked, and never a question', async () => {
  await using host = await startRangeServer({ '/a.pst': { bytes: Buffer.alloc(4711) } });
  const origins = [
    host.origin,
    'http://10.0.0.5',
    'https://intranet',
    'https://[::1]',
    'ftp://files.example',
    'x',
  ];
  expect(await callOk('links.hostsToConfirm', { origins })).toEqual({ origins: [] });
  await callOk('links.confirmHosts', { origins });
  expect(await warningsOf(`${host.origin}/a.pst`)).toEqual(['private-address']);
  expect(host.asked).toEqual([]);
});
