import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import type { SandboxView } from '../../preload/contract/views/views.ts';
import { createPathGrants } from './path-grants.ts';
import { type PathsDependencies, pathHandlers, suggestedFileName } from './paths.ts';

const day = new Date(2026, 10, 5);

const gone = failure('path-missing', { path: '/gone' });
const running: SandboxView = { kind: 'running', url: 'http://127.0.0.1:1', connectionId: 'sandbox' };
const sample = '/opt/lading/sample-matter';

function createHandlers(
  savePath: string | null,
  state: Partial<PathsDependencies> = {},
  saveFolder: string | null = null,
) {
  const shown: string[] = [];
  const proposed: unknown[] = [];
  const handlers = pathHandlers({
    dialogs: {
      choosePaths: async ({ title, kind }) => {
        shown.push(`${title}: ${kind}`);
        return savePath === null ? [] : [savePath];
      },
      chooseSavePath: async (title, proposedPath) => {
        shown.push(`${title}: ${proposedPath}`);
        return savePath;
      },
    },
    pathGrants: createPathGrants(async (paths) =>
      paths.includes('/gone') ? gone : success(paths.map(() => 'folder' as const)),
    ),
    engine: {
      call: async (_name, argument) => {
        proposed.push(argument);
        return JSON.parse(JSON.stringify(success(saveFolder)));
      },
    },
    sandbox: { view: running },
    saveFolders: ['/home/ann/Documents', '/home/ann'],
    sampleMatter: sample,
    now: () => day,
    ...state,
  });
  return { handlers, shown, proposed };
}

const wanted = { purpose: 'save-files', name: 'Files Kessler v. Marlow', extension: 'csv' } as const;

describe('choosing', () => {
  it('opens a dialog for the purpose, and grants what the person chose', async () => {
    const { handlers, shown } = createHandlers('/evidence');
    expect(await handlers['paths.choose']({ purpose: 'source-folders' })).toEqual(
      success([{ sourceId: expect.stringMatching(/^[0-9a-f-]{36}$/), path: '/evidence', kind: 'folder' }]),
    );
    await handlers['paths.choose']({ purpose: 'receipt' });
    expect(shown).toEqual(['Choose folders to upload: folders', 'Choose a receipt to verify: files']);
  });

  it('grants nothing when the dialog is cancelled, or what was chosen is gone', async () => {
    const cancelled = createHandlers(null);
    expect(await cancelled.handlers['paths.choose']({ purpose: 'profile' })).toEqual(success([]));
    const missing = createHandlers('/gone');
    expect(await missing.handlers['paths.choose']({ purpose: 'profile' })).toEqual(gone);
  });
});

describe('the sample matter', () => {
  it('is a source like any other while the sandbox runs', async () => {
    const { handlers } = createHandlers(null);
    expect(await handlers['sources.sample'](undefined)).toMatchObject({
      ok: true,
      value: [{ path: sample, kind: 'folder' }],
    });
  });

  it('is refused while the sandbox is not running', async () => {
    for (const kind of ['stopped', 'starting'] as const) {
      const { handlers } = createHandlers(null, { sandbox: { view: { kind } } });
      expect(await handlers['sources.sample'](undefined)).toEqual(failure('sandbox-not-running'));
    }
  });

  it('is missing where the installation does not include it, or someone removed it', async () => {
    const without = createHandlers(null, { sampleMatter: null });
    expect(await without.handlers['sources.sample'](undefined)).toEqual(failure('sample-matter-missing'));
    const removed = createHandlers(null, { sampleMatter: '/gone' });
    expect(await removed.handlers['sources.sample'](undefined)).toEqual(gone);
  });
});

describe('choosing where to save', () => {
  it('suggests a name with the day, and grants what the person chose', async () => {
    const { handlers, shown } = createHandlers('/out.csv');
    const chosen = await handlers['paths.chooseWhereToSave'](wanted);
    expect(chosen).toEqual(success({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), path: '/out.csv' }));
    expect(shown).toEqual(['Export files: Files Kessler v. Marlow 2026-11-05.csv']);
  });

  it('grants nothing when the dialog is cancelled', async () => {
    const { handlers } = createHandlers(null);
    expect(await handlers['paths.chooseWhereToSave'](wanted)).toEqual(success(null));
  });

  it('proposes the folder that was saved in last, not one that was chosen from, where it is in no source', async () => {
    const { handlers, shown, proposed } = createHandlers('/reports/out.csv', {}, '/reports');
    await handlers['paths.choose']({ purpose: 'source-folders' });
    await handlers['paths.chooseWhereToSave'](wanted);
    await handlers['paths.chooseWhereToSave'](wanted);
    const usual = ['/home/ann/Documents', '/home/ann'];
    expect(proposed).toEqual([{ folders: usual }, { folders: ['/reports', ...usual] }]);
    expect(shown.at(-1)).toBe('Export files: /reports/Files Kessler v. Marlow 2026-11-05.csv');
  });

  it('keeps the date of a long name, and leaves out what no file name may have', () => {
    const long = `Files Re: "Kessler/Marlow"\n${'x'.repeat(300)}`;
    const name = suggestedFileName(long, 'csv', day);
    expect(name).toMatch(/^Files Re Kessler Marlow x{60,} 2026-11-05\.csv$/);
    expect(name.length).toBeLessThan(130);
    expect(suggestedFileName('../../.bashrc', 'txt', day)).toBe('bashrc 2026-11-05.txt');
  });

  it.each([
    ['Receipt EV-0416 2026-11-05', 'Receipt EV-0416 2026-11-05.json'],
    ['Receipt Intake 2026-11-05 09:30:00', 'Receipt Intake 2026-11-05 09 30 00.json'],
    ['Receipt EV-0416 2026-11-04', 'Receipt EV-0416 2026-11-04 2026-11-05.json'],
  ])('names the day of “%s” once', (text, expected) => {
    expect(suggestedFileName(text, 'json', day)).toBe(expected);
  });
});
