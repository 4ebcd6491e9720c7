import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { parsePeople } from './parse-people.ts';

const dana = { email: 'dana@firm.example', firstName: 'Dana', lastName: 'Whitfield' };

describe('people to add', () => {
  it.each([
    ['commas', 'dana@firm.example, Dana, Whitfield'],
    ['tabs, as copied from a spreadsheet', 'dana@firm.example\tDana\tWhitfield'],
    ['semicolons', 'dana@firm.example;Dana;Whitfield;'],
    ['quotes', '"dana@firm.example","Dana","Whitfield"'],
    ['a header row', 'Email,First name,Last name\r\ndana@firm.example,Dana,Whitfield\r\n\r\n'],
    ['a mail program', 'Dana Whitfield <dana@firm.example>;'],
    ['a mail program, last name first', '"Whitfield, Dana" <dana@firm.example>'],
  ])('are read from lines with %s', (_, text) => {
    expect(parsePeople(text)).toEqual({ people: [dana], problems: [] });
  });

  it('may have an address only, a comma in a quoted name, or several first names', () => {
    const { people } = parsePeople(
      'roe@firm.example\nx@y.example,"Smith, Jr.",Lee\nAna Maria Roe <amr@y.example>',
    );
    expect(people).toEqual([
      { email: 'roe@firm.example', firstName: '', lastName: '' },
      { email: 'x@y.example', firstName: 'Smith, Jr.', lastName: 'Lee' },
      { email: 'amr@y.example', firstName: 'Ana Maria', lastName: 'Roe' },
    ]);
  });

  it('are not guessed: the line of every problem is named', () => {
    const text =
      'Dana Whitfield\n\nroe@firm.example\nROE@firm.example\na@b.example,A,B,Partner\nlong@b.example,' +
      'A'.repeat(256);
    expect(parsePeople(text)).toEqual({
      people: [{ email: 'roe@firm.example', firstName: '', lastName: '' }],
      problems: [
        { line: 1, problem: 'no-email' },
        { line: 4, problem: 'twice' },
        { line: 5, problem: 'too-many-columns' },
        { line: 6, problem: 'too-long' },
      ],
    });
  });

  it('each line becomes a person or a problem, whatever it has', () => {
    fc.assert(
      fc.property(fc.array(fc.string().map((text) => text.replace(/[\r\n]/g, ''))), (lines) => {
        const filled = lines.filter((line) => line.trim() !== '');
        const { people, problems } = parsePeople(lines.join('\n'));
        const outcomes = people.length + problems.length;
        expect([filled.length, filled.length - 1]).toContain(outcomes);
      }),
    );
  });
});
