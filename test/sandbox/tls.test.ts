import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { covers } from '../conformance/covers.ts';
import { startTestSandbox, temporaryFolder } from './sandbox-client.ts';

test('with a certificate, it is served and inspected over TLS', async () => {
  covers('rule 5.2');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const folder = temporaryFolder();
  const tlsCertFile = join(folder, 'cert.pem');
  const tlsKeyFile = join(folder, 'key.pem');
  writeFileSync(tlsCertFile, cert);
  writeFileSync(tlsKeyFile, key);
  const sandbox = await startTestSandbox({ tlsCertFile, tlsKeyFile });
  expect(sandbox.url).toMatch(/^https:/);
  const outgoing = request(`${sandbox.url}/v1/users/me`, {
    ca: cert,
    servername: 'localhost',
    agent: false,
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  }).end();
  const [response] = await once(outgoing, 'response');
  expect(JSON.parse(await text(response))).toMatchObject({ data: { id: 11 } });
  expect((await sandbox.inspect('summary')).apiRequests).toBe(1);
});
