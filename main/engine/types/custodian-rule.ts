import type { CustodianOrigin, MapIdentity } from '../../../preload/contract/views/custodian-rule.ts';

export type RuleOrigin = Extract<CustodianOrigin, 'map' | 'pattern' | 'folder'>;

/** A row of a CSV of custodians. */
export interface CustodianMapRow {
  /** In the file, from 1. */
  readonly line: number;
  /** As in the file: below a chosen folder, or absolute, with `/` or `\`. */
  readonly path: string;
  readonly custodian: string;
}

/** The map's rule has the same identity. */
export interface CustodianMap extends Readonly<MapIdentity> {
  readonly rows: readonly CustodianMapRow[];
}

export interface RuleCustodian {
  readonly custodian: string;
  readonly from: RuleOrigin;
}
