import { describe, expect, test } from 'vitest';
import { databaseCheckText } from '../../../../preload/contract/texts/database-check-text.ts';
import { checkDatabase, type DatabaseUse } from './database-check.ts';

const doe: DatabaseUse = {
  serverUrl: 'https://platform.example/',
  isSandbox: false,
  databaseId: 1,
  databaseName: 'Doe v. Roe',
  sources: ['/evidence/doe/EV-1'],
  custodians: ['Smith, John'],
  newDataset: 'Volume 1',
};
const acme: DatabaseUse = {
  ...doe,
  databaseId: 2,
  databaseName: 'Acme',
  sources: ['/evidence/acme/EV-7'],
  custodians: ['Gray, Ida'],
  newDataset: 'Gray mail',
};
const both = [doe, acme];
/** Nothing in common with either. */
const fresh = { sources: ['/media/x/new'], custodians: [], newDataset: 'Fresh' };

const cases: readonly [string, DatabaseUse, readonly DatabaseUse[], ReturnType<typeof summary>][] = [
  ['a first upload', acme, [], null],
  ['another upload to a database in use', { ...acme, ...fresh }, both, null],
  ['the first to this database', { ...acme, ...fresh }, [doe], ['new-database', null, ['Doe v. Roe']]],
  [
    'a folder that went elsewhere',
    { ...acme, sources: doe.sources },
    both,
    ['same-source', '/evidence/doe/EV-1', ['Doe v. Roe']],
  ],
  [
    'a folder inside it',
    { ...acme, sources: ['/evidence/doe/EV-1/mail'] },
    both,
    ['same-source', '/evidence/doe/EV-1/mail', ['Doe v. Roe']],
  ],
  [
    'the folder that contains folders of both',
    { ...acme, sources: ['/evidence'] },
    both,
    ['same-source', '/evidence/doe/EV-1', ['Doe v. Roe']],
  ],
  [
    'another folder inside one that went elsewhere',
    { ...acme, sources: ['/evidence/doe/EV-1/mail'] },
    [doe, { ...acme, sources: ['/evidence/doe/EV-1/docs'] }],
    ['same-source', '/evidence/doe/EV-1/mail', ['Doe v. Roe']],
  ],
  [
    'one of two folders went elsewhere',
    { ...acme, sources: [...acme.sources, ...doe.sources] },
    both,
    ['same-source', '/evidence/doe/EV-1', ['Doe v. Roe']],
  ],
  [
    'a folder that went to both',
    { ...acme, sources: doe.sources },
    [...both, { ...acme, sources: doe.sources }],
    null,
  ],
  [
    'a custodian of another database',
    { ...acme, ...fresh, custodians: ['Lee', 'Smith, John'] },
    both,
    ['same-custodian', 'Smith, John', ['Doe v. Roe']],
  ],
  ['a custodian of both', { ...acme, ...fresh, custodians: ['Gray, Ida', 'Smith, John'] }, both, null],
  [
    'a folder beside one that went elsewhere',
    { ...acme, ...fresh, sources: ['/evidence/doe/EV-2'] },
    both,
    ['nearby-source', '/evidence/doe/EV-1', ['Doe v. Roe']],
  ],
  ['a folder beside one that went here', { ...acme, sources: ['/evidence/acme/EV-8'] }, both, null],
  [
    'EV-10 is beside EV-1, not in it',
    { ...acme, ...fresh, sources: ['/evidence/doe/EV-10'] },
    both,
    ['nearby-source', '/evidence/doe/EV-1', ['Doe v. Roe']],
  ],
  [
    'the tops of two disks',
    { ...acme, ...fresh, sources: ['/mnt'] },
    [...both, { ...doe, sources: ['/media'] }],
    null,
  ],
  [
    'the dataset name of another database',
    { ...acme, ...fresh, newDataset: 'volume 1 ' },
    both,
    ['same-dataset', 'volume 1 ', ['Doe v. Roe']],
  ],
  [
    'its own folder outweighs a dataset name in use elsewhere',
    { ...acme, sources: ['/evidence/acme/EV-8'], newDataset: 'Volume 1' },
    both,
    null,
  ],
  [
    'an existing dataset',
    { ...acme, ...fresh, newDataset: null },
    [acme, { ...doe, newDataset: null }],
    null,
  ],
  [
    'the same ID on another platform',
    { ...doe, serverUrl: 'https://other.example/' },
    [doe],
    ['same-source', '/evidence/doe/EV-1', ['Doe v. Roe (https://platform.example/)']],
  ],
  [
    'another database with the same name',
    { ...doe, databaseId: 9 },
    [doe],
    ['same-source', '/evidence/doe/EV-1', ['Doe v. Roe (1)']],
  ],
  ['practice in the sandbox before', acme, [{ ...doe, isSandbox: true }], null],
  ['practice in the sandbox after', { ...acme, isSandbox: true }, [doe], null],
  ['a renamed database', { ...doe, databaseName: 'Doe v. Poe' }, [doe], ['renamed', null, ['Doe v. Roe']]],
  [
    'a renamed database that was confirmed',
    { ...doe, databaseName: 'Doe v. Poe' },
    [doe, { ...doe, databaseName: 'Doe v. Poe' }],
    null,
  ],
  ['a name that the platform did not tell before', doe, [{ ...doe, databaseName: 'database 1' }], null],
  ['a name that it does not tell now', { ...doe, databaseName: 'database 1' }, [doe], null],
];

