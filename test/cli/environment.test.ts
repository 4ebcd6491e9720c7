/** What the command line takes from its environment, and what it passes on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { states } from '../../main/cli/words/progress.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { waitReasonText } from '../../preload/contract/wait-reason-text.ts';
import { descendantsOf, environmentOf } from '../fakes/process-tree.ts';
import { loopbackCertificate } from '../fakes/sink-certificate.ts';
import { lading, start } from './command.ts';

const untrusted = waitReasonText({
  kind: 'network',
  fault: 'certificate-not-trusted',
  code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
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

describe('a platform with a certificate that is not trusted', () => {
  let platform: Sandbox;
  const certFile = join(dir, 'cert.pem');
  beforeAll(async () => {
    const { certPem, keyPem } = await loopbackCertificate();
    const keyFile = join(dir, 'key.pem');
    writeFileSync(certFile, certPem);
    writeFileSync(keyFile, keyPem);
    platform = await startSandbox({ dataDir: join(dir, 'data'), tlsCertFile: certFile, tlsKeyFile: keyFile });
  });
  afterAll(() => platform.stop());

  const databases = (env: Readonly<Record<string, string>>) =>
    lading(['databases', '--server', platform.url, '--state', join(dir, 'state')], {
      env: { LADING_API_KEY: platform.apiKey, ...env },
    });

  it.each([
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['NODE_OPTIONS', `${process.env['NODE_OPTIONS'] ?? ''} --tls-min-v1.0`],
  ])('is never asked, whatever %s says', async (name, value) => {
    const before = await platform.inspect('requests');
    const { code, out, err } = await databases({ [name]: value });
    expect(err).toContain(untrusted);
    expect(err).toContain('NODE_EXTRA_CA_CERTS');
    expect(err).not.toContain('NODE_TLS_REJECT_UNAUTHORIZED');
    expect([code, out]).toEqual([5, '']);
    expect(await platform.inspect('requests')).toEqual(before);
  });

  it('is trusted once a person names the certificate in NODE_EXTRA_CA_CERTS', async () => {
    const { code, out } = await databases({ NODE_EXTRA_CA_CERTS: certFile });
    expect(out).toContain('Doe v. Roe');
    expect(code).toBe(0);
  });
});
