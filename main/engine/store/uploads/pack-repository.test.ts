import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { fromStoredTime } from '../../types/file-time.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { createItemRepository, displayPath, type NewItem } from '../items/item-repository.ts';
import { migrate } from '../migrate.ts';
import { standsAlone } from './pack-candidate-queries.ts';
import { createPackRepository } from './pack-repository.ts';
import { createSourceFileRepository } from './source-file-repository.ts';

const uploadId = 1 as UploadId;

/** At the top of the root, below it, and with times and IDs that need all of 64 bits or more. */
const files = [
  { folderId: 1, name: 'top.txt', sizeBytes: 0, mtimeNs: 0n, device: 1n, fileId: 1n },
  {
    folderId: 2,
    name: 'Ä “x”.eml',
    sizeBytes: 8_000_000,
    mtimeNs: -11_644_473_600_000_000_001n,
    device: -1n,
    fileId: -(2n ** 63n),
  },
  { folderId: 2, name: '2381', sizeBytes: 1, mtimeNs: 13_000_000_000_123_456_789n, device: 2n, fileId: 7n },
];

function openStore() {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name,
      dataset_name, request, os_user, machine, version)
      VALUES (1, 'u', 'ready', 't', 's', 0, 'k', 7, 'd', 'n', '{}', 'me', 'here', '1');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/ev');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, ''), (2, 1, 'Mail/Sent');`);
  const items = createItemRepository(db);
  const addFile = (
    file: Pick<NewItem, 'folderId' | 'name' | 'sizeBytes' | 'mtimeNs' | 'device' | 'fileId'>,
  ) =>
    items.add({
      uploadId,
      nameBytes: null,
      link: null,
      linkHasSecret: false,
      state: 'queued',
      reason: null,
      ...file,
    });
  return { db, packs: createPackRepository(db), addFile };
}

test('a file is considered for a pack, and counted, if its state, size, content, and names allow it', () => {
  const { db, packs, addFile } = openStore();
  const add = (name: string, columns: string) => {
    addFile({ folderId: 2, name, sizeBytes: 8, mtimeNs: 0n, device: 1n, fileId: 1n });
    db.exec(`UPDATE items SET ${columns} WHERE name = '${name}'`);
  };
  add('document', "type = 'docx'");
  add('message.eml', 'type = NULL');
  add('message by its content', "type = 'msg', custodian = 'Ann'");
  add('largest', 'size_bytes = 10');
  add('too large', 'size_bytes = 11');
  add('archive by its content', "type = 'zip'");
  add('locked', "type = 'pdf'");
  add('segment', 'type = NULL');
  add('archive by its name.zip', 'type = NULL');
  add('%E9', "name_bytes = x'e9'");
  add('sent', "state = 'accepted'");
  db.exec(`INSERT INTO segments SELECT id, id, 8 FROM items WHERE name = 'segment';
    INSERT INTO findings (upload_id, item_id, code, severity, details)
      SELECT 1, id, 'encrypted', 1, '{}' FROM items WHERE name = 'locked';`);
  expect(packs.candidates(uploadId, 0, 10, 9).map(({ name, isMessage }) => [name, isMessage])).toEqual([
    ['document', false],
    ['message.eml', true],
    ['message by its content', true],
    ['largest', false],
  ]);
  const tallies = packs.candidateTallies(uploadId, 0, 10).toSorted((one, other) => one.bytes - other.bytes);
  expect(tallies).toEqual([
    { files: 1, bytes: 8 },
    { files: 1, bytes: 8 },
    { files: 2, bytes: 18 },
  ]);
});

