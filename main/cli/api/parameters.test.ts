import { describe, expect, it, test } from 'vitest';
import { operationNames, operations } from '../../../preload/contract/platform/operations.ts';
import fc from '../../../test/fixtures/property.ts';
import { parameterWords } from '../words/api.ts';
import { type Parameter, parametersOf, parseParameter } from './parameters.ts';

const named = (operation: Parameters<typeof parametersOf>[0], name: string): Parameter => {
  const found = parametersOf(operation).find((parameter) => parameter.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe('the options of an operation', () => {
  it('are its parameters in kebab case, those of its path first', () => {
    expect(
      parametersOf('GetOrganizationBilling').map(({ option, isRequired }) => [option, isRequired]),
    ).toEqual([
      ['--org-id', true],
      ['--year', false],
      ['--month', false],
      ['--after', false],
      ['--limit', false],
    ]);
  });

  test('the activity log has a limit, and no --after', () => {
    for (const name of [
      'GetOrganizationEvents',
      'GetOrganizationEventsAfter',
      'GetRecentOrganizationEvents',
    ] as const) {
      const options = parametersOf(name).map(({ option }) => option);
      expect(options).toContain('--limit');
      expect(options).not.toContain('--after');
    }
  });

  it.each(operationNames)('of %s are described, and what its path needs is required', (name) => {
    const parameters = parametersOf(name);
    for (const parameter of parameters)
      expect(parameterWords(parameter.name).description).not.toBe(parameter.name);
    const required = parameters.filter(({ place, isRequired }) => place === 'path' && isRequired);
    expect(required.map((parameter) => parameter.name)).toEqual(Object.keys(operations[name].path.shape));
  });
});

describe('a value', () => {
  const month = named('GetOrganizationBilling', 'month');
  const begin = named('GetOrganizationEvents', 'begin');
  const id = named('GetOrganization', 'orgId');

  it.each<[string, Parameter, string, number | null]>([
    ['a month', month, '10', 10],
    ['a month after December', month, '13', null],
    ['month 0', month, '0', null],
    ['a year of three digits', named('GetOrganizationBilling', 'year'), '999', null],
    ['part 0', named('PostSourceFilePart', 'partNumber'), '0', null],
    ['the first part', named('PostSourceFilePart', 'partNumber'), '1', 1],
    ['text', id, 'seven', null],
    ['nothing', id, '', null],
    ['a negative number', id, '-7', null],
    ['a fraction', id, '7.5', null],
    ['hexadecimal', id, '0x7', null],
    ['more than a number can hold', id, '9007199254740993', null],
    ['a limit of 0', named('GetDatabases', 'limit'), '0', null],
    ['milliseconds', begin, '1760486400000', 1_760_486_400_000],
    ['a date, which begins at midnight UTC', begin, '2026-10-01', Date.UTC(2026, 9, 1)],
    ['a time in UTC', begin, '2026-10-01T14:30:00Z', Date.UTC(2026, 9, 1, 14, 30)],
    ['a time with an offset', begin, '2026-10-01T14:30:00+02:00', Date.UTC(2026, 9, 1, 12, 30)],
    ['a time without a zone', begin, '2026-10-01T14:30:00', null],
    ['a day that does not exist', begin, '2026-02-30', null],
    ['a date where no time is taken', id, '2026-10-01', null],
  ])('%s', (_what, parameter, text, value) => {
    expect(parseParameter(parameter, text)).toBe(value);
  });

  it('of any other text is refused', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/^\d+$/.test(text)),
        (text) => parseParameter(id, text) === null,
      ),
    );
  });
});
