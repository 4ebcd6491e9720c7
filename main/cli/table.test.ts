import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { displayWidth, formatTable, padToWidth, printable, truncateEnd, truncateMiddle } from './table.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('証拠/メール.pst', 'é', '👩‍👩‍👧', 'ﷺ', 'Ἀθῆναι', 'हिन्दी', '한국어.docx', '🇩🇪'),
);

test.each([
  ['', 0],
  ['mail.pst', 8],
  ['証拠', 4],
  ['한국어', 6],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['…', 1],
  ['█░▒', 3],
])('%j takes %d columns', (text, width) => expect(displayWidth(text)).toBe(width));

describe('cut texts', () => {
  it('are never wider than the room, and whole where they fit', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, width) => {
        for (const short of [truncateEnd(text, width), truncateMiddle(text, width)]) {
          expect(displayWidth(short)).toBeLessThanOrEqual(width);
          if (displayWidth(text) <= width) expect(short).toBe(text);
        }
      }),
    );
  });

  it('keep both ends of a path, more of the file name', () => {
    expect(truncateMiddle('Smith/mail/2019/archive.pst', 16)).toBe('Smith…rchive.pst');
  });
});

test('a name from the evidence moves no cursor and breaks no line', () => {
  expect(printable('a\u001B[2Jb\nc\u202Etxt.exe')).toBe('a␛[2Jb␊c\uFFFDtxt.exe');
  fc.assert(
    fc.property(anyText, (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
    }),
  );
});

test('padding counts columns, not characters', () => {
  expect(displayWidth(padToWidth('証拠', 10))).toBe(10);
  expect(padToWidth('7', 3, 'right')).toBe('  7');
});

describe('tables', () => {
  const columns = [
    { title: 'Name', shrinks: true },
    { title: 'Size', align: 'right' as const },
  ];

  it('line up under their titles', () => {
    expect(
      formatTable(
        columns,
        [
          ['a.txt', '1 B'],
          ['証拠', '12 kB'],
        ],
        80,
      ),
    ).toEqual(['Name    Size', 'a.txt    1 B', '証拠   12 kB']);
  });

  it('shrink where a column may, and never exceed the room then', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.constantFrom('1 B', '999.9 kB')), { maxLength: 8 }),
        (rows) => {
          for (const line of formatTable(columns, rows, 30))
            expect(displayWidth(line)).toBeLessThanOrEqual(30);
        },
      ),
    );
  });
});
