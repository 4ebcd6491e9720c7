/** What the command line takes from its environment, and what it passes on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { states } from '../../main/cli/words/progress.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { waitReasonText } from '../../preload/contract/texts/wait-reason-text.ts';
import { descendantsOf, environmentOf } from '../fakes/process-tree.ts';
import { lading, start } from './command.ts';

const untrusted = waitReasonText({
  kind: 'network',
  fault: 'certificate-not-trusted',
  code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
});
const dir = mkdtempSync(join(tmpdir(), 'lading-cli-environment-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it.runIf(process.platform === 'linux')(
  'passes neither key nor secrets on to the processes that it starts',
  async () => {
    const running = start(['demo'], {
      env: {
        LADING_API_KEY: 'service.ab12.S3cret',
        AWS_SECRET_ACCESS_KEY: 'S3cret',
        NODE_USE_ENV_PROXY: '1',
      },
    });
    await running.prints(`${states.uploading}  `);
    const children = descendantsOf(running.child.pid ?? 0);
    const environments = children.map((pid) => environmentOf(pid).join('\n'));
    running.child.kill('SIGINT');
    await running.ended;
    expect(environments).not.toEqual([]);
    for (const environment of environments) {
      expect(environment).toContain('HOME=');
      expect(environment).not.toMatch(/S3cret|NODE_OPTIONS|NODE_USE_ENV_PROXY/);
    }
  },
);

describe('a sandbox over TLS, whose certificate is not trusted', () => {
  let platform: Sandbox;
  beforeAll(async () => {
    platform = await startSandbox({ dataDir: join(dir, 'data'), tls: true });
  });
  afterAll(() => platform.stop());

  const to = () => ['--server', platform.url, '--state', join(dir, 'state')];

  it.each([
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['NODE_OPTIONS', `${process.env['NODE_OPTIONS'] ?? ''} --tls-min-v1.0`],
  ])('is never asked, whatever %s says', async (name, value) => {
    const before = await platform.inspect('requests');
    const env = { LADING_API_KEY: platform.apiKey, [name]: value };
    const { code, out, err } = await lading(['databases', ...to()], { env });
    expect(err).toContain(untrusted);
    expect(err).toContain('NODE_EXTRA_CA_CERTS: that of your organization');
    expect(err).toContain('the one that the sandbox prints with --tls');
    expect(err).not.toContain('NODE_TLS_REJECT_UNAUTHORIZED');
    expect([code, out]).toEqual([5, '']);
    expect(await platform.inspect('requests')).toEqual(before);
  });

  it('gets an upload once a person names its CA file in NODE_EXTRA_CA_CERTS', async () => {
    const file = join(dir, 'a.txt');
    writeFileSync(file, 'evidence');
    const dataset = ['--database', String(platform.databaseId), '--dataset', 'D'];
    const env = { LADING_API_KEY: platform.apiKey, NODE_EXTRA_CA_CERTS: platform.caFile ?? '' };
    const { code, err } = await lading(['upload', file, ...dataset, ...to()], { env });
    expect([code, err]).toEqual([0, '']);
    expect(await platform.inspect('documents')).toMatchObject([{ path: 'a.txt' }]);
  });
});