function summary({ reason, subject, usedBefore }: ReturnType<typeof checkDatabase>) {
  return reason === null ? null : ([reason, subject, usedBefore] as const);
}

describe('the database check', () => {
  test.each(cases)('%s', (_what, upload, before, expected) => {
    const check = checkDatabase(upload, before);
    expect(summary(check)).toEqual(expected);
    expect(check).toMatchObject({ databaseId: upload.databaseId, databaseName: upload.databaseName });
  });

  test.each([
    ['win32', 'same-source'],
    ['linux', 'new-database'],
  ])('compares paths as %s does', (platform, reason) => {
    const before = [{ ...doe, sources: ['D:\\Doe\\EV-1'] }];
    const spelled = { ...acme, ...fresh, sources: ['d:\\doe\\ev-1\\'] };
    expect(checkDatabase(spelled, before, [], platform).reason).toBe(reason);
  });

  test('names the databases that were used last first, and not more than five', () => {
    const many = Array.from({ length: 9 }, (_, id) => ({
      ...doe,
      databaseId: 10 + id,
      databaseName: `D${id}`,
    }));
    expect(checkDatabase(acme, many).usedBefore).toEqual(['D8', 'D7', 'D6', 'D5', 'D4']);
  });
});

test.each([
  ['the first upload of all', [], ['similar-name', ['Acme II']]],
  ['a database in use', both, ['similar-name', ['Acme II']]],
  ['a database that was never used', [doe], ['similar-name', ['Acme II']]],
  ['the same folder as before', [{ ...acme, sources: fresh.sources }], [null, []]],
  ['a custodian who was sent there', [{ ...acme, custodians: ['Moe'] }], [null, []]],
  [
    'a custodian who was sent elsewhere',
    [{ ...doe, custodians: ['Moe'] }],
    ['same-custodian', ['Doe v. Roe']],
  ],
] as const)(
  'a name much like another one asks unless a closer sign decides: %s',
  (_what, before, expected) => {
    const upload = { ...acme, ...fresh, custodians: ['Moe'] };
    const { reason, usedBefore } = checkDatabase(upload, before, ['Acme II']);
    expect([reason, usedBefore]).toEqual(expected);
  },
);

test('where the same database was at another address, the question names both', () => {
  const old = { ...doe, serverUrl: 'https://old.example/' };
  const check = checkDatabase(doe, [old]);
  expect(check.reason === null ? null : databaseCheckText({ ...check, reason: check.reason })).toBe(
    'Earlier uploads of “/evidence/doe/EV-1” went to “Doe v. Roe (https://old.example/)”, not to “Doe v. Roe (https://platform.example/)”.',
  );
});

test.each([
  ['/evid/Globe v. Doe/', '/evid', 'Globe v. Doe'],
  ['D:\\Evidence\\mail.pst', 'D:\\Evidence', 'mail.pst'],
])('of %s, the question names the folder that it is in', (subject, parent, name) => {
  const asked = { reason: 'nearby-source', databaseId: 2, databaseName: 'Acme', subject } as const;
  expect(databaseCheckText({ ...asked, usedBefore: ['Doe v. Roe'] })).toBe(
    `Earlier uploads of what else is in “${parent}”, such as “${name}”, went to “Doe v. Roe”, not to “Acme”.`,
  );
});

test('the question lists several databases as a sentence does', () => {
  const asked = { reason: 'same-source', databaseId: 3, databaseName: 'Sealed', subject: '/evid' } as const;
  expect(databaseCheckText({ ...asked, usedBefore: ['Acme', 'Doe v. Roe'] })).toBe(
    'Earlier uploads of “/evid” went to “Acme” and “Doe v. Roe”, not to “Sealed”.',
  );
});
