import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { verifyProblemText } from '../../../preload/contract/texts/verify-text.ts';
import fc from '../../../test/fixtures/property.ts';
import { item, jsonOf, sourceOf, textSink, upload } from '../../../test/fixtures/receipt.ts';
import { canonicalJson, sha256Hex } from '../types/canonical-json.ts';
import { readSource } from './read-source.ts';
import { itemLine, itemOutcomes, type ReceiptItem, type ReceiptTotals, reconcile } from './receipt.ts';
import { writeReceiptJson } from './receipt-json.ts';
import { createReceiptReader, type ReceiptCheck } from './receipt-reader.ts';

/** Reads a receipt's text as verifyReceipt reads a file. */
function read(text: string): Result<ReceiptCheck> {
  const reader = createReceiptReader('receipt.json');
  for (const line of (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')) {
    const wrong = reader.line(line);
    if (wrong !== null) return { ok: false, failure: wrong };
  }
  return reader.end();
}
const isIntact = (text: string): boolean => {
  const facts = read(text);
  return facts.ok && facts.value.problems.length === 0;
};
const problemsOf = (text: string): readonly string[] => {
  const facts = read(text);
  return facts.ok ? facts.value.problems.map(verifyProblemText) : [failureText(facts.failure)];
};

const itemsDigest = (items: readonly ReceiptItem[]): string =>
  readSource(sourceOf(items)).content.itemsSha256;

const anyItem = fc
  .record({
    path: fc.string({ unit: 'binary', minLength: 1 }),
    pathBytesHex: fc.option(fc.constant('66ff6f')),
    sizeBytes: fc.option(fc.nat(2 ** 42)),
    custodian: fc.option(fc.string({ unit: 'grapheme' })),
    outcome: fc.constantFrom(...itemOutcomes),
    reason: fc.option(fc.record({ code: fc.string() })),
    reasonText: fc.option(fc.string()),
    findings: fc.array(
      fc.record({ code: fc.string(), details: fc.constant({ type: 'zip' }), text: fc.string() }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map((changes) => item(1, changes.outcome === 'pending' ? { ...changes, reason: null } : changes));
const someItems = fc
  .array(anyItem, { maxLength: 5 })
  .map((items): readonly ReceiptItem[] => items.map((each, index) => ({ ...each, id: index + 1 })));

describe('a receipt as written', () => {
  test('is one JSON document and is consistent', async () => {
    await fc.assert(
      fc.asyncProperty(someItems, async (items) => {
        const text = await jsonOf(sourceOf(items));
        const document: unknown = JSON.parse(text);
        expect(document).toMatchObject({
          format: 'lading-receipt',
          formatVersion: 7,
          upload,
          items,
          itemsSha256: itemsDigest(items),
        });
        expect(problemsOf(text)).toEqual([]);
        expect(read(text)).toMatchObject({
          ok: true,
          value: { items: items.length, events: [...sourceOf(items).events()].length },
        });
      }),
    );
  });

  test('the digest of its items is SHA-256 over their canonical lines', () => {
    const items = [item(1), item(2)];
    expect(itemsDigest(items)).toBe(sha256Hex(items.map((each) => `${itemLine(each)}\n`).join('')));
    expect(itemLine(item(1))).toBe(canonicalJson(item(1)));
  });

  test('names with line separators and quotes stay on their line', async () => {
    const items = [item(1, { path: 'a\u2028b\nc"\\' })];
    const text = await jsonOf(sourceOf(items));
    expect(isIntact(text)).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ items });
  });

  test('one that an upload overtook is a failure', async () => {
    const source = sourceOf([item(1)]);
    const sink = textSink();
    const written = await writeReceiptJson({ ...source, items: () => [item(1), item(2)] }, sink.writable);
    expect(written).toMatchObject({ ok: false, failure: { code: 'receipt-overtaken' } });
  });

  test('a full disk and a missing folder are failures; another error is thrown', async () => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write'), { code: 'ENOSPC' })),
    });
    expect(await writeReceiptJson(sourceOf([item(1)]), full)).toMatchObject({
      ok: false,
      failure: { code: 'disk-full' },
    });
    const nowhere = createWriteStream('/nonexistent-folder/receipt.json');
    const failed = await writeReceiptJson(sourceOf([item(1)]), nowhere);
    expect(failed).toMatchObject({
      ok: false,
      failure: { code: 'write-failed', reason: 'folder-missing' },
    });
    const bug = new Writable({ write: (_chunk, _encoding, done) => done(new Error('a bug')) });
    await expect(writeReceiptJson(sourceOf([item(1)]), bug)).rejects.toThrow('a bug');
  });
});

