import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { knownSecrets, redacted } from '../../../../preload/contract/texts/known-secrets.ts';
import {
  lockedSummaryText,
  passwordsSentText,
  trialLabel,
  trialReasonText,
} from '../../../../preload/contract/texts/locked-file-text.ts';
import { naturalKey } from '../../../../preload/contract/texts/natural-key.ts';
import type { LockedFileView } from '../../../../preload/contract/views/locked-file.ts';
import { lockedFiles } from '../../../../test/fixtures/locked-files.ts';
import { pstFile } from '../../../../test/fixtures/pst-file.ts';
import { unwrap } from '../../../../test/fixtures/result.ts';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import type { LockedFileQuery } from '../../store/items/locked-file-repository.ts';
import { openStore, type Store } from '../../store/open.ts';
import { createRepositories } from '../../store/repositories.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { UploadPasswords } from '../context/upload-passwords.ts';
import {
  addPasswords,
  clearPasswords,
  forgetLostPasswords,
  summarizeLockedFiles,
  tryUploadPasswords,
  writeLockedList,
} from './locked-files.ts';

const id = 1 as UploadId;
let folder = '';
let store: Store;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-passwords-'));
  mkdirSync(join(folder, 'evidence'));
  mkdirSync(join(folder, 'state'));
  const opened = openStore(join(folder, 'state'), 'test');
  if (!opened.ok) throw new Error(opened.failure.code);
  store = opened.value;
  createRepositories(store.db).uploads.insert(newUpload());
  store.db.exec(`
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '${join(folder, 'evidence')}');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '');`);
  const files = [
    ...lockedFiles.map(({ type, bytes }, index) => ({ name: `${index}.${type}`, type: String(type), bytes })),
    { name: 'mail.pst', type: 'pst', bytes: Buffer.from('!BDN') },
    { name: 'archive.pst', type: 'pst', bytes: pstFile({ checksum: 0xa655dd18 }) },
    { name: '=gone.zip', type: 'zip', bytes: null },
  ];
  const insert = store.db.prepare(
    `INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, type)
     VALUES (?, 1, 1, ?, ?, 1, 1, ?, 'queued', ?)`,
  );
  const find = store.db.prepare(
    `INSERT INTO findings (upload_id, item_id, code, severity, details) VALUES (1, ?, 'encrypted', 1, '{"locked":"file"}')`,
  );
  for (const [index, { name, type, bytes }] of files.entries()) {
    if (bytes !== null) writeFileSync(join(folder, 'evidence', name), bytes);
    insert.run(index + 1, name, bytes?.length ?? 0, index + 1, type);
    find.run(index + 1);
  }
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function context() {
  return { store, repositories: createRepositories(store.db), uploadPasswords: new UploadPasswords() };
}

async function listOf(engine: ReturnType<typeof context>, format: 'csv' | 'txt'): Promise<string> {
  const chunks: Buffer[] = [];
  const file = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  await writeLockedList(engine, id, format, file);
  return Buffer.concat(chunks).toString('utf8');
}

function createLockedFiles(...files: readonly (readonly [name: string, custodian: string])[]) {
  const insert = store.db.prepare(
    `INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, type, custodian)
     VALUES (@id, 1, 1, @name, 1, 1, 1, @id, 'queued', 'pst', @custodian)`,
  );
  for (const [index, [name, custodian]] of files.entries()) {
    insert.run({ id: 100 + index, name, custodian });
    store.db
      .prepare(
        `INSERT INTO findings (upload_id, item_id, code, severity, details) VALUES (1, ?, 'encrypted', 1, '{"locked":"file"}')`,
      )
      .run(100 + index);
  }
  return {
    remove: () =>
      store.db.exec('DELETE FROM findings WHERE item_id >= 100; DELETE FROM items WHERE id >= 100'),
  };
}

const secrets = ['grüße', 'Confidential1', 'owner', 'XYz123'];

