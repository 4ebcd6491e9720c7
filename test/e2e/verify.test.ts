/** Verifying receipts in the window: what is proved, what isn't, and what is refused. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import {
  headMatchesText,
  receiptMismatchText,
  receiptProofText,
  verifyProblemText,
} from '../../preload/contract/texts/verify-text.ts';
import { words } from '../../renderer/i18n/words.ts';
import { item, jsonOf, signatureOf, signingKey, sourceOf } from '../fixtures/receipt.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { analyze } from './accessibility.ts';
import { call, endAll, goTo, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

const { verify } = words;
const items = [item(1), item(2), item(3)];
let app: RunningApp;
let folder = '';
let receipt = '';
let text = '';

afterAll(endAll);

describe.skipIf(noWindow !== null)('in the window', () => {
  beforeAll(async () => {
    app = await open(newFolder());
    await new FirstRunPage(app.page).trySandbox();
    folder = newFolder('receipts');
    receipt = join(folder, 'receipt.json');
    text = await jsonOf(sourceOf(items));
    writeFileSync(receipt, text);
  });

  /** Chooses a receipt and verifies it. */
  async function verifyReceipt(path: string, given: { key?: string; head?: string; against?: string } = {}) {
    const { page } = app;
    await goTo(page, '#/uploads', words.uploads.title);
    await goTo(page, '#/verify', verify.title);
    await app.answerDialog([path]);
    await page.getByRole('button', { name: verify.chooseReceipt }).click();
    await page
      .locator('.verify-path')
      .first()
      .getByText(/\.json/)
      .waitFor();
    if (given.against !== undefined) {
      await app.answerDialog([given.against]);
      await page.getByRole('button', { name: verify.chooseFolder }).click();
      await page.getByRole('button', { name: verify.clearFolder }).waitFor();
    }
    if (given.key !== undefined) await page.getByLabel(verify.key).fill(given.key);
    if (given.head !== undefined) await page.getByLabel(verify.head).fill(given.head);
    await page.getByRole('button', { name: verify.start, exact: true }).click();
  }
  const result = () => app.page.locator('main').innerText();
  const waitFor = (said: string) => app.page.getByText(said).first().waitFor();

  test('a receipt by an unknown key says what is proved and what is not', async () => {
    await verifyReceipt(receipt);
    await waitFor(receiptProofText('signed').title);
    const said = await result();
    expect(said).toContain(verify.signedBy(signingKey.fingerprint));
    expect(said).toContain(verify.whoseKey);
    expect(said).toContain(verify.filesNotCompared);
  });

  test('a receipt with the expected key and log head is proved', async () => {
    const head = /"head":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
    await verifyReceipt(receipt, { key: signingKey.fingerprint.toUpperCase(), head });
    await waitFor(receiptProofText('signed-as-expected').title);
    expect(await result()).toContain(headMatchesText);
  });

  test('a receipt that was altered and chained again is refused, in words', async () => {
    const forged = join(folder, 'forged.json');
    // With everything hashed again, and the signature that was there.
    const source = sourceOf([item(1), item(2, { sha1: '0'.repeat(40) }), item(3)]);
    writeFileSync(forged, await jsonOf(source, signatureOf(sourceOf(items))));
    await verifyReceipt(forged);
    await waitFor(receiptProofText('not-intact').title);
    const said = await result();
    expect(said).toContain(verifyProblemText({ code: 'signature-over-other-log' }));
    expect(said).toContain(verify.nothingProved);
    expect(said).not.toContain(verify.signedBy(signingKey.fingerprint));
    expect(said).not.toContain(verify.signedWith);
  });

  test('a receipt by another key than the expected one, or with another log head, is refused', async () => {
    const expected = 'ab'.repeat(32);
    await verifyReceipt(receipt, { key: expected });
    await waitFor(receiptProofText('not-expected').title);
    const mismatch = { code: 'key-differs', expected, found: signingKey.fingerprint } as const;
    expect(await result()).toContain(receiptMismatchText(mismatch));
    await verifyReceipt(receipt, { head: expected });
    await waitFor(receiptProofText('not-expected').title);
  });

  test('a receipt that was edited, or is none, is refused as a whole', async () => {
    const edited = join(folder, 'edited.json');
    const line = text.split('\n').indexOf('"items":[') + 1;
    writeFileSync(edited, text.replace('"items":[', '"items": ['));
    await verifyReceipt(edited);
    await waitFor(failureText({ code: 'receipt-edited', path: edited, line }));
    const other = join(folder, 'other.json');
    writeFileSync(other, 'PK');
    await verifyReceipt(other);
    await waitFor(failureText({ code: 'receipt-invalid', path: other, problem: 'not-json' }));
  });

  test('a fingerprint with a digit missing is marked, and nothing is verified', async () => {
    await verifyReceipt(receipt, { key: 'ab12' });
    await waitFor(verify.notSha256);
    expect(await result()).not.toContain(verify.proved);
  });

  test('files that differ from the receipt are listed and exported', async () => {
    const against = newFolder('copy');
    writeFileSync(join(against, 'unknown =1+1.txt'), 'x');
    await verifyReceipt(receipt, { against });
    await waitFor(verify.differences(4));
    expect(await result()).toContain(verify.kinds['not-in-receipt']);
    expect((await analyze(app.page)).violations).toEqual([]);
    const exportTo = async (path: string) => {
      await app.answerDialog(path);
      await app.page.getByRole('button', { name: words.common.exportCsv }).click();
    };
    const inside = join(against, 'differences.csv');
    await exportTo(inside);
    await waitFor(failureText({ code: 'output-in-source', path: inside, source: against, same: false }));
    expect(readdirSync(against)).toEqual(['unknown =1+1.txt']);
    const csv = join(folder, 'differences.csv');
    await exportTo(csv);
    await waitFor(words.common.savedTo(csv));
    const rows: readonly Record<string, string>[] = parse(readFileSync(csv), { columns: true, bom: true });
    expect(rows.map((row) => row['Difference']).toSorted()).toEqual([
      'missing',
      'missing',
      'missing',
      'not in receipt',
    ]);
  });

  test('the menu opens it, and the keyboard is enough', async () => {
    const { page } = app;
    await goTo(page, '#/uploads', words.uploads.title);
    await app.chooseMenu('verify');
    await page.getByRole('heading', { name: verify.title }).waitFor();
    await app.answerDialog([receipt]);
    await page.getByRole('button', { name: verify.chooseReceipt }).focus();
    await page.keyboard.press('Enter');
    await page
      .locator('.verify-path')
      .first()
      .getByText(/\.json/)
      .waitFor();
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      if (focused === verify.start) break;
    }
    await page.keyboard.press('Enter');
    await waitFor(receiptProofText('signed').title);
  });

  test('needs no connection: the first screen leads to it', async () => {
    const { page } = await open(newFolder());
    await page.getByRole('link', { name: verify.open }).click();
    await page.getByRole('heading', { name: verify.title }).waitFor();
  });

  test('the window can name no path of its own', async () => {
    const argument = { path: '/etc/passwd', against: null, key: null, head: null };
    expect(await call(app.page, 'receipts.verify', argument)).toMatchObject({
      failure: { code: 'source-not-granted' },
    });
  });
});
