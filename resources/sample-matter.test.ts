import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Entry, fromBufferPromise } from 'yauzl';
import {
  sampleMatter,
  sampleMatterFolder,
  sampleMatterPasswords,
  writeSampleMatter,
} from './sample-matter.ts';
import { eml, mbox } from './sample-matter-mail.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-sample-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function contentsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = new Map<string, string>();
  for (const file of files.toSorted()) {
    contents.set(relative(folder, file).split(sep).join('/'), (await readFile(file)).toString('base64'));
  }
  return contents;
}

const fileOf = (path: string): Buffer => Buffer.from(sampleMatter[path] ?? '');

test('the folder in the repository matches the generator, byte for byte', async () => {
  await writeSampleMatter(folder);
  expect(await contentsOf(sampleMatterFolder)).toEqual(await contentsOf(folder));
});

test('it is small, and every file belongs to one of three custodians', async () => {
  const sizes = Object.values(sampleMatter).map((content) => Buffer.byteLength(content));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000);
  expect(sizes.filter((size) => size === 0)).toHaveLength(1);
  const custodians = new Set(Object.keys(sampleMatter).map((path) => path.split('/')[0]));
  expect([...custodians]).toEqual(['Ng, Ana', 'Roe, Sam', 'Жукова, Ирина']);
});

test('names are in composed form, valid on every file system, and in several scripts', () => {
  const paths = Object.keys(sampleMatter);
  for (const path of paths) {
    expect(path.normalize('NFC')).toBe(path);
    for (const name of path.split('/')) {
      expect(Buffer.byteLength(name), name).toBeLessThan(200);
      expect(name).not.toMatch(/[<>:"\\|?*]|[ .]$/);
    }
  }
  for (const script of [
    /\p{Script=Han}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Emoji_Presentation}/u,
    /\p{M}/u,
    /é/,
  ]) {
    expect(
      paths.some((path) => script.test(path)),
      String(script),
    ).toBe(true);
  }
});

test('all addresses are on example domains', () => {
  const texts = Object.values(sampleMatter).map((content) => Buffer.from(content).toString('latin1'));
  const hosts = texts.flatMap((text) => text.match(/[\w.]+@[\w.-]+\.\w+/g) ?? []);
  expect(hosts.length).toBeGreaterThan(20);
  for (const host of hosts) expect(host).toMatch(/[@.]example\.(com|org)$/);
});

interface Unzipped {
  readonly entry: Entry;
  /** As stored: compressed, and possibly encrypted. */
  readonly raw: Buffer;
}

async function unzip(archive: Buffer): Promise<readonly Unzipped[]> {
  const zip = await fromBufferPromise(archive);
  const found: Unzipped[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    found.push({ entry, raw: Buffer.concat(await stream.toArray()) });
  }
  return found;
}

describe('the archives', () => {
  const open = [
    'Roe, Sam/Share/site share 2024-03-20.zip',
    'Ng, Ana/Reports/Incident report, hall 3.docx',
    'Roe, Sam/Claim/Ostrel claim, calculation.xlsx',
  ];
  test.each(open)('%s contains what its directory lists', async (path) => {
    const entries = await unzip(fileOf(path));
    expect(entries.length).toBeGreaterThan(4);
    for (const { entry, raw } of entries) {
      const content = inflateRawSync(raw);
      expect(content.length).toBe(entry.uncompressedSize);
      expect(crc32(content)).toBe(entry.crc32);
      expect(entry.isEncrypted()).toBe(false);
      if (/\.(xml|rels)$/.test(entry.fileName)) expect(content.toString()).toMatch(/^<\?xml .*>$/s);
    }
  });

  test('the copy of the share has a folder for each person, and a ZIP inside', async () => {
    const names = (await unzip(fileOf(open[0] ?? ''))).map(({ entry }) => entry.fileName);
    for (const person of ['Ng, Ana/', 'Roe, Sam/', 'Жукова, Ирина/']) {
      expect(
        names.some((name) => name.startsWith(person)),
        person,
      ).toBe(true);
    }
    expect(names).toContain('Жукова, Ирина/old logs.zip');
  });

  test('the locked one opens with the password in the password file, and with no other', async () => {
    const password = (await readFile(sampleMatterPasswords, 'utf8')).trim();
    const entries = await unzip(fileOf('Roe, Sam/Claim/Settlement figures (locked).zip'));
    expect(entries).toHaveLength(2);
    for (const { entry, raw } of entries) {
      expect(entry.isEncrypted()).toBe(true);
      const plain = unlock(raw, password);
      expect(plain[11]).toBe(entry.crc32 >>> 24);
      expect(crc32(inflateRawSync(plain.subarray(12)))).toBe(entry.crc32);
      expect(unlock(raw, 'cloudberry-214').equals(plain)).toBe(false);
    }
  });
});

/** Decryption by APPNOTE 6.1.6, independent of the generator's code. */
function unlock(bytes: Uint8Array, password: string): Buffer {
  const keys = new Uint32Array([305419896, 591751049, 878082192]);
  const crcOf = (crc: number, byte: number): number => {
    let value = crc ^ byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    return value >>> 0;
  };
  const update = (byte: number): void => {
    keys[0] = crcOf(keys[0] ?? 0, byte);
    keys[1] = Number((BigInt((keys[1] ?? 0) + ((keys[0] ?? 0) & 255)) * 134775813n + 1n) & 0xffffffffn);
    keys[2] = crcOf(keys[2] ?? 0, (keys[1] ?? 0) >>> 24);
  };
  for (const byte of Buffer.from(password)) update(byte);
  return Buffer.from(
    Array.from(bytes, (byte) => {
      const mask = ((keys[2] ?? 0) & 0xffff) | 2;
      const plain = byte ^ (((mask * (mask ^ 1)) >>> 8) & 255);
      update(plain);
      return plain;
    }),
  );
}

test('the cross-reference table of the PDF points at every object', () => {
  const text = fileOf('Roe, Sam/Claim/Ostrel letter 2024-03-06.pdf').toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(start)).toMatch(/^xref\n0 9\n0000000000 65535 f \n/);
  const offsets = [...text.slice(start).matchAll(/(\d{10}) 00000 n /g)].map((match) => Number(match[1]));
  expect(offsets).toHaveLength(8);
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
});

