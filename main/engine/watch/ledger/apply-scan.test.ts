import { expect, test } from 'vitest';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { applyScan } from './apply-scan.ts';
import type { FoundFile } from './scan-messages.ts';

test('what was decided about a file before it changed is forgotten', () => {
  const { addRule, inbox, store, watchFiles, ledger } = ledgerOfTest();
  const rule = { id: addRule().id, rootPath: inbox };
  const file: FoundFile = {
    ...{ folder: '', name: 'a.txt', reason: null, wasMoved: false, device: 1n, fileId: 1n, bornNs: 0n },
    ...{ sizeBytes: 1, mtimeNs: 1n },
  };
  const apply = (...found: FoundFile[]) =>
    store.writes.transaction(() => applyScan(watchFiles, rule, { found, gone: [] }, 't'));
  const [, id = 0] = apply({ ...file, name: 'old.txt' }, file).settling;
  const copy = {
    state: 'skipped',
    reason: null,
    kind: 'copy',
    earlierId: 1,
    continuesId: null,
    sha256: 'a'.repeat(64),
  } as const;
  watchFiles.decide(id, copy, 't');
  apply({ ...file, sizeBytes: 2 });
  expect(ledger(rule.id)[1]).toMatchObject({ state: 'settling', kind: 'new', earlierId: null, sha256: null });
});

test('a file that a scan read twice becomes one version', () => {
  const { addRule, inbox, store, watchFiles, sendSettled, ledger } = ledgerOfTest();
  const rule = { id: addRule().id, rootPath: inbox };
  const file: FoundFile = {
    ...{ folder: '', name: 'a.txt', reason: null, wasMoved: false, device: 1n, fileId: 1n, bornNs: 0n },
    ...{ sizeBytes: 1, mtimeNs: 1n },
  };
  const apply = (...found: FoundFile[]) =>
    store.writes.transaction(() => applyScan(watchFiles, rule, { found, gone: [] }, 't'));
  const decision = {
    state: 'settled',
    reason: null,
    kind: null,
    earlierId: null,
    continuesId: null,
    sha256: null,
  } as const;
  for (const id of apply(file, file).settling) watchFiles.decide(id, decision, 't');
  sendSettled(rule.id, () => 'a'.repeat(64));
  const changed = { ...file, sizeBytes: 2, mtimeNs: 2n };
  apply(changed);
  apply(changed, changed);
  expect(ledger(rule.id).map(({ version, state }) => [version, state])).toEqual([
    [1, 'sent'],
    [2, 'settling'],
  ]);
});

test('of many files that are found at once, each gets its own row, and what the ledger knows is not added again', () => {
  const { addRule, inbox, store, watchFiles } = ledgerOfTest();
  const rule = { id: addRule().id, rootPath: inbox };
  const file = (name: string, size: number): FoundFile => ({
    ...{ folder: '', name, reason: null, wasMoved: false, device: 1n, fileId: BigInt(size), bornNs: 0n },
    ...{ sizeBytes: size, mtimeNs: 1n },
  });
  const apply = (found: readonly FoundFile[]) =>
    store.writes.transaction(() => applyScan(watchFiles, rule, { found, gone: [] }, 't')).settling;
  const known = apply([file('known 7', 7), file('changed 70', 1)]);
  const many = Array.from({ length: 120 }, (_, n) => file(n === 7 ? 'known 7' : `new ${n}`, n));
  many[70] = file('changed 70', 70);
  many[80] = file('new 3', 80);
  many[81] = { ...file('left out', 81), reason: { code: 'not-included' } };
  const settling = apply(many);
  const rows = settling.map((id) => watchFiles.get(id));
  const names = many.map(({ name }) => name).filter((name) => name !== 'known 7' && name !== 'left out');
  expect(rows.map((row) => row?.name)).toEqual(names);
  expect(settling[69]).toBe(known[1]);
  const newest = new Map(many.map(({ name, sizeBytes }) => [name, sizeBytes]));
  expect(rows.map((row) => row?.sizeBytes)).toEqual(names.map((name) => newest.get(name)));
  const count = (where: string) =>
    store.db.prepare(`SELECT count(*) FROM watch_files WHERE ${where}`).pluck().get();
  expect([count('true'), count('version > 1'), count("state = 'skipped'")]).toEqual([119, 0, 1]);
});
