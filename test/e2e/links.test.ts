/** A link whose secret Lading no longer has: the window asks for it, sends it, and keeps nothing of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startRangeServer } from '../fakes/range-server.ts';
import { ask, endAll, newFolder, open, patienceMs, practise, quit, until, uploadsOf } from './app-driver.ts';
import { noWindow } from './browser.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'a failed link with a secret is asked for again, whole, and then arrives',
  async () => {
    await using host = await startRangeServer({
      '/disk.e01': { bytes: Buffer.from('an image'), query: '?token=opensesame' },
    });
    const stateDir = newFolder();
    const link = `${host.origin}/disk.e01?token=opensesame`;
    let app = await open(stateDir);
    await practise(app.page);
    await app.page.getByLabel(/^Links/).fill(link);
    await app.page.getByLabel('Name of the dataset').fill('Linked');
    await app.page.getByRole('button', { name: 'Take the inventory' }).click();
    await app.page.getByRole('heading', { name: 'What was found' }).waitFor();
    await quit(app);

    // The next start knows the link, but not what follows its question mark.
    app = await open(stateDir);
    const upload = async () => (await uploadsOf(app.page))[0];
    const { id } = (await until(upload, (seen) => typeof seen?.connectionId === 'string')) ?? {};
    await ask(app.page, 'uploads.start', { uploadId: id, links: [], held: 'ask' });
    await until(upload, (seen) => seen?.totals.failed.items === 1);
    await app.page.getByRole('link', { name: 'Linked' }).first().click();
    await app.page.getByRole('button', { name: 'Retry 1 failed file' }).click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByText(`${host.origin}/disk.e01`, { exact: true }).waitFor();
    await dialog.getByLabel(/^Links in full/).fill(link);
    await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const ended = await until(upload, (seen) => seen?.totals.accepted.items === 1, 2 * patienceMs);
    expect(ended?.totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 0 } });
    expect(await quit(app)).toBe(0);
    // The practice platform is no part of Lading: a platform has to know what it fetches.
    const kept = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes(join(stateDir, 'sandbox')),
    );
    for (const { parentPath, name } of kept) {
      expect([name, readFileSync(join(parentPath, name)).includes('opensesame')]).toEqual([name, false]);
    }
  },
  180_000,
);
