import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import {
  type CustodianRules,
  parseCustodianRule,
} from '../../../../preload/contract/views/custodian-rule.ts';
import type { WatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { checkRules } from '../../intake/custodians/check-rules.ts';
import { arrivingCustodians, compileRules, custodianOf } from '../../intake/custodians/custodian-of.ts';
import { readCustodianMapSource } from '../../intake/custodians/read-map.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import { custodianInOrder } from '../../store/items/custodian-columns.ts';
import type { CustodianMap } from '../../types/custodian-rule.ts';
import { firstSegmentNameBeside, type SegmentFile } from '../../types/segments.ts';

/** The custodian rules of a watched folder, with the rows of its CSV. */
export interface WatchCustodians {
  readonly rules: CustodianRules;
  readonly map: CustodianMap | null;
}

/** Fails with watch-rule-invalid and custodian-pattern-invalid. */
export function parseCustodianBy(custodianBy: WatchRule['custodianBy']): Result<CustodianRules> {
  if (custodianBy === null) return success([]);
  const rule = parseCustodianRule(custodianBy);
  if (rule !== null) return checkRules([rule]);
  const problem = 'custodian-rule-malformed';
  return failure('watch-rule-invalid', { field: 'custodianBy', problem, value: custodianBy });
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
  const rules = parseCustodianBy(custodianBy);
  if (!rules.ok) return rules;
  if (custodianMap === null) return success({ rules: rules.value, map: null });
  const read = await readCustodianMapSource(custodianMap, { roots: [path], separator }, sources, signal);
  if (!read.ok) return read;
  const { rule: mapRule, map } = read.value;
  return success({ rules: [mapRule, ...rules.value], map });
}

export interface NamedFile {
  /** In the ledger; null for a file that isn't there. */
  readonly id: number | null;
  readonly folder: string;
  readonly name: string;
}

/**
 * Who a file's custodian is: as the upload's own rules will name it. A segment has its set's. `beside`: the files of the
 * ledger that are in its folder, of whatever batch, and have the same name before the dot.
 */
export function custodianNaming(
  { custodian, path }: Pick<WatchRule, 'custodian' | 'path'>,
  { rules, map }: WatchCustodians,
  beside: (id: number, stem: string) => Iterable<SegmentFile>,
): (file: NamedFile) => string | null {
  const compiled = compileRules(rules, map === null ? [] : [map], [], true);
  return ({ id, folder, name }) => {
    const first = firstSegmentNameBeside(name, (stem) => (id === null ? [] : beside(id, stem)));
    const own = arrivingCustodians(compiled, folder, path)(first);
    const ofFolder = custodianOf(compiled, folder, path);
    return custodianInOrder({}, { file: own?.custodian, folder: ofFolder?.custodian }, custodian);
  };
}
