import { execFileSync } from 'node:child_process';
import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentType } from '../../../preload/contract/views/content-type.ts';
import { lockedFiles } from '../../../test/fixtures/locked-files.ts';
import { memoryFile } from '../../../test/fixtures/memory-file.ts';
import { oleFile } from '../../../test/fixtures/ole-file.ts';
import { zipBytes } from '../../../test/fixtures/zip-bytes.ts';
import { findPassword } from './find-password.ts';
import { usualTrial } from './limits.ts';
import { agileCheck, cryptoApiCheck, officeRc4Check, standardCheck } from './office/office-keys.ts';
import type { PasswordCheck } from './password-check.ts';
import type { RandomAccess } from './random-access.ts';
import { passwordCheckOf } from './readers.ts';

function tried(check: PasswordCheck, password: string): boolean | string {
  return check.kind === 'check' ? check.fits(password) : check.reason;
}

function triedOn(type: ContentType, bytes: Uint8Array, password: string): boolean | string {
  return tried(passwordCheckOf(type, memoryFile(bytes)), password);
}

describe('a file that another program locked', () => {
  for (const { what, madeBy, type, passwords, bytes } of lockedFiles) {
    it(`${what} (${madeBy}) is opened by its password only`, () => {
      const [password = ''] = passwords;
      for (const right of passwords) expect(triedOn(type, bytes, right)).toBe(true);
      for (const wrong of ['', 'wrong', `${password} `, password.toUpperCase()])
        expect(triedOn(type, bytes, wrong)).toBe(false);
    });
  }

  it('is opened by a password whose letters are composed in another way', () => {
    for (const { type, passwords, bytes } of lockedFiles)
      expect(triedOn(type, bytes, (passwords[0] ?? '').normalize('NFD'))).toBe(true);
  });
});

/** Published by the authors of hashcat for its modes 13000, 12500, 9600, 9400, 9800 and 9700. All open with "hashcat". */
describe('published test vectors', () => {
  const hex = (text: string): Buffer => Buffer.from(text, 'hex');
  const opensOnly = (check: PasswordCheck): void => {
    expect(tried(check, 'hashcat')).toBe(true);
    expect(tried(check, 'Hashcat')).toBe(false);
  };

  it('RAR 5 with encrypted headers', () => {
    const encryption = Buffer.concat([
      hex('04000001'),
      hex('0f'),
      hex('74575567518807622265582327032280'),
      hex('9843834ed0f7c754'),
      hex('00000000'),
    ]);
    const size = Buffer.from([encryption.length]);
    const archive = Buffer.concat([
      hex('526172211a070100'),
      Buffer.alloc(4),
      size,
      encryption,
      Buffer.alloc(16),
    ]);
    opensOnly(passwordCheckOf('rar5', memoryFile(archive)));
  });

  it('RAR 4 with encrypted headers', () => {
    const main = hex('0000738000' + '0d00' + '000000000000');
    const end = Buffer.concat([hex('45109af8ab5f297a'), hex('adbf6c5385d7a40373e8f77d7b89d317')]);
    opensOnly(passwordCheckOf('rar4', memoryFile(Buffer.concat([hex('526172211a0700'), main, end]))));
  });

  it('Office 2013', () => {
    const base64 = (text: string): string => hex(text).toString('base64');
    opensOnly(
      agileCheck(
        `<encryption><keyData/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="100000" saltSize="16" blockSize="16"
          keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"
          saltValue="${base64('7dd611d7eb4c899f74816d1dec817b3b')}"
          encryptedVerifierHashInput="${base64('948dc0b2c2c6c32f14b5995a543ad037')}"
          encryptedVerifierHashValue="${base64('0b7ee0e48e935f937192a59de48a7d561ef2691d5c8a3ba87ec2d04402a94895')}"
          /></keyEncryptor></keyEncryptors></encryption>`,
        usualTrial,
      ),
    );
  });

  const verifier = (keyBits: number, salt: string, input: string, hash: string): Buffer => {
    const header = Buffer.alloc(32);
    header.writeUInt32LE(keyBits, 16);
    return Buffer.concat([
      hex('20000000'),
      header,
      hex('10000000'),
      hex(salt),
      hex(input),
      hex('14000000'),
      hex(hash),
      Buffer.alloc(12),
    ]);
  };

  it('Office 2007', () => {
    const hash = 'df1d601ccf905b375575108f42ef838fb88e1cde';
    opensOnly(
      standardCheck(
        verifier(128, '411a51284e0d0200b131a8949aaaa5cc', '117d532441c63968bee7647d9b7df7d6', hash),
      ),
    );
  });

  it('Office 2003, CryptoAPI with 40 bits', () => {
    const hash = '941861655e73a09c40f7b1e9dfd0c256ed285acd';
    opensOnly(
      cryptoApiCheck(
        verifier(40, '83328705222323020515404251156288', '2855956a165ff6511bc7f4cd77b9e101', hash),
      ),
    );
  });

  it('Office 97', () => {
    opensOnly(
      officeRc4Check(
        hex(
          '04477077758555626246182730342136b1b72ff351e41a7c68f6b45c4e938bd60d95331895e99f73ef8b6fbc4a78ac1a',
        ),
      ),
    );
  });
});

