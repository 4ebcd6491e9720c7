import stringWidth from 'string-width';
import { describe, expect, it, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import {
  formatList,
  formatTable,
  padToWidth,
  right,
  shrinking,
  truncateEnd,
  truncateMiddle,
  wrapText,
} from './table.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('証拠/メール.pst', 'é', '👩‍👩‍👧', 'ﷺ', 'Ἀθῆναι', 'हिन्दी', '한국어.docx', '🇩🇪'),
);

describe('truncated texts', () => {
  it('are never wider than allowed, and unchanged if they fit', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, width) => {
        for (const short of [truncateEnd(text, width), truncateMiddle(text, width)]) {
          expect(stringWidth(short)).toBeLessThanOrEqual(width);
          if (stringWidth(text) <= width) expect(short).toBe(text);
        }
      }),
    );
  });

  it('keep both ends of a path, more of the file name', () => {
    expect(truncateMiddle('Smith/mail/2019/archive.pst', 16)).toBe('Smith…rchive.pst');
  });
});

test('a wrapped text has all its words in order, and no line with a break is too wide', () => {
  const sentence = fc.array(
    fc.string({ unit: 'grapheme', minLength: 1 }).map((word) => word.replace(/ /g, '_')),
  );
  fc.assert(
    fc.property(sentence, fc.integer({ min: 1, max: 40 }), (words, width) => {
      const lines = wrapText(words.join(' '), width);
      expect(lines.join(' ')).toBe(words.join(' '));
      for (const line of lines) expect(line.includes(' ') && stringWidth(line) > width).toBe(false);
    }),
  );
});

test('padding counts columns, not characters', () => {
  expect(stringWidth(padToWidth('証拠', 10))).toBe(10);
  expect(padToWidth('7', 3, 'right')).toBe('  7');
});

describe('tables', () => {
  type Row = readonly [name: string, size: string];
  const columns = [shrinking<Row>('Name', ([name]) => name), right<Row>('Size', ([, size]) => size)];

  it('align under their titles', () => {
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

  it('shrink the columns that may shrink, and then fit the width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.constantFrom('1 B', '999.9 kB')), { maxLength: 8 }),
        (rows) => {
          for (const line of formatTable(columns, rows, 30))
            expect(stringWidth(line)).toBeLessThanOrEqual(30);
        },
      ),
    );
  });

  it('leave out columns, and say how many rows of a long list follow', () => {
    const rows = Array.from({ length: 25 }, (_, at) => [`${at}.txt`, '1 B'] as const);
    const lines = formatList(
      [shrinking<Row>('Name', ([name]) => name), false],
      rows,
      80,
      (n) => `${n} more`,
      3,
    );
    expect([lines[0], lines.length, lines.at(-2), lines.at(-1)]).toEqual(['Name', 22, '19.txt', '8 more']);
  });

  it('all of them where no terminal shows them', () => {
    const rows = Array.from({ length: 25 }, (_, n): Row => [`${n}.txt`, '1 B']);
    const columns = [shrinking<Row>('Name', ([name]) => name)];
    expect(formatList(columns, rows, Number.POSITIVE_INFINITY, String)).toHaveLength(26);
  });
});
