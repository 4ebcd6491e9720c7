import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { storedJson } from '../stored-value.ts';

const settings = z.record(z.string(), z.unknown());

export interface Template {
  readonly id: number;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface TemplateRow {
  id: number;
  name: string;
  settings: string;
}

/** Named processing settings. */
export function createTemplateRepository(db: Database) {
  const all = db.prepare<[], TemplateRow>('SELECT id, name, settings FROM templates ORDER BY name');
  const save = db.prepare<[string, string], TemplateRow>(
    `INSERT INTO templates (name, settings) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET settings = excluded.settings RETURNING id, name, settings`,
  );
  const remove = db.prepare('DELETE FROM templates WHERE id = ?');
  const toTemplate = (row: TemplateRow): Template => ({
    ...row,
    settings: storedJson(row.settings, settings, ['templates.settings', row.id]),
  });
  return {
    all: (): readonly Template[] => all.all().map(toTemplate),
    save(name: string, settings: Readonly<Record<string, unknown>>): Template {
      const row = save.get(name, JSON.stringify(settings));
      if (row === undefined) throw new Error('A template was not saved');
      return toTemplate(row);
    },
    remove: (id: number): void => void remove.run(id),
  };
}