describe('a RAR 4 archive', () => {
  /** As UnRAR derives it, one round after the other. */
  function keyOf(password: string, salt: Buffer) {
    const secret = Buffer.concat([Buffer.from(password, 'utf16le'), salt]);
    const hash = createHash('sha1');
    const iv = Buffer.alloc(16);
    for (let round = 0; round < 0x40000; round += 1) {
      hash.update(secret).update(Buffer.from([round & 0xff, (round >> 8) & 0xff, round >> 16]));
      if (round % 0x4000 === 0) iv[round / 0x4000] = hash.copy().digest()[19] ?? 0;
    }
    const key = hash.digest().subarray(0, 16);
    return { key: key.swap32(), iv };
  }

  function archive(type: number): Buffer {
    const salt = Buffer.from('0011223344556677', 'hex');
    const header = Buffer.alloc(48);
    header[2] = type;
    header.writeUInt16LE(40, 5);
    header[25] = 0x33;
    header.writeUInt16LE(8, 26);
    header.writeUInt16LE(crc32(header.subarray(2, 40)) & 0xffff, 0);
    const { key, iv } = keyOf('secret', salt);
    const encrypted = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false).update(header);
    const start = Buffer.from('526172211a070000007380000d00000000000000', 'hex');
    return Buffer.concat([start, salt, encrypted]);
  }

  it('with encrypted headers is opened only where the first one makes sense: its checksum alone has 16 bits', () => {
    expect(triedOn('rar4', archive(0x74), 'secret')).toBe(true);
    expect(triedOn('rar4', archive(0x00), 'secret')).toBe(false);
  });

  /** A file's header; `flags`: what it has besides its data. */
  function fileHeader(flags: number, packedBytes: number, fields: Buffer, content = Buffer.alloc(0)): Buffer {
    const header = Buffer.concat([Buffer.alloc(32), fields]);
    header[2] = 0x74;
    header.writeUInt16LE(0x8000 | flags, 3);
    header.writeUInt16LE(header.length, 5);
    header.writeUInt32LE(packedBytes % 2 ** 32, 7);
    header.writeUInt32LE(content.length, 11);
    header.writeUInt32LE(crc32(content), 16);
    header[24] = 29;
    header[25] = 0x30;
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(crc32(header.subarray(2)) & 0xffff, 0);
    return header;
  }

  it('is opened by the password of a file behind another one of more than 4 GiB', () => {
    const salt = Buffer.from('0011223344556677', 'hex');
    const { key, iv } = keyOf('secret', salt);
    const content = Buffer.from('sixteen of bytes');
    const highBytes = Buffer.from('0100000001000000', 'hex');
    const start = Buffer.concat([
      Buffer.from('526172211a0700', 'hex'),
      fileHeader(0x100, 2 ** 32 + 5, Buffer.concat([highBytes, Buffer.from('a')])),
    ]);
    const end = Buffer.concat([
      fileHeader(0x404, 16, Buffer.concat([Buffer.from('b'), salt]), content),
      createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false).update(content),
    ]);
    const endAt = start.length + 2 ** 32 + 5;
    const file: RandomAccess = {
      sizeBytes: endAt + end.length,
      read: (at, length) =>
        at < endAt
          ? Buffer.concat([start, Buffer.alloc(length)]).subarray(at, at + length)
          : end.subarray(at - endAt, at - endAt + length),
    };
    expect(tried(passwordCheckOf('rar4', file), 'secret')).toBe(true);
    expect(tried(passwordCheckOf('rar4', file), 'wrong')).toBe(false);
  });
});

