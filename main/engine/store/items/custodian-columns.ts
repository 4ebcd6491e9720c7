/**
 * Whose a file is, in SQL: who was assigned to it by hand, else to its folder; else whom a rule names for it, else for its
 * folder. Where all are null, it is the upload's default.
 */

/** By hand only. `file`: the table or the alias of the items. */
const assignedCustodianOf = (file: string): string => `coalesce(${file}.custodian, folders.manual_custodian)`;

export const custodianOf = (file: string): string =>
  `coalesce(${assignedCustodianOf(file)}, ${file}.rule_custodian, folders.rule_custodian)`;

export const itemCustodian = custodianOf('items');
export const assignedCustodian = assignedCustodianOf('items');
/** Of a folder without regard to its files. */
export const folderCustodian = 'coalesce(folders.manual_custodian, folders.rule_custodian)';
