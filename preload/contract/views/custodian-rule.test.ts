import { describe, expect, test } from 'vitest';
import { custodianCalls } from '../calls/custodian-calls.ts';
import { watchRule } from '../watch/watched-folder.ts';

const merge = custodianCalls['drafts.mergeCustodians'].argument;
const decide = custodianCalls['custodianMatches.decide'].argument;
const byDefault = custodianCalls['drafts.setCustodians'].argument;
const byHand = custodianCalls['drafts.assignCustodian'].argument;

describe('a custodian that a person names is written as the rules write it', () => {
  test.each<readonly [string, (name: string) => unknown]>([
    ['a watched folder', (custodian) => watchRule.shape.custodian.parse(custodian)],
    [
      'the default of a draft',
      (custodian) => byDefault.parse({ uploadId: 1, rules: [], custodian }).custodian,
    ],
    ['by hand', (custodian) => byHand.parse({ uploadId: 1, folderIds: [1], custodian }).custodian],
    ['one spelling for several', (to) => merge.parse({ uploadId: 1, from: ['a'], to }).to],
    ['a match', (name) => decide.parse({ uploadId: 1, custodian: 'a', name }).name],
  ])('as %s', (_, parse) => {
    expect(parse('\u00a0Jo\u0308rg ')).toBe('Jörg');
    expect(parse('\u{20bb7}野')).toBe('\u{20bb7}野');
    for (const name of [' ', 'a\tb', 'a\nb', 'Ana \ud83d', 'x'.repeat(256)])
      expect(() => parse(name)).toThrow();
  });
});