it('every locked file is tried, and says whether a password opens it, none does, or nothing can tell', async () => {
  const engine = context();
  addPasswords(engine, id, ['wrong', 'wrong', ...secrets]);
  let last = summarizeLockedFiles(engine, id);
  const tried = await tryUploadPasswords(engine, id, new AbortController().signal, {
    onProgress: (summary) => {
      last = summary;
    },
  });
  expect(tried).toMatchObject({
    ok: true,
    value: {
      files: lockedFiles.length + 3,
      byStatus: {
        opened: lockedFiles.length + 1,
        'cannot-try': 1,
        unreadable: 1,
        'no-fit': 0,
        'not-tried': 0,
      },
      passwords: 5,
      trial: null,
    },
  });
  expect(last.trial).toMatchObject({ files: lockedFiles.length + 3, done: lockedFiles.length + 3 });
  const { opening } = engine.uploadPasswords.forSending(id);
  expect(opening(1 as ItemId)).toBe('grüße');
  expect(opening((lockedFiles.length + 1) as ItemId)).toBeNull();
  expect(lockedSummaryText(summarizeLockedFiles(engine, id))).toBe(
    "15 locked files, 13 opened, 1 not tried here, 1 can't be read. The 2 that no password opened will be uploaded but may not be processed",
  );
  const oneLeft = { opened: 6, 'no-fit': 1, 'not-tried': 0, 'cannot-try': 0, unreadable: 0 };
  expect(lockedSummaryText({ files: 7, byStatus: oneLeft, passwords: 1 })).toBe(
    '7 locked files, 6 opened. The one that no password opened will be uploaded but may not be processed',
  );
  const untried = { opened: 0, 'no-fit': 0, 'not-tried': 1, 'cannot-try': 0, unreadable: 0 };
  expect(lockedSummaryText({ files: 1, byStatus: untried, passwords: 0 })).toBe(
    '1 locked file. It will be uploaded but may not be processed',
  );
  expect(lockedSummaryText({ files: 1, byStatus: untried, passwords: 1 })).toBe(
    '1 locked file, 1 not tried with your passwords. It will be uploaded but may not be processed',
  );
  const sort = { column: 'status', descending: false } as const;
  const archive = engine.repositories.lockedFiles.page(id, { status: null, search: 'archive', sort }, 0, 1);
  expect(archive.files.map((file) => [trialLabel(file), trialReasonText(file)])).toEqual([
    [
      'Matches checksum',
      'The password matches the checksum that the file stores. Other passwords may match it too.',
    ],
  ]);
  const query = { status: null, search: '', sort };
  const { total, files } = engine.repositories.lockedFiles.page(id, query, 1, 2);
  expect([total, ...files.map(({ status }) => status)]).toEqual([15, 'unreadable', 'opened']);
  const orders: [LockedFileQuery['sort']['column'], (file: LockedFileView) => string | number][] = [
    ['path', ({ path }) => naturalKey(path)],
    ['size', ({ sizeBytes }) => sizeBytes],
    ['type', ({ type }) => type],
  ];
  for (const [column, keyOf] of orders)
    for (const descending of [false, true]) {
      const by = { ...query, sort: { column, descending } };
      const shown = engine.repositories.lockedFiles.page(id, by, 0, 20).files.map(keyOf);
      const ordered = shown.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(shown).toEqual(descending ? ordered.toReversed() : ordered);
    }
});

it('the list for the client names what is still locked, and no password', async () => {
  const engine = context();
  const csv = await listOf(engine, 'csv');
  const text = await listOf(engine, 'txt');
  expect(csv.split('\r\n').slice(1)).toMatchObject([
    expect.stringMatching(/^"?'=gone\.zip"?,ZIP archive,0,.*ENOENT/),
    expect.stringMatching(/^mail\.pst,Outlook mail archive \(PST\),4,/),
    '',
  ]);
  expect(text).toContain(
    'The 2 files below are protected by a password, and we could not check whether one that we have opens them:',
  );
  expect(text).not.toContain('none that we have');
  expect(text).toContain('mail.pst (Outlook mail archive (PST), 4 B): Not tried: damaged');
  for (const secret of secrets) expect(csv + text).not.toContain(secret);
});

