/** An organization's certificates are trusted once a person has compared them, and as a copy. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, test } from 'vitest';
import { pathsIn } from '../../main/app/paths.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { words } from '../../renderer/i18n/words.ts';
import { endAll, newFolder, open, snapshot } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { SettingsPage } from './pages/settings-page.ts';

describe.skipIf(noWindow !== null)('certificates in the settings', () => {
  afterAll(endAll);

  test('show what they are before they are trusted, and a changed file changes nothing', async () => {
    const stateDir = newFolder();
    const path = join(newFolder('ca'), 'firm-root.pem');
    const { cert, private: key } = await generate(
      [
        { name: 'commonName', value: 'Firm Root CA' },
        { name: 'organizationName', value: 'Firm LLP' },
      ],
      { extensions: [{ name: 'basicConstraints', cA: true, critical: true }] },
    );
    const { fingerprint256 } = new X509Certificate(cert);
    const trusted = () => JSON.parse(readFileSync(pathsIn(stateDir).settings, 'utf8')).certificates;

    const app = await open(stateDir);
    await new SettingsPage(app.page).goTo();
    const choose = app.page.getByRole('button', { name: words.settings.chooseCaFile });

    writeFileSync(path, `${cert}\n${key}`);
    await app.answerDialog([path]);
    await choose.click();
    await app.page.getByText(failureText({ code: 'certificate-has-key', path })).waitFor();

    writeFileSync(path, cert);
    await app.answerDialog([path]);
    await app.answerDialog(0);
    await choose.click();
    await app.page.getByText(fingerprint256).waitFor();
    const question = (await app.shown()).dialogs.at(-1);
    expect(JSON.stringify(question)).toContain(fingerprint256);
    expect(trusted()).toBe(cert.trim());

    writeFileSync(path, 'another');
    await app.page.reload();
    await new SettingsPage(app.page).goTo();
    await app.page.getByText(fingerprint256).waitFor();
    expect(trusted()).toBe(cert.trim());
  });

  test('a proxy that was declined is neither used nor shown as chosen', async () => {
    const app = await open(newFolder());
    const { page } = app;
    await new SettingsPage(page).goTo();
    const { proxies, proxyUrl } = words.settings;
    const radio = (name: string) => page.getByRole('radio', { name });
    await page.getByText(proxies.manual).click();
    await app.answerDialog(1);
    await page.getByLabel(proxyUrl).fill('http://proxy.firm.example:3128');
    await page.getByLabel(proxyUrl).blur();
    await page.getByText(failureText({ code: 'proxy-not-confirmed' })).waitFor();
    await page.getByText(words.failures.unconfirmed).waitFor();
    expect(await radio(proxies.manual).isChecked()).toBe(false);
    expect(await radio(proxies.system).isChecked()).toBe(true);
    expect((await snapshot(page)).app.preferences.proxy).toEqual({ kind: 'system' });
  });
});
