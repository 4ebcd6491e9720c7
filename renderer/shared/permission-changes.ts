/** What a person can check: the documented permissions, then others that someone has already. Pure. */
export function permissionChoices(
  documented: readonly string[],
  before: readonly string[],
): readonly string[] {
  return [...new Set([...documented, ...before])];
}

export interface PermissionChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Sets: neither order nor repetition counts. */
export function permissionChanges(before: readonly string[], after: readonly string[]): PermissionChanges {
  const unique = (values: readonly string[], without: readonly string[]): readonly string[] => [
    ...new Set(values.filter((value) => !without.includes(value))),
  ];
  return { added: unique(after, before), removed: unique(before, after) };
}
