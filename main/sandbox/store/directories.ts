import type { SandboxForm } from '../options.ts';
import type { SandboxDatabase } from './database.ts';

export interface DirectoryRow {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
}

export interface CustodianRow {
  readonly id: number;
  readonly directoryId: number;
  readonly email: string | null;
  readonly hrSystemId: string | null;
  readonly name: string | null;
  /** JSON: what the CSV said, by the names of its columns. What it left empty is absent. */
  readonly fields: string;
}

export type NewCustodian = Omit<CustodianRow, 'id' | 'directoryId'>;

export type DirectoryRepository = ReturnType<typeof createDirectoryRepository>;

/** Legal hold directories and the people in them. */
export function createDirectoryRepository(db: SandboxDatabase) {
  const directory = db.prepare<[number], DirectoryRow>('SELECT * FROM directories WHERE id = ?');
  const directories = db.prepare<[], DirectoryRow & { custodianCount: number }>(
    `SELECT d.*, (SELECT count(*) FROM custodians c WHERE c.directoryId = d.id) AS custodianCount
     FROM directories d ORDER BY d.id`,
  );
  const custodians = db.prepare<[number, number, number], CustodianRow>(
    'SELECT * FROM custodians WHERE directoryId = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const insert = db.prepare<Omit<CustodianRow, 'id'>>(
    `INSERT INTO custodians (directoryId, email, hrSystemId, name, fields)
     VALUES (:directoryId, :email, :hrSystemId, :name, :fields)`,
  );
  const overwrite =
    'UPDATE custodians SET email = :email, hrSystemId = :hrSystemId, name = :name, fields = :fields';
  const overwriteByEmail = db.prepare<Omit<CustodianRow, 'id'>>(
    `${overwrite} WHERE directoryId = :directoryId AND email = :email`,
  );
  const overwriteByHrSystemId = db.prepare<Omit<CustodianRow, 'id'>>(
    `${overwrite} WHERE directoryId = :directoryId AND hrSystemId = :hrSystemId`,
  );
  // SQL's null equals nothing, so a person without the identifying value is always added.
  const identify = { base: overwriteByEmail, extended: overwriteByHrSystemId };

  return {
    directory: (id: number) => directory.get(id),
    directories: () => directories.all(),
    custodians: (directoryId: number, after: number, limit: number) =>
      custodians.all(directoryId, after, limit),
    /**
     * Custodian sync rules 8 and 9: in the base form, who has the same email is overwritten; in the extended form, who has
     * the same hr-system id. Everybody else is added.
     */
    store: db.transaction((directoryId: number, form: SandboxForm, people: readonly NewCustodian[]): void => {
      for (const person of people) {
        const row = { directoryId, ...person };
        if (identify[form].run(row).changes === 0) insert.run(row);
      }
    }),
  };
}
