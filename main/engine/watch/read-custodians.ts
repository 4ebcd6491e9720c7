import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { type CustodianRules, parseCustodianRule } from '../../../preload/contract/views/custodian-rule.ts';
import type { WatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { checkRules } from '../intake/custodians/check-rules.ts';
import { readCustodianMapSource } from '../intake/custodians/read-map.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { CustodianMap } from '../types/custodian-rule.ts';

/** The custodian rules of a watched folder, with the rows of its CSV. */
export interface WatchCustodians {
  readonly rules: CustodianRules;
  readonly map: CustodianMap | null;
}

/** A custodian rule for each field, the CSV read as it is now. Fails as reading it does. */
export async function readCustodians(
  {
    path,
    custodianBy,
    custodianMap,
    csvSeparator: separator,
  }: Pick<WatchRule, 'path' | 'custodianBy' | 'custodianMap' | 'csvSeparator'>,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<WatchCustodians>> {
  const rule = custodianBy === null ? null : parseCustodianRule(custodianBy);
  if (custodianBy !== null && rule === null)
    return failure('watch-rule-invalid', {
      field: 'custodianBy',
      problem: 'custodian-rule-malformed',
      value: custodianBy,
    });
  const rules = checkRules(rule === null ? [] : [rule]);
  if (!rules.ok) return rules;
  if (custodianMap === null) return success({ rules: rules.value, map: null });
  const read = await readCustodianMapSource(custodianMap, { roots: [path], separator }, sources, signal);
  if (!read.ok) return read;
  const { rule: mapRule, map } = read.value;
  return success({ rules: [mapRule, ...rules.value], map });
}