describe('a ZIP archive', () => {
  const locked = lockedFiles.find(({ madeBy }) => madeBy === 'zip -P')?.bytes ?? Buffer.alloc(0);

  it('with nothing but an empty encrypted file proves no password', () => {
    const empty = zipBytes([
      { name: 'empty', content: Buffer.alloc(12), flags: 1, claims: { expandedBytes: 0 } },
    ]);
    for (let index = 0; index < 1000; index += 1) expect(triedOn('zip', empty, `${index}`)).toBe('too-short');
  });

  it('behind a program that unpacks it, and with a comment like an end record, is tried', () => {
    const comment = Buffer.from(`PK\x05\x06${'\0'.repeat(40)}`, 'latin1');
    const withComment = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500), locked, comment]);
    withComment.writeUInt16LE(comment.length, 502 + locked.length - 2);
    expect(triedOn('zip', withComment, 'grüße')).toBe(true);
    expect(triedOn('zip', withComment, 'wrong')).toBe(false);
  });

  it('of which this is one volume is not tried', () => {
    const volume = Buffer.from(locked);
    volume.writeUInt16LE(1, volume.length - 22 + 4);
    expect(triedOn('zip', volume, 'grüße')).toBe('unsupported');
  });
});

describe('an Office document', () => {
  /** As Office does, from the specification: written apart from the code that reads it. */
  function agileInfo(password: string, spinCount: number): Buffer {
    const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    let hash = createHash('sha512').update(salt).update(Buffer.from(password, 'utf16le')).digest();
    for (let round = 0; round < Math.min(spinCount, 5000); round += 1) {
      const count = Buffer.alloc(4);
      count.writeUInt32LE(round);
      hash = createHash('sha512').update(count).update(hash).digest();
    }
    const encrypt = (block: string, content: Buffer): string => {
      const key = createHash('sha512')
        .update(hash)
        .update(Buffer.from(block, 'hex'))
        .digest()
        .subarray(0, 32);
      const cipher = createCipheriv('aes-256-cbc', key, salt).setAutoPadding(false);
      return cipher.update(content).toString('base64');
    };
    const verifier = Buffer.from('a verifier of 16');
    return Buffer.concat([
      Buffer.from('0400040040000000', 'hex'),
      Buffer.from(
        `<?xml version="1.0"?><encryption><keyData saltSize="16"/><keyEncryptors><keyEncryptor>
        <p:encryptedKey spinCount="${spinCount}" saltSize="16" blockSize="16" keyBits="256" hashSize="64"
        cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${salt.toString('base64')}"
        encryptedVerifierHashInput="${encrypt('fea7d2763b4b9e79', verifier)}"
        encryptedVerifierHashValue="${encrypt('d7aa0f6d3061344e', createHash('sha512').update(verifier).digest())}"
        encryptedKeyValue=""/></keyEncryptor></keyEncryptors></encryption>`,
      ),
    ]);
  }

  it('of the current formats is tried by its key encryptor', () => {
    const file = oleFile('EncryptionInfo', agileInfo('Größe 12', 1000));
    expect(triedOn('office-encrypted', file, 'Größe 12')).toBe(true);
    expect(triedOn('office-encrypted', file, 'Grösse 12')).toBe(false);
  });

  it('whose count of hashing is not written as digits is not tried', () => {
    const info = agileInfo('x', 1000).toString('latin1').replace('spinCount="1000"', 'spinCount="1e7"');
    expect(triedOn('office-encrypted', oleFile('EncryptionInfo', Buffer.from(info, 'latin1')), 'x')).toBe(
      'damaged',
    );
  });

  it('that asks for more hashing than the format allows is not tried', () => {
    const file = oleFile('EncryptionInfo', agileInfo('x', 2 ** 31));
    expect(triedOn('office-encrypted', file, 'x')).toBe('too-slow');
  });

  it('of Excel 97 is tried by its FILEPASS record, and obfuscation is not', () => {
    const rc4 =
      '04477077758555626246182730342136b1b72ff351e41a7c68f6b45c4e938bd60d95331895e99f73ef8b6fbc4a78ac1a';
    const bof = Buffer.from('0908080000060500000000000000'.slice(0, 24), 'hex');
    const filePass = (body: string): Buffer => {
      const record = Buffer.from(body, 'hex');
      const head = Buffer.from('2f000000', 'hex');
      head.writeUInt16LE(record.length, 2);
      return Buffer.concat([bof, head, record]);
    };
    const encrypted = oleFile('Workbook', filePass(`010001000100${rc4}`));
    expect(triedOn('xls', encrypted, 'hashcat')).toBe(true);
    expect(triedOn('xls', encrypted, 'wrong')).toBe(false);
    expect(triedOn('xls', oleFile('Workbook', filePass('000012345678')), 'x')).toBe('unsupported');
  });
});

