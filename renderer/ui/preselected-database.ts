import type { DatabaseView } from '../../preload/contract/views.ts';

/**
 * The database to preselect: the only one, or the sandbox's first, where a wrong choice does no harm.
 * Otherwise the user chooses, because the wrong database means the wrong matter.
 */
export function preselectedDatabase(databases: readonly DatabaseView[], isSandbox: boolean): number | null {
  const [first] = databases;
  return first !== undefined && (isSandbox || databases.length === 1) ? first.id : null;
}
