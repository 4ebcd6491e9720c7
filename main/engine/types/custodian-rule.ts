import type { CustodianOrigin } from '../../../preload/contract/custodian-rule.ts';

export type CustodianRule =
  | { readonly kind: 'none' }
  /** The folder at this level below a chosen folder names the custodian; 1 is the first level. */
  | { readonly kind: 'folder'; readonly level: number };

/**
 * The custodian that a rule gives to every file of a folder, or null where the rule says nothing and the upload's
 * default applies. `folder` is relative to the chosen folder, with `/`.
 */
export function custodianOfFolder(rule: CustodianRule, folder: string): string | null {
  switch (rule.kind) {
    case 'none':
      return null;
    case 'folder': {
      const name = folder.split('/')[rule.level - 1]?.trim();
      return name === undefined || name === '' ? null : name;
    }
  }
}

export type RuleOrigin = Extract<CustodianOrigin, 'map' | 'pattern' | 'folder'>;

/** A row of a CSV of custodians. */
export interface CustodianMapRow {
  /** In the file, from 1. */
  readonly line: number;
  /** As in the file: below a chosen folder, or absolute, with `/` or `\`. */
  readonly path: string;
  readonly custodian: string;
}

export interface CustodianMap {
  /** Of the file: the map's rule names it. */
  readonly sha1: string;
  readonly rows: readonly CustodianMapRow[];
}

export interface RuleCustodian {
  readonly custodian: string;
  readonly from: RuleOrigin;
}
