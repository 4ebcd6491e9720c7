import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { item, sha1, upload } from '../../../test/fixtures/receipt.ts';
import { canonicalJson } from '../types/canonical-json.ts';
import { createEarlierLogAgreement } from './earlier-log-agreement.ts';
import type { ReceiptItem, ReceiptSourceFile } from './receipt.ts';

const entry = { seq: 1, at: '2026-11-27T10:00:00.000Z' };

function problemsOf(listed: readonly ReceiptItem[], logged: readonly ReceiptItem[]) {
  const agreement = createEarlierLogAgreement();
  for (const each of listed) agreement.addItem(each);
  for (const { id, path, sourceFileId, sizeBytes, partCount, sha1: hash } of logged)
    agreement.addEvent({
      ...entry,
      type: 'source-file-completed',
      data: { item: id, path, sourceFileId, sizeBytes, parts: partCount, sha1: hash },
    });
  return agreement.problems(upload);
}

const genuine = Array.from({ length: 320 }, (_, index) => item(index + 1));

test('files in another order than they were accepted are those of the log', () => {
  expect(problemsOf(genuine, genuine.toReversed())).toEqual([]);
});

test('other files are not those of the log, even if their digests add up to the same', () => {
  const digest = ({ id, path, sourceFileId, sizeBytes, partCount, sha1: hash }: ReceiptItem): bigint => {
    const text = canonicalJson([id, path, sourceFileId, sizeBytes, partCount, hash]);
    return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  };
  const sum = (items: readonly ReceiptItem[]) => items.reduce((all, each) => all ^ digest(each), 0n);
  const first = genuine.map((each) => ({ ...each, sha1: sha1(`first ${each.id}`) }));
  const second = genuine.map((each) => ({ ...each, sha1: sha1(`second ${each.id}`) }));
  // Which of the first to exchange for the second: linear equations over two elements, one for each bit.
  const basis = new Map<number, { readonly bits: bigint; readonly uses: bigint }>();
  const reduced = (bits: bigint, uses: bigint) => {
    let left = { bits, uses };
    while (left.bits !== 0n) {
      const known = basis.get(left.bits.toString(2).length);
      if (known === undefined) break;
      left = { bits: left.bits ^ known.bits, uses: left.uses ^ known.uses };
    }
    return left;
  };
  for (const [index, each] of first.entries()) {
    const left = reduced(digest(each) ^ digest(second[index] ?? each), 1n << BigInt(index));
    if (left.bits !== 0n) basis.set(left.bits.toString(2).length, left);
  }
  const { bits, uses } = reduced(sum(genuine) ^ sum(first), 0n);
  expect(bits).toBe(0n);
  const forged = first.map((each, index) => ((uses >> BigInt(index)) & 1n ? (second[index] ?? each) : each));
  expect(sum(forged)).toBe(sum(genuine));
  expect(problemsOf(forged, genuine)).toEqual([{ code: 'items-not-logged' }]);
});

const pack = {
  id: 400_001,
  kind: 'pack',
  filename: 'Lading pack 0123abcd-0001.zip',
  files: 40,
  sizeBytes: 65_000,
  partCount: 2,
  sha1: sha1('pack'),
  custodian: null,
  created: '2026-03-02T09:00:00.000Z',
  completed: '2026-03-02T09:01:00.000Z',
  state: 'PROCESSING',
} as const;

test.each<[string, readonly ReceiptSourceFile[], boolean]>([
  ['as it was logged', [pack], true],
  ['not accepted when the source files were listed', [{ ...pack, completed: null }], true],
  ['with another SHA-1', [{ ...pack, sha1: sha1('other') }], false],
  ['without its SHA-1', [{ ...pack, sha1: null }], false],
  ['of another size', [{ ...pack, sizeBytes: 64_999 }], false],
  ['of another number of files', [{ ...pack, files: 39 }], false],
  ['of another number of parts', [{ ...pack, partCount: 1 }], false],
  ['that is another source file', [{ ...pack, id: 400_002 }], false],
  ['listed twice', [pack, pack], false],
  ['beside one that the log does not know', [pack, { ...pack, filename: 'Lading pack 2.zip' }], false],
])('a pack %s', (_, listed, agrees) => {
  const agreement = createEarlierLogAgreement();
  const members = { firstItem: 1, membersSha256: '' };
  for (const each of listed) agreement.addSourceFile(each);
  const { id: sourceFileId, filename: path, files, sizeBytes, partCount: parts, sha1: hash } = pack;
  agreement.addEvent({
    ...entry,
    type: 'pack-completed',
    data: { path, sourceFileId, files, sizeBytes, parts, sha1: hash, ...members },
  });
  const codes = agreement.problems(upload).map(({ code }) => code);
  expect(codes.includes('packs-not-logged')).toBe(!agrees);
});

test('the members of a pack that has neither an event nor a source file are not those of the log', () => {
  const agreement = createEarlierLogAgreement();
  agreement.addItem({ ...item(1), pack: pack.filename, sourceFileId: pack.id });
  expect(agreement.problems(upload)).toEqual([{ code: 'items-not-logged' }]);
});
