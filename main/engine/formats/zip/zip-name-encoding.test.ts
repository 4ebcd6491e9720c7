import { expect, test } from 'vitest';
import { memoryFile } from '../../../../test/fixtures/memory-file.ts';
import { zipBytes } from '../../../../test/fixtures/zip-bytes.ts';
import { checkContent } from '../readers.ts';

const latin1 = (value: string) => Buffer.from(value, 'latin1');
const listing = (...names: readonly (string | Buffer)[]) =>
  checkContent('zip', memoryFile(zipBytes([...names, 'plain/b'].map((name) => ({ name }))))).listing;

test.each([
  ['UTF-8 without the flag', Buffer.from('Łódź/a'), 'Łódź/', '┼ü├│d┼║/'],
  ['CP437', latin1('M\x81ller/a'), 'Müller/', null],
  ['CP437, Spanish', latin1('Ib\xa0\xa4ez/a'), 'Ibáñez/', null],
  ['windows-1252', latin1('Gr\xf6\xdfe \xc4tna/a'), 'Größe Ätna/', 'Gr÷▀e ─tna/'],
  ['Shift_JIS', latin1('\x83e\x83X\x83g\x95\\/a'), 'テスト表/', 'âeâXâgò\\/'],
  ['Shift_JIS, kanji only', latin1('\x93c\x92\x86/\x8c_\x96\xf1\x8f\x91/a'), '田中/契約書/', 'ôcÆå/î_û±Åæ/'],
  ['GBK', latin1('\xd6\xa4\xbe\xdd\xb2\xc4\xc1\xcf/a'), '证据材料/', '╓ñ╛▌▓─┴╧/'],
  ['IBM866', latin1('\x84\xae\xaa\xe3\xac\xa5\xad\xe2\xeb/a'), 'Документы/', 'ä«¬π¼Ñ¡Γδ/'],
  ['windows-1251', latin1('\xc4\xee\xea\xf3\xec\xe5\xed\xf2\xfb/a'), 'Документы/', '─εΩ≤∞σφ≥√/'],
])('names that one encoding fits are certain: %s', (_name, name, folder, otherPath) => {
  expect(listing(name)).toMatchObject({
    folders: [
      { path: folder, otherPath, isDoubtful: false },
      { path: 'plain/', isDoubtful: false },
    ],
    warnings: [],
  });
});

test.each([
  ['Polish, or Western European', latin1('D\xeabowski/a'), 'Dêbowski/', 'windows-1252'],
  ['Korean, or Chinese', latin1('\xc1\xf5\xb0\xc5/a'), '증거/', 'EUC-KR'],
  ['nothing that anyone would write', latin1('\xb0\xb1\xb2/a'), '░▒▓/', 'CP437'],
])('names that can be read in several ways are doubtful, and named: %s', (_name, name, folder, encoding) => {
  expect(listing(name)).toMatchObject({
    folders: [
      { path: folder, isDoubtful: true },
      { path: 'plain/', isDoubtful: false },
    ],
    warnings: [{ kind: 'doubtful-encoding', entries: 1, encoding, example: `${folder}a` }],
  });
});

test('what all readings have in common is certain beside what is doubtful', () => {
  expect(listing(latin1('M\xfcller/a'), latin1('D\xeabowski/a'))?.folders).toMatchObject([
    { path: 'Müller/', isDoubtful: false },
    { path: 'Dêbowski/', isDoubtful: true },
    { path: 'plain/' },
  ]);
});
