import { expect, test } from 'vitest';
import { isOwnFile, isOwnFolder, ownNames } from './own-names.ts';

const varied = [
  'lading.db-wal',
  'lading.db-shm',
  'rate-limit-station-7.firm.db',
  'rate-limit-station-7.firm.db-wal',
  'engine.lock-journal',
  'signing-key.pem.damaged-0123abcd',
  'signing-key.pem.0123456789ab.part',
  '.lading-folder.0123456789ab.part',
  `.lading-${'0'.repeat(24)}.part`,
  'crash-2026-01-02T03-04-05-678Z-99.txt',
];

test.each(['lading.db', 'engine.lock', 'signing-key.pem', 'watch-status.json', '.lading-folder', ...varied])(
  '%s is Lading’s file',
  (name) => {
    expect([isOwnFile(name), isOwnFolder(name)]).toEqual([true, false]);
  },
);

test.each(['logs', 'window', 'sandbox', 'lading-requests'])('%s is Lading’s folder', (name) => {
  expect([isOwnFile(name), isOwnFolder(name)]).toEqual([false, true]);
});

test.each([
  'letter.docx',
  'lading.db.bak',
  'crash-test.txt',
  'signing-key.pem.old',
  'letter.docx.0123456789ab.part',
  'requests',
  'Logs',
])('%s is a person’s', (name) => {
  expect([isOwnFile(name), isOwnFolder(name)]).toEqual([false, false]);
});

test('the own names of a folder are those that every data folder may have, and what else is there', () => {
  const always = ownNames([]);
  expect(always).toEqual(expect.arrayContaining(['lading.db', 'signing-key.pem', 'logs', 'sandbox']));
  expect(ownNames(['letter.docx', 'lading.db', ...varied])).toEqual([...always, ...varied]);
});
