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