test('parts and packs that are cut from a pack have each member once, and count their files and bytes', () => {
  const { packs, addFile } = openStore();
  for (let n = 1; n <= 10; n += 1)
    addFile({ folderId: 2, name: `${n}`, sizeBytes: n, mtimeNs: 0n, device: 1n, fileId: BigInt(n) });
  const members = Array.from({ length: 10 }, (_, index) => (index + 1) as ItemId);
  const pack = packs.add(uploadId, { rootId: 1, custodian: 'Ann', bytes: 55, members });
  expect(packs.uncut(pack)).toEqual({ files: 10, bytes: 55 });
  packs.cut(pack, 1, 3 as ItemId);
  const piece = packs.split(pack, 5 as ItemId);
  packs.cut(pack, 2, 8 as ItemId);
  expect(packs.partMembers(pack, 1).ids).toEqual([1, 2, 3]);
  expect([...packs.uncutMembers(piece)].map(({ id }) => id)).toEqual([4, 5]);
  expect(packs.partMembers(pack, 2).ids).toEqual([6, 7, 8]);
  expect([...packs.uncutMembers(pack)].map(({ id, path }) => [id, path])).toEqual([
    [9, 'Mail/Sent/9'],
    [10, 'Mail/Sent/10'],
  ]);
  expect(packs.get(pack)).toMatchObject({ number: 1, items: 8, bytes: 46, custodian: 'Ann', state: 'open' });
  expect(packs.get(piece)).toMatchObject({ number: 2, items: 2, bytes: 9, custodian: 'Ann', root: '/ev' });

  packs.setHashes([1 as ItemId], {
    crc32s: Uint32Array.of(1),
    hashes: ['a'.repeat(136)],
    ctimesNs: BigInt64Array.of(1n),
    bornsNs: BigInt64Array.of(1n),
  });
  expect(packs.lastHashedPart(pack)).toBe(1);
  expect(packs.uncutAfter(pack, 1)).toBe(true);
  expect(packs.uncutAfter(pack, 1)).toBe(false);
  expect([...packs.uncutMembers(pack)].map(({ id }) => id)).toEqual([6, 7, 8, 9, 10]);
  expect(packs.partMembers(pack, 1).ids).toEqual([1, 2, 3]);
});

test('the members of a part in columns are the same as one by one, and keep what is stored of their hashes', () => {
  const { db, packs, addFile } = openStore();
  for (const file of files) addFile(file);
  const members = files.map((_, index) => (index + 1) as ItemId);
  const pack = packs.add(uploadId, { rootId: 1, custodian: null, bytes: 8_000_001, members });
  packs.cut(pack, 1, 3 as ItemId);

  const { ids, paths, sizesBytes, mtimesNs, mtimeEras, devices, fileIds } = packs.partMembers(pack, 1);
  const oneByOne = packs.membersOf(pack, 1).map(({ item }) => item);
  expect(oneByOne).toHaveLength(files.length);
  expect(
    ids.map((id, index) => ({
      id,
      path: paths[index],
      sizeBytes: sizesBytes[index],
      mtimeNs: fromStoredTime(mtimesNs[index] ?? 0n, mtimeEras[index] ?? 0),
      device: devices[index],
      fileId: fileIds[index],
    })),
  ).toEqual(
    oneByOne.map((item) => ({
      id: item.id,
      path: displayPath(item),
      sizeBytes: item.sizeBytes,
      mtimeNs: item.mtimeNs,
      device: item.device,
      fileId: item.fileId,
    })),
  );
  expect(packs.partBytes(pack, 1)).toBe(8_000_001);
  expect(packs.partMembers(pack, 2).ids).toEqual([]);

  const hashes = files.map(
    (_, index) => `${index}`.repeat(40) + 'abc'[index]?.repeat(32) + 'def'[index]?.repeat(64),
  );
  packs.setHashes(ids, {
    crc32s: Uint32Array.of(0, 0xffffffff, 7),
    hashes,
    ctimesNs: BigInt64Array.of(4n, 5n, 6n),
    bornsNs: BigInt64Array.of(1n, 2n, 3n),
  });
  expect(ids.map((id) => createSourceFileRepository(db).sentVersion(id)?.ctimeNs)).toEqual([4n, 5n, 6n]);
  expect(packs.partHashes(pack, 1)).toEqual([
    { crc32: 0, sha256: 'd'.repeat(64) },
    { crc32: 0xffffffff, sha256: 'e'.repeat(64) },
    { crc32: 7, sha256: 'f'.repeat(64) },
  ]);
  expect(packs.membersOf(pack, 1).map((member) => member.hashes?.md5)).toEqual([
    'a'.repeat(32),
    'b'.repeat(32),
    'c'.repeat(32),
  ]);
});

test.each([
  ['letter.docx', false],
  ['mail.PST', true],
  ['share.zip', true],
  ['comic.cbr', true],
  ['disk.qcow', true],
  ['setup.exe', false],
  ['disk.E01', true],
  ['disk.E02', true],
  ['analysis.sav', false],
  ['backup.zip.001', true],
  ['backup.z01', true],
  ['backup.z100', true],
  ['old.r00', true],
  ['old.t05', true],
  ['map.e00', false],
  ['scan.e57', false],
  ['image.ad2', true],
  ['notes.2019', false],
  ['report.eml', false],
])('%s is alone by its name: %s', (name, expected) => {
  expect(standsAlone(name)).toBe(expected);
});
