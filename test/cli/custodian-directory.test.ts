/** Custodians get the names of a legal hold directory's people. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matches as words } from '../../main/cli/words/directories.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

const { dir, evidence, options, receivedIn, sandbox, uploadArgs } = await makeUploadEvidence();

const csv = join(dir, 'people.csv');
writeFileSync(
  csv,
  'email;first name;last name;department\nasmith@x.test;Adam;Smith;Legal\nbjones@x.test;Bo;Jones;IT\ncjones@x.test;Cy;Jones;HR\n',
);
const certain = join(dir, 'certain.csv');
const byFolder = ['--custodian-by', 'folder:1'];

describe('--custodian-directory', () => {
  it('shows in a dry run who is in the directory, who may be, and who is not', async () => {
    const args = uploadArgs(join(dir, 'dry'), 'Dry', ...byFolder, '--custodian-directory', csv, '--dry-run');
    const { out, code } = await lading(args, options());
    expect(out).toContain(words.title('people.csv', 0, 2, 0));
    expect(out).toMatch(/Smith +Adam Smith, asmith@x\.test, Legal +review +0\.55 +one name only/);
    expect(out).toMatch(/Jones +Bo Jones, .*one name only; 1 more/);
    expect(code).toBe(0);
    const lines = jsonLines((await lading([...args, '--json'], options())).out);
    expect(lines.filter(({ event }) => event === 'custodian-match')).toMatchObject([
      {
        custodian: 'Jones',
        status: 'review',
        renamedTo: null,
        candidates: [{ score: 0.55 }, { score: 0.55 }],
      },
      { custodian: 'Smith', status: 'review', candidates: [{ person: { email: 'asmith@x.test', line: 2 } }] },
    ]);
  });

  it('sends files under the directory’s names where the match is certain', async () => {
    writeFileSync(certain, 'employee id,name,email\nx,Jones,j@x.test\nSmith,Adam Smith,a@x.test\n');
    const sent = await lading(
      uploadArgs(join(dir, 'certain'), 'Certain', ...byFolder, '--custodian-directory', certain, '--json'),
      options(),
    );
    expect(sent.code).toBe(0);
    expect((await receivedIn('Certain')).map(({ custodian }) => custodian).toSorted()).toEqual([
      'Adam Smith',
      'Adam Smith',
      'Jones',
      'Jones',
    ]);
  });

  it('stops before anything is created where every custodian must be certain', async () => {
    const stopped = await lading(
      uploadArgs(
        join(dir, 'required'),
        'Required',
        ...byFolder,
        '--custodian-directory',
        csv,
        '--require-custodian-match',
      ),
      options(),
    );
    expect(stopped.err).toContain('Jones, Smith');
    expect(stopped.code).toBe(1);
    expect((await sandbox.inspect('datasets')).map(({ name }) => name)).not.toContain('Required');
  });

  it('says what is wrong with the file before the scan', async () => {
    for (const [path, says] of [
      [join(dir, 'missing.csv'), 'missing.csv'],
      [join(evidence, 'Smith'), 'Smith'],
    ] as const) {
      const refused = await lading(
        uploadArgs(join(dir, 'refused'), 'Refused', '--custodian-directory', path),
        options(),
      );
      expect(refused.err).toContain(says);
      expect(refused.code).toBe(1);
    }
    const alone = await lading(uploadArgs(join(dir, 'refused'), 'R', '--require-custodian-match'), options());
    expect(alone.err).toContain('--custodian-directory');
    expect(alone.code).toBe(1);
  });
});

it('--custodian-template takes a file, and says which template is missing', async () => {
  const file = join(dir, 'template.json');
  writeFileSync(
    file,
    JSON.stringify({
      format: 'lading-custodian-template',
      version: 1,
      name: 'Acme',
      savedFor: { serverUrl: 'https://a.test/', databaseId: 7, databaseName: 'Acme' },
      custodian: null,
      rules: [{ kind: 'folder', level: 1 }],
      map: null,
      names: [{ from: 'Smith', to: 'Adam Smith' }],
    }),
  );
  const args = (template: string) =>
    uploadArgs(join(dir, 'template'), 'Template', '--custodian-template', template);
  const sent = await lading(args(file), options());
  expect([sent.code, sent.err]).toEqual([0, '']);
  const custodians = (await receivedIn('Template')).map(({ custodian }) => custodian);
  expect(custodians.toSorted()).toEqual(['Adam Smith', 'Adam Smith', 'Jones', 'Jones']);
  const missing = await lading(args('Beta'), options());
  expect(missing.code).toBe(1);
  expect(missing.err).toContain('“Beta”');
  const both = await lading([...args(file), '--custodian-by', 'folder:1'], options());
  expect(both.code).toBe(1);
});
