import type { Database } from 'better-sqlite3';
import {
  type CustodianTemplateFile,
  custodianTemplateFile,
} from '../../../../preload/contract/views/custodian-template.ts';
import { storedJson } from '../stored-value.ts';

export interface StoredCustodianTemplate {
  readonly id: number;
  readonly savedAt: string;
  readonly template: CustodianTemplateFile;
}

interface TemplateRow {
  id: number;
  name: string;
  savedAt: string;
  content: string;
}

/** Custodian templates by name. */
export function createCustodianTemplateRepository(db: Database) {
  const columns = 'id, name, saved_at AS savedAt, content';
  const selectAll = db.prepare<[], TemplateRow>(`SELECT ${columns} FROM custodian_templates ORDER BY name`);
  const selectOne = db.prepare<[number], TemplateRow>(
    `SELECT ${columns} FROM custodian_templates WHERE id = ?`,
  );
  const selectId = db.prepare<[string], number>('SELECT id FROM custodian_templates WHERE name = ?').pluck();
  const save = db
    .prepare<unknown[], number>(
      `INSERT INTO custodian_templates (name, server_url, database_id, database_name, saved_at, content)
       VALUES (@name, @serverUrl, @databaseId, @databaseName, @savedAt, @content)
       ON CONFLICT (name) DO UPDATE SET server_url = excluded.server_url, database_id = excluded.database_id,
         database_name = excluded.database_name, saved_at = excluded.saved_at, content = excluded.content
       RETURNING id`,
    )
    .pluck();
  const rename = db.prepare('UPDATE custodian_templates SET name = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM custodian_templates WHERE id = ?');
  const toTemplate = ({ id, name, savedAt, content }: TemplateRow): StoredCustodianTemplate => ({
    id,
    savedAt,
    // What this store wrote; the name may have changed since.
    template: { ...storedJson(content, custodianTemplateFile, ['custodian_templates.content', id]), name },
  });
  return {
    all: (): readonly StoredCustodianTemplate[] => selectAll.all().map(toTemplate),
    get(id: number): StoredCustodianTemplate | null {
      const row = selectOne.get(id);
      return row === undefined ? null : toTemplate(row);
    },
    /** The ID of the template with that name, or null without one. */
    idOf: (name: string): number | null => selectId.get(name) ?? null,
    /** Replaces one of the same name. */
    save(template: CustodianTemplateFile, savedAt: string): number {
      const { name, savedFor } = template;
      const id = save.get({ name, ...savedFor, savedAt, content: JSON.stringify(template) });
      if (id === undefined) throw new Error('A template was not saved');
      return id;
    },
    rename: (id: number, name: string): void => void rename.run(name, id),
    remove: (id: number): void => void remove.run(id),
  };
}
