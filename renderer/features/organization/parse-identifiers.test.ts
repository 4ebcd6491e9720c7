import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { identifierLines, parseIdentifiers } from './parse-identifiers.ts';

describe('identifiers', () => {
  it.each([
    {
      text: 'DW, Dana Whitfield',
      identifiers: [{ abbreviation: 'DW', label: 'Dana Whitfield' }],
      badLines: [],
    },
    {
      text: '\nDW\tNew York, 3rd floor\n',
      identifiers: [{ abbreviation: 'DW', label: 'New York, 3rd floor' }],
      badLines: [],
    },
    { text: 'DW\n,Dana', identifiers: [], badLines: [1, 2] },
    { text: '', identifiers: [], badLines: [] },
  ])('are read from $text', ({ text, ...expected }) => {
    expect(parseIdentifiers(text)).toEqual(expected);
  });

  it('come back as they were when they are written and read', () => {
    const word = fc
      .string({ minLength: 1, maxLength: 20 })
      .map((text) => text.replace(/[\r\n]/g, ' ').trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(
        fc.array(fc.record({ abbreviation: word, label: word }), { maxLength: 5 }),
        (identifiers) => {
          expect(parseIdentifiers(identifierLines(identifiers))).toEqual({ identifiers, badLines: [] });
        },
      ),
    );
  });
});