it('the letter has a heading for each custodian, and their files in natural order', async () => {
  const engine = context();
  const untried = createLockedFiles(
    ['b10.pst', 'Roe'],
    ['b9.pst', 'Roe'],
    ['z.pst', 'Doe 10'],
    ['Y.pst', 'doe 2'],
  );
  const lines = (await listOf(engine, 'txt')).split('\r\n');
  untried.remove();
  const file = (name: string) => `${name} (Outlook mail archive (PST), 1 B)`;
  expect(lines.slice(4)).toEqual([
    ...[
      'doe 2:',
      file('Y.pst'),
      '',
      'Doe 10:',
      file('z.pst'),
      '',
      'Roe:',
      file('b9.pst'),
      file('b10.pst'),
      '',
    ],
    'The 2 files below are protected by a password, and we could not check whether one that we have opens them:',
    ...[
      '',
      'No custodian:',
      "=gone.zip (ZIP archive, 0 B): Can't be read",
      'mail.pst (Outlook mail archive (PST), 4 B): Not tried: damaged',
      '',
    ],
  ]);
});

it('passwords are in memory only: another process has to get them again', () => {
  const engine = context();
  forgetLostPasswords(engine);
  expect(summarizeLockedFiles(engine, id)).toMatchObject({ passwords: 0, mustEnterAgain: true });
  addPasswords(engine, id, ['only in memory']);
  expect(summarizeLockedFiles(engine, id)).toMatchObject({ mustEnterAgain: false, byStatus: { opened: 0 } });
  store.db.pragma('wal_checkpoint(TRUNCATE)');
  for (const name of readdirSync(join(folder, 'state'))) {
    const stored = readFileSync(join(folder, 'state', name));
    for (const secret of ['grüße', 'Confidential1', 'only in memory'])
      expect(stored.includes(secret)).toBe(false);
  }
});

it('of what a process opened, only what the platform has a password for stays open without it', async () => {
  const engine = context();
  addPasswords(engine, id, secrets);
  unwrap(await tryUploadPasswords(engine, id, new AbortController().signal));
  const { recordSent, opening } = engine.uploadPasswords.forSending(id);
  const sent = recordSent([opening(1 as ItemId) ?? '']);
  expect(sent).toContain(1);
  for (const itemId of sent) engine.repositories.lockedFiles.setSent(itemId);
  expect(recordSent([opening(1 as ItemId) ?? ''])).toEqual([]);
  forgetLostPasswords(engine);
  expect(summarizeLockedFiles(engine, id).byStatus.opened).toBe(sent.length);
  // The platform has it already.
  expect(engine.uploadPasswords.setOpening(id, 2 as ItemId, opening(1 as ItemId) ?? '')).toBe(true);
  clearPasswords(engine, id);
  expect(summarizeLockedFiles(engine, id).byStatus.opened).toBe(0);
});

it('clearing forgets the passwords, and what they opened', () => {
  const engine = context();
  addPasswords(engine, id, ['only here']);
  expect(knownSecrets.removeFrom('only here')).toBe(redacted);
  clearPasswords(engine, id);
  expect(knownSecrets.removeFrom('only here')).toBe('only here');
  expect(summarizeLockedFiles(engine, id)).toMatchObject({ passwords: 0, mustEnterAgain: false });
});

it('a trial that is canceled keeps what it found, and ends', async () => {
  const engine = context();
  addPasswords(
    engine,
    id,
    Array.from({ length: 100_000 }, (_, index) => `never-${index}`),
  );
  const stop = new AbortController();
  const tried = await tryUploadPasswords(engine, id, stop.signal, {
    onProgress: ({ trial }) => {
      if ((trial?.tried ?? 0) > 0) stop.abort();
    },
  });
  expect(tried).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  expect(summarizeLockedFiles(engine, id).trial).toBeNull();
});

it.each([
  [{ files: 0, passwords: 0 }, null],
  [{ files: 3, passwords: 0 }, 'None goes to the platform'],
  [
    { files: 3, passwords: 1 },
    '1 password goes to the platform, which uses it for every locked file of the dataset “Doe”',
  ],
  // What was locked is excluded now. The passwords go all the same.
  [
    { files: 0, passwords: 2 },
    '2 passwords go to the platform, which uses them for every locked file of the dataset “Doe”',
  ],
])('of %j, what goes to the platform is said before the start', (summary, text) => {
  expect(passwordsSentText(summary, 'Doe')).toBe(text);
});
