import { describe, expect, it } from 'vitest';
import { success } from '../../preload/contract/failure.ts';
import { tableHandlers } from './tables.ts';

const table = { name: 'Databases: Harrow/Pike', columns: ['Name', 'ID'], rows: [['Doe v. Roe', 2001]] };

function createHandlers(savePath: string | null) {
  const calls: unknown[] = [];
  const suggestions: string[] = [];
  const handlers = tableHandlers({
    engine: {
      call: async (name, argument) => {
        calls.push({ name, argument });
        return JSON.parse(JSON.stringify({ ok: true }));
      },
    },
    dialogs: {
      chooseSavePath: async (_, suggested) => {
        suggestions.push(suggested);
        return savePath;
      },
    },
    now: () => new Date(2026, 10, 5),
  });
  return { handlers, calls, suggestions };
}

describe('exporting a table', () => {
  it('writes it where the person chose, and suggests its name with the date', async () => {
    const { handlers, calls, suggestions } = createHandlers('/reports/databases.csv');
    expect(await handlers['tables.exportCsv'](table)).toEqual(success({ path: '/reports/databases.csv' }));
    expect(suggestions).toEqual(['Databases Harrow Pike 2026-11-05.csv']);
    expect(calls).toEqual([
      {
        name: 'exports.table',
        argument: { path: '/reports/databases.csv', columns: table.columns, rows: table.rows },
      },
    ]);
  });

  it('writes nothing when the dialog is closed', async () => {
    const { handlers, calls } = createHandlers(null);
    expect(await handlers['tables.exportCsv'](table)).toEqual(success(null));
    expect(calls).toEqual([]);
  });
});
