import { describe, expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { SizeFilter } from './find-duplicates.ts';
import { HashListReader, recognizeHashList } from './hash-list.ts';

const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function read(text: string) {
  const reader = new HashListReader();
  return text
    .split('\n')
    .flatMap((line) =>
      reader.read(line).map(({ algorithm, hash, path }) => [algorithm, hash, path, reader.line]),
    );
}

describe('a hash list', () => {
  test.each<[string, string, unknown[]]>([
    [
      'md5sum',
      `${md5}  a/b c.txt\n${md5} *d`,
      [
        ['md5', md5, 'a/b c.txt', 1],
        ['md5', md5, 'd', 2],
      ],
    ],
    ['sha1sum with an escaped name', `\\${sha1}  a\\\\b\\nc`, [['sha1', sha1, 'a\\b\nc', 1]]],
    [
      'sha256sum from Windows',
      `${sha256.toUpperCase()} *C:\\x\\y.txt\r\n`,
      [['sha256', sha256, 'C:\\x\\y.txt', 1]],
    ],
    ['BSD with an escaped name', `\\SHA1 (a\\\\b) = ${sha1}`, [['sha1', sha1, 'a\\b', 1]]],
    ['BSD', `MD5 (a (1).txt) = ${md5}`, [['md5', md5, 'a (1).txt', 1]]],
    [
      'hashes alone',
      `\ufeff${md5}\n\n${sha1}`,
      [
        ['md5', md5, null, 1],
        ['sha1', sha1, null, 3],
      ],
    ],
    ['comments', `# made by x\n; also\n${md5}  a`, [['md5', md5, 'a', 3]]],
    [
      'hashdeep',
      `%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n## x\n0,${md5},${sha256},./a, b.txt`,
      [
        ['md5', md5, './a, b.txt', 4],
        ['sha256', sha256, './a, b.txt', 4],
      ],
    ],
    [
      "NSRL's",
      `"SHA-1","MD5","CRC32","FileName","FileSize"\n"${sha1}","${md5}","00000000","a ""b"".txt",0`,
      [
        ['sha1', sha1, 'a "b".txt', 2],
        ['md5', md5, 'a "b".txt', 2],
      ],
    ],
    ['CSV with a path', `Name;Full Path;MD5 Hash\nb;x/b;${md5}`, [['md5', md5, 'x/b', 2]]],
    ['CSV in another language', `Größe;Dateiname;SHA1\n12;a.txt;${sha1}`, [['sha1', sha1, 'a.txt', 2]]],
    [
      "Get-FileHash's",
      `"Algorithm","Hash","Path"\n"SHA256","${sha256}","C:\\a"`,
      [['sha256', sha256, 'C:\\a', 2]],
    ],
    ['prose', 'The hash of this file is unknown.\nReally.', []],
    ['names that look like hashes', `name,size\n${md5},1`, []],
  ])('%s', (_, text, entries) => {
    expect(read(text)).toEqual(entries);
  });

  test('of any text is read without a crash, and only hashes come out', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('\n', '\\', ',', '"', '%%%%', ' size,md5', md5, sha1, '  '),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const [, hash] of read(pieces.join(''))) expect(String(hash)).toMatch(/^[0-9a-f]{32,64}$/);
      }),
    );
  });

  test.each<[string, string, string, boolean, readonly string[] | null]>([
    ['md5sum, whatever its name', 'notes.txt', `${md5}  a\n${md5}  b\n`, true, ['md5']],
    ['that goes on after its beginning', 'x', `${sha1}  a\n${sha1.slice(0, 20)}`, false, ['sha1']],
    [
      'hashdeep',
      'x',
      `%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n0,${md5},${sha256},a`,
      true,
      ['md5', 'sha256'],
    ],
    ['CSV', 'x.csv', `Path,MD5\na,${md5}\n`, true, ['md5']],
    ['a hash alone, named after its file', 'disk.dd.md5', md5, true, ['md5']],
    ['a hash alone', 'notes.txt', md5, true, null],
    ['known hashes, without files', 'known.txt', `${md5}\n${md5}\n`, true, null],
    [
      'a letter with a hash',
      'letter.txt',
      `Dear Sir,\nthe hash of\n${md5}  a.txt\nis wrong.\nYours`,
      true,
      null,
    ],
    ['nothing', 'empty.md5', '', true, null],
  ])('is recognized by content: %s', (_, name, text, isWhole, expected) => {
    expect(recognizeHashList(Buffer.from(text), name, isWhole)).toEqual(expected);
    for (const mark of ['\ufeff', '']) {
      const utf16 = Buffer.from(`${mark}${text}`, 'utf16le');
      expect(recognizeHashList(utf16, name, isWhole)).toEqual(expected);
    }
  });

  test('is recognized in any bytes without a crash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4096 }), fc.string(), fc.boolean(), (bytes, name, isWhole) => {
        recognizeHashList(bytes, name, isWhole);
      }),
    );
  });
});

test('a size that occurs twice is never missed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000)), (sizes) => {
      const filter = new SizeFilter();
      for (const size of sizes) filter.add(size);
      for (const size of sizes)
        expect(filter.isShared(size)).toBe(sizes.indexOf(size) !== sizes.lastIndexOf(size));
    }),
    { numRuns: 20 },
  );
});