test('the pictures are complete PNGs', () => {
  const pictures = Object.keys(sampleMatter).filter((path) => path.endsWith('.png'));
  expect(pictures).toHaveLength(2);
  for (const path of pictures) {
    const picture = fileOf(path);
    const types: string[] = [];
    for (let at = 8; at < picture.length; ) {
      const length = picture.readUInt32BE(at);
      types.push(picture.toString('latin1', at + 4, at + 8));
      expect(picture.readUInt32BE(at + 8 + length)).toBe(crc32(picture.subarray(at + 4, at + 8 + length)));
      at += 12 + length;
    }
    expect(types).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  }
});

describe('the mail', () => {
  const mail = {
    from: { name: 'Ирина Жукова', address: 'i@example.com' },
    to: [{ name: 'Ana Ng', address: 'a@example.com' }],
    date: '2024-02-13T08:02:00+01:00',
    subject: 'Зал 3: вентилятор стоял с субботы, с двух часов сорока минут',
    text: 'From here on\n>From there',
  };

  test('headers are ASCII, and decode to the original text', () => {
    const text = eml(mail).toString('latin1');
    expect(text).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(text).toContain('Date: Tue, 13 Feb 2024 08:02:00 +0100\r\n');
    const words = /Subject: ((?:.|\r\n )*)\r\n/.exec(text)?.[1]?.split('\r\n ') ?? [];
    const decoded = words.map((word) =>
      Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(word)?.[1] ?? '', 'base64').toString(),
    );
    expect(decoded.join('')).toBe(mail.subject);
    for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
  });

  test('a body line that looks like the start of a message is quoted in an mbox', () => {
    const text = mbox([mail, mail]).toString();
    expect(text.match(/^From /gm)).toHaveLength(2);
    expect(text).toContain('\n>From here on\n>>From there\n');
  });

  test('replies belong to a thread whose first message exists', () => {
    const mails = Object.entries(sampleMatter)
      .filter(([path]) => path.startsWith('Ng, Ana/Mail/'))
      .map(([, content]) => Buffer.from(content).toString('latin1'));
    const ids = mails.map((text) => /^Message-ID: (<.*>)\r$/m.exec(text)?.[1]);
    const answered = mails.flatMap((text) => /^In-Reply-To: (<.*>)\r$/m.exec(text)?.[1] ?? []);
    expect(answered).toHaveLength(4);
    for (const id of answered) expect(ids).toContain(id);
  });

  test('an attachment is the same file as on disk', async () => {
    const text = fileOf('Ng, Ana/Mail/2024-03-06 Re Hall 3 temperature over the weekend.eml').toString(
      'latin1',
    );
    const [, body = ''] = /filename="Ostrel letter 2024-03-06\.pdf"\r\n\r\n([^-]*)\r\n--/.exec(text) ?? [];
    const letter = join(sampleMatterFolder, 'Roe, Sam/Claim/Ostrel letter 2024-03-06.pdf');
    expect(Buffer.from(body, 'base64').equals(await readFile(letter))).toBe(true);
    expect((await stat(letter)).size).toBeGreaterThan(1000);
  });
});