describe('a receipt that was tampered with', () => {
  const items = [
    item(1),
    item(2, { outcome: 'failed', reason: { code: 'path-missing' } }),
    item(3, { outcome: 'skipped', reason: { code: 'special-file' }, sizeBytes: 0 }),
    item(4, { path: 'Жукова, Ирина/план.txt' }),
  ];

  test('by any one edit, anywhere, is found', async () => {
    const text = await jsonOf(sourceOf(items));
    const offset = fc.nat(text.length - 1);
    const edit = fc.oneof(
      fc
        .tuple(offset, fc.string({ minLength: 1, maxLength: 3 }))
        .map(([at, put]) => text.slice(0, at) + put + text.slice(at)),
      fc
        .tuple(offset, fc.string({ minLength: 1, maxLength: 1 }))
        .map(([at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
      fc
        .tuple(offset, fc.integer({ min: 1, max: 400 }))
        .map(([at, length]) => text.slice(0, at) + text.slice(at + length)),
      offset.map((at) => text.slice(0, at)),
    );
    fc.assert(
      fc.property(edit, (edited) => {
        fc.pre(edited !== text && `${edited}\n` !== text);
        expect(isIntact(edited)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('by lines removed, doubled or moved is found', async () => {
    const text = await jsonOf(sourceOf(items));
    const lines = text.trimEnd().split('\n');
    const at = fc.nat(lines.length - 1);
    const edit = fc.oneof(
      at.map((index) => lines.toSpliced(index, 1)),
      at.map((index) => lines.toSpliced(index, 0, lines[index] ?? '')),
      fc.tuple(at, at).map(([from, to]) => lines.toSpliced(from, 1).toSpliced(to, 0, lines[from] ?? '')),
    );
    fc.assert(
      fc.property(edit, (edited) => {
        fc.pre(edited.join('\n') !== lines.join('\n'));
        expect(isIntact(`${edited.join('\n')}\n`)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('is found even with its digest recomputed', async () => {
    const text = await jsonOf(sourceOf(items));
    const forged = items.map((each) => (each.id === 2 ? { ...each, outcome: 'skipped' as const } : each));
    const edited = text
      .replace(itemLine(items[1] ?? item(2)), itemLine(forged[1] ?? item(2)))
      .replace(
        `"itemsSha256":"${itemsDigest(items)}",\n"sourceFiles"`,
        `"itemsSha256":"${itemsDigest(forged)}",\n"sourceFiles"`,
      );
    expect(problemsOf(edited)).toEqual([
      "The list of files was changed: it isn't the one the log vouches for.",
      "The totals don't match the files in the receipt.",
      "What the receipt says about files that were skipped, failed, or need review isn't what the log recorded.",
    ]);
  });

  test.each([
    ['who sent it', '"user":"paralegal"', '"user":"somebody"', 'The details of the upload'],
    ['a total', '"failed":{"bytes":14', '"failed":{"bytes":15', 'The totals'],
    [
      'a source file',
      '"state":"PROCESSING"},\n',
      '"state":"COMPLETED!"},\n',
      'The list of source files was changed',
    ],
    ['an event', '"data":{"changes":[{"items":[[3,3]]', '"data":{"changes":[{"items":[[4,4]]', 'was changed'],
    ['the head', '"head":"', '"head":"0', 'line'],
  ])('%s', async (_what, from, to, said) => {
    const text = await jsonOf(sourceOf(items));
    expect(text).toContain(from);
    expect(problemsOf(text.replace(from, to)).join(' ')).toContain(said);
  });

  test('a log without the issued receipt is reported', async () => {
    const whole = sourceOf(items);
    const sink = textSink();
    const events = [...whole.events()].filter((event) => event.type !== 'receipt-issued');
    await writeReceiptJson({ ...whole, events: () => events }, sink.writable);
    expect(problemsOf(sink.text())).toEqual([
      "The log doesn't say that this receipt was issued, so nothing vouches for its files.",
    ]);
  });
});

describe('reconciliation', () => {
  const none = { items: 0, bytes: 0 };
  const totals = (changes: Partial<ReceiptTotals>): ReceiptTotals => ({
    received: none,
    accepted: none,
    handedOver: none,
    skipped: none,
    failed: none,
    held: none,
    pending: none,
    ...changes,
  });
  const one = { items: 1, bytes: 10 };
  test.each([
    ['nothing at all', totals({}), true, true],
    ['all uploaded', totals({ received: one, accepted: one }), true, true],
    ['one pending', totals({ received: one, pending: one }), true, false],
    ['one held', totals({ received: one, held: one }), true, false],
    ['one lost', totals({ received: one }), false, true],
    ['a byte lost', totals({ received: one, failed: { items: 1, bytes: 9 } }), false, true],
    ['one too many', totals({ accepted: one }), false, true],
  ])('%s', (_what, given, isExplained, isSettled) => {
    expect(reconcile(given)).toMatchObject({ isExplained, isSettled });
  });

  test('a receipt that does not explain every file says so', async () => {
    const source = sourceOf([item(1)]);
    const lost = { ...source.totals(), received: { items: 3, bytes: 100 } };
    const text = (await jsonOf(source)).replace(
      `"totals":${canonicalJson(source.totals())}`,
      `"totals":${canonicalJson(lost)}`,
    );
    expect(problemsOf(text).join(' ')).toContain('leave 2 files and 93 bytes unexplained');
  });
});

describe('a file that is not a receipt', () => {
  test.each<readonly [string, string, object]>([
    ['an empty file', '', { code: 'receipt-invalid', problem: 'not-json' }],
    ['some text', 'hello', { code: 'receipt-invalid', problem: 'not-json' }],
    ['other JSON', '{\n"name":"x"\n}\n', { code: 'receipt-invalid', problem: 'not-a-receipt' }],
    [
      'the CSV form',
      '\uFEFFItem,Chosen folder or file,Path,x\r\n',
      { code: 'receipt-invalid', problem: 'csv' },
    ],
    ['a later version', '{\n"format":"lading-receipt",\n"formatVersion":8,\n', { code: 'receipt-newer' }],
    [
      "a preview's version",
      '{\n"format":"lading-receipt",\n"formatVersion":6,\n',
      { code: 'receipt-preview' },
    ],
  ])('%s', (_what, text, failure) => {
    expect(read(text)).toMatchObject({ ok: false, failure });
  });

  test.each([
    ['pretty-printed', (text: string) => JSON.stringify(JSON.parse(text), null, 2)],
    ['on one line', (text: string) => JSON.stringify(JSON.parse(text))],
    ['with CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', (text: string) => `\uFEFF${text}`],
  ])('a receipt %s is named as changed', async (_what, change) => {
    const facts = read(change(await jsonOf(sourceOf([item(1)]))));
    expect(facts).toMatchObject({ ok: false, failure: { code: 'receipt-edited' } });
  });

  test('a receipt that was cut off after any line is named as cut off', async () => {
    const lines = (await jsonOf(sourceOf([item(1), item(2)]))).trimEnd().split('\n');
    for (let kept = 1; kept < lines.length; kept += 1) {
      const facts = read(lines.slice(0, kept).join('\n'));
      expect(facts).toMatchObject({
        ok: false,
        failure: { code: 'receipt-cut-off', line: kept },
      });
    }
  });

  test('a line with endless nesting does not crash the process', () => {
    expect(
      read(
        `{\n"format":"lading-receipt",\n"formatVersion":7,\n"upload":${'['.repeat(50_000)}${']'.repeat(50_000)},`,
      ).ok,
    ).toBe(false);
  });
});
