/** Who the files of an upload belong to. */
import { InvalidArgumentError } from 'commander';
import {
  type CustodianRule,
  csvSeparator,
  custodianName,
  maxCustodianChars,
  parseCustodianRule,
} from '../../../preload/contract/views/custodian-rule.ts';
import { choice, flag, value } from './option-rows.ts';
import { collect, nonEmptyOnce, once } from './values.ts';

export const invalidCustodians = {
  name: `Use a name of 1 to ${maxCustodianChars} characters, none of them a control character.`,
  rule: 'Use folder:N (folder:1 is the first folder level below each path, and folder:2 is the next) or regex:RE, such as regex:^People/(?<custodian>[^/]+)/.',
} as const;

export const custodianOptions = {
  '--custodian <name>': value('Default custodian, for files that no rule assigns one', once(custodian)),
  '--custodian-by <rule>': value(
    'Assign custodians by folder name (folder:1 is the first level below each path) or by a regular expression over the path with a group named custodian; can be repeated',
    custodianRuleOption,
  ),
  '--custodian-map <file>': value(
    'Assign custodians by a CSV of paths and custodians; overrides --custodian-by',
    nonEmptyOnce,
  ),
  '--csv-separator <name>': choice(
    'What separates the columns of --custodian-map, where the file leaves it open',
    [...csvSeparator.values],
  ),
  '--custodian-template <name-or-file>': value(
    'Assign custodians as a template does: a name saved in Lading, or an exported file',
    nonEmptyOnce,
    ['custodianBy', 'custodianMap'],
  ),
  '--custodian-directory <file>': value(
    'Legal hold directory (CSV): give custodians the names of its people where a match is certain, and list the others',
    nonEmptyOnce,
  ),
  '--require-custodian-match': flag('With --custodian-directory: stop if a custodian has no certain match'),
};

/** May be repeated: the first rule of a kind that names a custodian decides. A pattern is checked with the request. */
export function custodianRuleOption(
  text: string,
  before: readonly CustodianRule[] = [],
): readonly CustodianRule[] {
  const rule = parseCustodianRule(text);
  if (rule === null) throw new InvalidArgumentError(invalidCustodians.rule);
  return [...before, rule];
}

/** As rules and CSVs give it, so that one person isn't two. */
export function custodian(text: string): string {
  const name = custodianName.safeParse(text);
  if (!name.success) throw new InvalidArgumentError(invalidCustodians.name);
  return name.data;
}

export function collectCustodian(text: string, before: readonly string[] | undefined): readonly string[] {
  return collect(custodian(text), before);
}
