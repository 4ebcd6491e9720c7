/**
 * Whose a file is, in SQL: who was assigned to it by hand, else to its folder; else whom a rule names for it, else for its
 * folder; else the upload's default. Whose a folder inside a container is.
 */

const defaultCustodianOf = (upload: string): string =>
  `(SELECT default_custodian FROM uploads INDEXED BY uploads_default_custodian WHERE uploads.id = ${upload})`;

/** By hand only. `file`: the table or the alias of the items. */
const assignedCustodianColumn = (file: string): string =>
  `coalesce(${file}.custodian, folders.manual_custodian)`;

export const custodianColumn = (file: string): string =>
  `coalesce(${assignedCustodianColumn(file)}, ${file}.rule_custodian, folders.rule_custodian,
    ${defaultCustodianOf(`${file}.upload_id`)})`;

/** What is said of a file apart from its folder. Where both are null, the file has its folder's custodian. */
export const ownCustodianColumns = ['items.custodian', 'items.rule_custodian'] as const;
export const itemCustodian = custodianColumn('items');
export const itemDefaultCustodian = defaultCustodianOf('items.upload_id');
export const assignedCustodian = assignedCustodianColumn('items');
/** Of a folder without regard to its files, by hand or by a rule. */
export const namedFolderCustodian = 'coalesce(folders.manual_custodian, folders.rule_custodian)';
const folderDefaultCustodian = defaultCustodianOf(
  '(SELECT upload_id FROM roots WHERE roots.id = folders.root_id)',
);
export const folderCustodian = `coalesce(${namedFolderCustodian}, ${folderDefaultCustodian})`;

/** Who named the custodian, a `CustodianOrigin`. It is null where nobody is named. */
const originColumn = (assigned: string, byRule: string, byDefault: string): string =>
  `CASE WHEN ${assigned} IS NOT NULL THEN 'manual'
    ELSE coalesce(${byRule}, iif(${byDefault} IS NULL, NULL, 'default')) END`;
export const itemCustodianFrom = originColumn(
  assignedCustodian,
  'items.rule_from, folders.rule_from',
  itemDefaultCustodian,
);
export const folderCustodianFrom = originColumn(
  'folders.manual_custodian',
  'folders.rule_from',
  folderDefaultCustodian,
);

interface Naming<Custodian> {
  readonly file?: Custodian | null | undefined;
  readonly folder?: Custodian | null | undefined;
}

/** The same order in TypeScript. */
export function custodianInOrder<Custodian>(
  byHand: Naming<Custodian>,
  byRule: Naming<Custodian>,
  byDefault: Custodian,
): Custodian {
  return byHand.file ?? byHand.folder ?? byRule.file ?? byRule.folder ?? byDefault;
}

export interface ContainerCustodian {
  /** The custodian that is sent for the source file. */
  readonly custodian: string | null;
  /** Assigned by hand: it overrides the rules for everything inside. */
  readonly isManual: boolean;
}

export interface InnerCustodian {
  readonly custodian: string | null;
  readonly from: 'manual' | 'rule' | 'container';
}

/** Whose a folder inside a container is: `manual` to it or to one above it inside the container. */
export function innerCustodian(
  manual: string | null,
  rule: string | null,
  container: ContainerCustodian,
): InnerCustodian {
  if (manual !== null) return { custodian: manual, from: 'manual' };
  if (rule !== null && !container.isManual) return { custodian: rule, from: 'rule' };
  return { custodian: container.custodian, from: 'container' };
}

/** The same in SQL. It is null where it is the container's. */
export const innerCustodianIn = (manual: string): string =>
  `coalesce(${manual}, CASE WHEN ${assignedCustodian} IS NULL THEN container_folders.rule_custodian END)`;
