/** The processes of the application get neither keys nor what changes Node from the environment. */
import { afterAll, describe, expect, test } from 'vitest';
import { descendantsOf, environmentOf } from '../fakes/process-tree.ts';
import { endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

const secrets = { LADING_API_KEY: 'service.ab12.S3cret', AWS_SECRET_ACCESS_KEY: 'S3cret' };

describe.skipIf(noWindow !== null || process.platform !== 'linux')('the application', () => {
  afterAll(endAll);

  test('starts the engine and the sandbox with an environment of their own', async () => {
    const app = await open(newFolder(), {
      env: { ...secrets, NODE_TLS_REJECT_UNAUTHORIZED: '0', SSL_CERT_FILE: '/S3cret' },
    });
    await new FirstRunPage(app.page).trySandbox();
    const { processes } = await app.shown();
    expect(processes.map(({ name }) => name).sort()).toEqual(['Lading engine', 'Lading sandbox']);
    for (const { pid } of processes) {
      const environment = environmentOf(pid).join('\n');
      expect(environment).toContain('HOME=');
      expect(environment).not.toMatch(/S3cret|NODE_TLS_REJECT_UNAUTHORIZED=0/);
    }
    const everywhere = descendantsOf(app.pid).map((pid) => environmentOf(pid).join('\n'));
    expect(everywhere.join('\n')).not.toContain('LADING_API_KEY');
  });
});
