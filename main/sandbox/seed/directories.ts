import { organizationId } from './accounts.ts';
import type { SetRow } from './step.ts';

export const directoryId = 701;

/** A directory for each organization with databases. The first has people, one of whom a CSV may overwrite. */
export function seedDirectories(setRow: SetRow): void {
  setRow('directories', { id: directoryId, organizationId, name: 'Harrow & Pike legal hold' });
  setRow('directories', { id: 702, organizationId: 102, name: 'Castle legal hold' });
  setRow('directories', { id: 703, organizationId: 103, name: 'Northgate legal hold' });

  const custodian = (
    id: number,
    name: string,
    email: string,
    more: Readonly<Record<string, string>>,
  ): void => {
    const hrSystemId = more['hr-system id'] ?? null;
    setRow('custodians', {
      ...{ id, directoryId, name, email, hrSystemId },
      fields: JSON.stringify({ email, ...more }),
    });
  };
  custodian(9001, 'Ana Reyes', 'ana.reyes@example.com', { department: 'Sales', 'hr-system id': 'HR-1001' });
  custodian(9002, 'Tom Baker', 'tom.baker@example.com', { department: 'Finance', 'hr-system id': 'HR-1002' });
}
