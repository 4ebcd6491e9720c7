/** Billing and size by month, with keys of different roles and in both forms of the interface. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { operations } from '../../preload/contract/platform/operations.ts';
import { valueText } from '../../preload/contract/platform/value-text.ts';
import { trendMonthName } from '../../renderer/features/billing/trend.ts';
import { monthName } from '../../renderer/i18n/format.ts';
import { words } from '../../renderer/i18n/words.ts';
import { monthAt, monthsUntil } from '../../renderer/state/billing/months.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { call, choose, connectWith, endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { BillingPage } from './pages/billing-page.ts';

const { billing, platform } = words;
const sandboxes: Sandbox[] = [];
let app: RunningApp;
let admin = '';

afterAll(async () => {
  await endAll();
  for (const sandbox of sandboxes) sandbox.kill();
});

describe.skipIf(noWindow !== null)('billing in the window', () => {
  beforeAll(async () => {
    const extended = await startSandbox({ dataDir: newFolder('platform') });
    const base = await startSandbox({ dataDir: newFolder('base'), form: 'base' });
    const faultsFile = join(newFolder(), 'faults.json');
    const refused = { kind: 'status', status: 400, body: 'json-a' };
    // The third month, once.
    const rule = { match: { operation: 'GetOrganizationBilling', nth: 3 }, fault: refused };
    writeFileSync(faultsFile, JSON.stringify([rule]));
    const faulty = await startSandbox({ dataDir: newFolder('faulty'), faultsFile });
    sandboxes.push(extended, base, faulty);
    app = await open(newFolder(), { keychain: 'gnome_libsecret' });
    admin = await connectWith(app, 'Org admin', extended.url, extended.keys.admin);
    await connectWith(app, 'Parent', extended.url, extended.keys.parentOrganization);
    await connectWith(app, 'Database admin', extended.url, extended.keys.databaseAdmin);
    await connectWith(app, 'Base form', base.url, base.keys.admin);
    await connectWith(app, 'Interrupted', faulty.url, faulty.keys.admin);
  });

  async function openAs(connection: string, databaseId?: number): Promise<BillingPage> {
    const page = new BillingPage(app.page);
    await page.goTo(databaseId);
    await choose(app.page, new RegExp(platform.connection), new RegExp(connection));
    return page;
  }

  test('an organization admin reads the trend of a year as a chart and as a table', async () => {
    const page = await openAs('Org admin');
    await page.waitForMonths(12);
    await app.page.getByText(billing.legendFinal(true)).waitFor();
    expect(await page.chart.getAttribute('aria-label')).toContain(monthName(monthAt(new Date())));
    const rows = await page.trendRows();
    const months = monthsUntil(monthAt(new Date()), 12)
      .toReversed()
      .map((month) => trendMonthName(month));
    expect(rows.map((row) => row.split('\t')[0])).toEqual(months);
    expect(rows.every((row) => /\d [MGT]B/.test(row))).toBe(true);
    await app.page.getByRole('radio', { name: billing.trendMonths(24) }).click();
    await page.waitForMonths(24);
    await app.page.getByRole('radio', { name: billing.trendMonths(12) }).click();
    await page.waitForMonths(12);
  });

  test('all databases and projects of a month are one list and one CSV, with how each is billed', async () => {
    const page = await openAs('Org admin');
    await page.showTab('month');
    await page.row('Acme investigation').getByText(billing.kinds.database).waitFor();
    await page.row('Acme second request').getByText(valueText('SUSPENDED')).first().waitFor();
    const path = join(newFolder('csv'), 'billing.csv');
    await app.answerDialog(path);
    await page.export.click();
    await app.page.getByText(words.common.savedTo(path)).waitFor();
    const rows = parse(readFileSync(path), { bom: true, columns: true });
    expect(rows).toContainEqual(
      expect.objectContaining({
        [billing.rowKind]: billing.kinds.project,
        [billing.name]: 'Acme second request',
        [billing.database]: 'Acme investigation',
        [billing.stateAtEnd(false)]: 'SUSPENDED',
      }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ [billing.name]: 'Doe v. Roe', [billing.id]: '2001' }),
    );
    await page.row('Acme second request').click();
    await app.page.getByRole('term').filter({ hasText: billing.timestamps.suspended }).waitFor();
    await page.showPreviousMonth();
    const [, previous] = monthsUntil(monthAt(new Date()), 2).toReversed();
    await app.page
      .getByRole('button', { name: new RegExp(monthName(previous ?? monthAt(new Date()))) })
      .waitFor();
    await page.row('Acme investigation').click();
    await app.page.getByText(billing.final(false), { exact: true }).first().waitFor();
    await app.page.getByRole('link', { name: billing.showTrend }).click();
    await page.row('Acme second request').waitFor();
    expect(await page.row('Doe v. Roe').count()).toBe(0);
    await page.waitForMonths(12);
  });

  test('a draft is forecast in its database, as an estimate', async () => {
    const folder = join(newFolder('evidence'), 'EV-0001');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'a'.repeat(2_000));
    await app.answerDialog([folder]);
    const sources = await call<{ value: { sourceId: string }[] }>(app.page, 'paths.choose', {
      purpose: 'source-folders',
    });
    const draft = await call<{ value: { id: number } }>(app.page, 'drafts.create', {
      connectionId: admin,
      databaseId: 2001,
      dataset: { name: 'EV-0001', description: null },
      sources: sources.value.map(({ sourceId }) => sourceId),
      links: [],
      followSymlinks: false,
    });
    const page = await openAs('Org admin', 2001);
    await page.showTab('trend');
    await app.page.getByText(billing.forecast(1)).waitFor();
    await app.page.getByText(billing.forecastText(1, 2_000, 0)).waitFor();
    await app.page.evaluate((id) => {
      location.hash = `#/new/${id}/review`;
    }, draft.value.id);
    await app.page.getByText(/to Doe v\. Roe, now /).waitFor();
  });

  test('a parent organization is added up with its sub-organizations', async () => {
    const page = await openAs('Parent');
    await page.showTab('month');
    await page.row(billing.parentStates.suspended).getByText(/ GB/).first().waitFor();
    await page.row(billing.total).click();
    await app.page.getByRole('term').filter({ hasText: billing.credits }).waitFor();
    expect(await page.export.isEnabled()).toBe(true);
  });

  test('a database admin is told which role the organization needs, and still sees the database', async () => {
    const page = await openAs('Database admin');
    await app.page.getByText(platform.roles[operations.GetOrganizationBilling.access]).waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
    await choose(app.page, new RegExp(`${billing.database}$`), 'Doe v. Roe');
    await page.waitForMonths(12);
  });

  test('a month that can’t be read says why, and nothing is exported without it', async () => {
    const page = await openAs('Interrupted');
    await page.waitForMonths(2);
    expect(await page.export.isDisabled()).toBe(true);
    await page.showPreviousMonth();
    await page.showPreviousMonth();
    await page.showTab('month');
    await app.page.getByRole('alert').waitFor();
    expect(await app.page.getByText(billing.noneInMonth).count()).toBe(0);
    await app.page.getByRole('button', { name: words.common.retry }).click();
    await page.waitForMonths(12);
    expect(await page.export.isDisabled()).toBe(false);
  });

  test('the base form has no credits and no parent, and lacks nothing else', async () => {
    const page = await openAs('Base form');
    await page.waitForMonths(12);
    expect(await app.page.getByText(billing.credits).count()).toBe(0);
    await page.showTab('month');
    await page.row('Acme investigation').click();
    await app.page.getByRole('link', { name: billing.showTrend }).waitFor();
    expect(await app.page.getByText(billing.credits).count()).toBe(0);
    expect(await page.row(billing.parentStates.suspended).getByText(billing.kinds.state).count()).toBe(0);
  });
});