const has7z = has('7z', ['i']);

function has(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Without 7-Zip on this computer, the small files above have to do. */
describe.skipIf(!has7z)('larger archives of 7-Zip', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-locked-'));
    const words = Array.from({ length: 120_000 }, (_, index) => `word${(index * 7919) % 2003}`).join(' ');
    writeFileSync(join(folder, 'words.txt'), words);
    writeFileSync(join(folder, 'noise.bin'), pbkdf2Sync('noise', 'salt', 1, 1_500_000, 'sha1'));
    writeFileSync(
      join(folder, 'program.exe'),
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(80_000, 0xe8)]),
    );
    writeFileSync(join(folder, 'small.exe'), Buffer.concat([Buffer.from('MZ'), Buffer.alloc(90, 0xe8)]));
    writeFileSync(join(folder, 'byte.txt'), 'x');
    writeFileSync(join(folder, 'note.txt'), 'a note of more than sixteen bytes');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The archive that 7-Zip makes, called once for each list of arguments. */
  function sevenZip(type: 'zip' | '7z', ...calls: readonly (readonly string[])[]): Buffer {
    const path = join(mkdtempSync(join(folder, 'made-')), `archive.${type}`);
    for (const args of calls) execFileSync('7z', ['a', path, ...args], { cwd: folder, stdio: 'ignore' });
    return readFileSync(path);
  }

  it.each<[string, 'zip' | '7z', readonly string[]]>([
    ['words in LZMA2', '7z', ['words.txt']],
    ['words in LZMA', '7z', ['-m0=lzma', 'words.txt']],
    ['noise in LZMA2, which stores it', '7z', ['noise.bin']],
    ['stored noise', '7z', ['-m0=copy', 'noise.bin']],
    ['a program behind a filter', '7z', ['-mf=BCJ', '-m0=lzma2', 'program.exe']],
    ['a small program behind a filter', '7z', ['-mf=BCJ', '-m0=lzma2', 'small.exe']],
    ['a small program behind a filter in LZMA', '7z', ['-mf=BCJ', '-m0=lzma', 'small.exe']],
    ['several files with hidden names', '7z', ['-mhe=on', 'words.txt', 'noise.bin']],
    ['a ZIP of words', 'zip', ['words.txt']],
    ['a ZIP of noise in AES', 'zip', ['-mem=AES256', 'noise.bin', 'words.txt']],
  ])('%s: opened by its password only', (_, type, args) => {
    const check = passwordCheckOf(type, memoryFile(sevenZip(type, ['-psecret', ...args])));
    expect([tried(check, 'secret'), tried(check, 'Secret'), tried(check, 'secret ')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['zip', [['-pone', 'note.txt'], ...['words.txt', 'program.exe'].map((name) => ['-ptwo', name])]],
    [
      '7z',
      [
        ['-pone', 'small.exe'],
        ['-ptwo', 'words.txt'],
      ],
    ],
  ] as const)(
    'a %s whose files have different passwords is open when all that are checked are',
    (type, calls) => {
      const file = memoryFile(sevenZip(type, ...calls));
      const found = (...passwords: string[]) => findPassword(type, file, { passwords });
      expect(found('x', 'two', 'one')).toEqual({ status: 'opened', password: 2, reason: 'several' });
      expect(found('x', 'one')).toEqual({ status: 'no-fit', reason: 'some-files' });
      expect(found('x')).toEqual({ status: 'no-fit', reason: null });
    },
  );

  it.each([
    [
      'with nothing but one stored byte can not be tried: one wrong password in 256 has its checksum',
      '-m0=copy',
      'byte.txt',
      'too-short',
    ],
    ['in a compression that is not known here can not be tried', '-m0=ppmd', 'words.txt', 'unsupported'],
  ])('%s', (_, method, name, reason) => {
    expect(triedOn('7z', sevenZip('7z', ['-psecret', method, name]), 'secret')).toBe(reason);
  });

  it('take a line of a wrong password file for no password', () => {
    const locked = sevenZip('7z', ['-psecret', 'small.exe']);
    expect(triedOn('7z', locked, 'x'.repeat(50_000_000))).toBe(false);
  });
});
