/** What Ctrl-C during `lading api` says, and exits with. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { errorText } from '../../main/cli/words/errors.ts';
import { answerJson } from '../fakes/http-server.ts';
import { startFakeServer } from '../fixtures/platform-client.ts';
import { start } from './command.ts';

const env = { LADING_API_KEY: 'service.abc123.S3cretPart' };
const organization = ['--org-id', '101'];
const deletion = ['DeleteOrganizationUser', [...organization, '--user-id', '14', '--yes']] as const;

it.each([
  ['GetOrganization', organization, 'the operation', false],
  [...deletion, 'the operation', true],
  [...deletion, 'the person of the key', false],
] as const)(
  'Ctrl-C during %s with %j, once the platform was asked for %s, says whether it may have been carried out',
  async (operation, args, askedFor, mayBeDone) => {
    const asked = Promise.withResolvers<void>();
    const fake = await startFakeServer(({ target }, response) => {
      if (askedFor === 'the operation' && target.endsWith('/users/me'))
        answerJson(response, 200, { data: { id: 11 } });
      else asked.resolve();
    });
    const { child, ended } = start(['api', operation, ...args], {
      env: { ...env, LADING_SERVER: fake.url.href },
    });
    await asked.promise;
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect([code, out]).toEqual([mayBeDone ? 3 : 5, '']);
    expect(err).toContain(errorText({ code: 'call-stopped', operation, mayBeDone }));
  },
);

it('Ctrl-C during an operation that must not be repeated may have been carried out, too', async () => {
  const asked = Promise.withResolvers<void>();
  const fake = await startFakeServer(({ target }, response) => {
    if (target.endsWith('/users/me')) answerJson(response, 200, { data: { id: 11 } });
    else asked.resolve();
  });
  const dir = mkdtempSync(join(tmpdir(), 'lading-api-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const body = join(dir, 'dataset.json');
  writeFileSync(body, JSON.stringify({ name: 'Volume 1' }));
  const args = ['--database-id', '1', '--body', body];
  const { child, ended } = start(['api', 'PostDatabaseDataset', ...args], {
    env: { ...env, LADING_SERVER: fake.url.href },
  });
  await asked.promise;
  child.kill('SIGINT');
  const { code, err } = await ended;
  expect(err).toContain('The request was sent');
  expect(code).toBe(3);
});
