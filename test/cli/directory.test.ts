import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmQuestion } from '../../main/cli/terminal/confirm.ts';
import { directories as words } from '../../main/cli/words/directories.ts';
import { errorText } from '../../main/cli/words/errors.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { answerJson, startHttpServer } from '../fakes/http-server.ts';
import { jsonLines, start } from './command.ts';
import { lading } from './in-process.ts';
import { hasTerminal, onTerminal } from './on-terminal.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-cli-directory-'));
let answer: { readonly status: number; readonly body: unknown };
/** Called instead of an answer. */
let withhold: (() => void) | null;
const platform = await startHttpServer(({ method, target }, response) => {
  // A field of the extended form.
  if (target.startsWith('/v1/projects')) answerJson(response, 200, { data: [{ id: 1, frozen: false }] });
  else if (target.startsWith('/v1/users/me'))
    answerJson(response, 200, { data: { id: 7, username: 'admin' } });
  else if (method === 'GET') answerJson(response, 200, { data: [] });
  else if (withhold !== null) withhold();
  else answerJson(response, answer.status, answer.body);
});
beforeEach(() => {
  withhold = null;
  answer = { status: 200, body: { data: { custodians: ['bob@corp'] } } };
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

const env = { LADING_API_KEY: 'service.abc123.S3cretPart', LADING_SERVER: platform.url.href };
const good = 'email;user principal name;name\na@x.test;;Ann\n;bob@corp;Bob\n';
const bad = 'email,name,employee start date\n,Eve,31.12.2024\n';

function run(csv: string, ...args: readonly string[]) {
  writeFileSync(join(dir, 'people.csv'), csv);
  const [command = '', ...more] = args;
  const form = more.includes('--form') ? [] : ['--form', 'base'];
  return lading(['directory', command, 'people.csv', ...form, ...more], { env, cwd: dir });
}
const sync = (csv: string, ...more: readonly string[]) => run(csv, 'sync', '--directory-id', '12', ...more);
const sent = () => platform.seen.filter(({ method }) => method === 'POST');

describe('lading directory check', () => {
  it('says what a sync will do, and exits with 0', async () => {
    const { code, out } = await run(good, 'check');
    expect(out).toContain('2 people, 3 columns. UTF-8, separated by semicolons.');
    expect(out).toContain('bob@corp');
    expect(out).toContain('department');
    expect(out).toContain(words.noErrors);
    expect(code).toBe(0);
  });

  it('names every error with line and column, and exits with 2', async () => {
    const { code, out } = await run(bad, 'check');
    expect(out).toMatch(/line 2, column 3 \(employee start date\)\n +“31\.12\.2024” isn't a date/);
    expect(out).toMatch(/line 2\n +This person has neither/);
    expect(code).toBe(2);
  });

  it('prints one JSON line for each finding, and the result last', async () => {
    const lines = jsonLines((await run(bad, 'check', '--json')).out);
    expect(lines).toMatchObject([
      { event: 'finding', severity: 'error', code: 'date-invalid', line: 2, column: 3 },
      { event: 'finding', severity: 'error', code: 'identity-missing', line: 2 },
      { event: 'checked', people: 1, errors: 2 },
    ]);
  });

  it('follows --form', async () => {
    const [line] = jsonLines(
      (await run('hr-system id,email,name\n1,a@x.test,A', 'check', '--json', '--form', 'extended')).out,
    );
    expect(line).toMatchObject({ event: 'checked', form: 'extended', notes: 0, warnings: 0 });
  });

  it('exits with 1 if there is no such file', async () => {
    const { code, err } = await lading(['directory', 'check', 'none.csv'], { env, cwd: dir });
    expect(err).toContain(errorText(failure('source-missing', { path: join(dir, 'none.csv') }).failure));
    expect(code).toBe(1);
  });
});

describe('lading directory sync', () => {
  it('sends the file, and exits with 0 if those are ignored who were predicted', async () => {
    const { code, out } = await sync(good, '--yes');
    expect(sent().at(-1)?.target).toBe('/v1/directories/12/custodians');
    expect(out).toContain('1 person ignored as predicted.');
    expect(code).toBe(0);
  });

  it('goes by the form that the platform shows, where --form names none', async () => {
    const resource = join(import.meta.dirname, '..', '..', 'resources', 'profiles', 'default.json');
    const profile = JSON.parse(readFileSync(resource, 'utf8'));
    const ofBase = join(dir, 'base.json');
    writeFileSync(
      ofBase,
      JSON.stringify({ ...profile, directories: { ...profile.directories, form: 'base' } }),
    );
    writeFileSync(join(dir, 'people.csv'), good);
    const args = ['directory', 'sync', 'people.csv', '--directory-id', '12', '--yes', '--json'];
    const { out } = await lading([...args, '--profile', ofBase], { env, cwd: dir });
    expect(jsonLines(out).find(({ event }) => event === 'checked')).toMatchObject({ form: 'extended' });
  });

  it('exits with 2 and names those who were ignored otherwise', async () => {
    answer = { status: 200, body: { data: { custodians: ['zoe@corp'] } } };
    const { code, out } = await sync(good, '--yes');
    expect(out).toContain(`${words.unexpected}\n  zoe@corp`);
    expect(out).toContain(`${words.missing}\n  bob@corp (line 3)`);
    expect(code).toBe(2);
  });

  it.each([
    [['--form', 'base'], 'bob@corp', 0],
    [['--form', 'base'], 'zoe@corp', 2],
    [[], 'bob@corp', 2],
  ])(
    'ends as its operation of lading api does: with %j and %s, exit code %i',
    async (form, ignored, exit) => {
      answer = { status: 200, body: { data: { custodians: [ignored] } } };
      writeFileSync(join(dir, 'people.csv'), good);
      const args = ['--directory-id', '12', '--yes', ...form];
      const operation = ['api', 'SyncDirectoryCustodians', '--file', 'people.csv', ...args];
      const { code, out, err } = await lading(operation, { env, cwd: dir });
      expect(JSON.parse(out)).toEqual({ custodians: [ignored] });
      expect(err.includes('Check them on the platform.')).toBe(exit === 2);
      expect(code).toBe(exit);
      expect((await lading(['directory', 'sync', 'people.csv', ...args], { env, cwd: dir })).code).toBe(exit);
    },
  );

  it('says on Ctrl-C that the change may have been made', async () => {
    writeFileSync(join(dir, 'people.csv'), good);
    const asked = Promise.withResolvers<void>();
    withhold = asked.resolve;
    const args = [join(dir, 'people.csv'), '--directory-id', '12', '--form', 'base', '--yes'];
    const { child, ended } = start(['directory', 'sync', ...args], { env });
    await asked.promise;
    child.kill('SIGINT');
    const { code } = await ended;
    expect(code).toBe(3);
  });

  it('prints the comparison as JSON', async () => {
    const last = jsonLines((await sync(good, '--yes', '--json')).out).at(-1);
    expect(last).toMatchObject({
      event: 'synced',
      directoryId: 12,
      ignored: { asPredicted: [{ userPrincipalName: 'bob@corp' }], unexpected: [], missing: [] },
    });
  });

  it('sends nothing without being asked, without --yes, or with an error in the file', async () => {
    const before = sent().length;
    const unasked = await sync(good);
    expect(unasked.err).toContain('--yes');
    expect(unasked.code).toBe(1);
    const wrong = await sync(bad, '--yes');
    expect(wrong.err).toContain('has 2 errors, so nothing was sent');
    expect(wrong.code).toBe(1);
    expect(sent()).toHaveLength(before);
  });

  it.skipIf(!hasTerminal)(
    'exits with 1 if a person says no on a terminal, because nothing was sent',
    async () => {
      const before = sent().length;
      const path = join(dir, 'asked.csv');
      writeFileSync(path, good);
      const { out, code } = await onTerminal(
        ['directory', 'sync', path, '--directory-id', '12', '--form', 'base'],
        { dir, columns: 80, env, answer: { question: confirmQuestion, typed: 'no' } },
      );
      expect(out).toContain(words.notSynced);
      expect(code).toBe(1);
      expect(sent()).toHaveLength(before);
    },
  );

  it.each([
    [403, 1, 'legal hold admin'],
    [404, 1, 'no directory 12'],
    [500, 1, 'Synchronizing the same file again is safe'],
  ])('says what %i means, and exits with %i', async (status, expected, text) => {
    answer = { status, body: { title: 'No', status } };
    const { code, err } = await sync(good, '--yes');
    expect(err).toContain(text);
    expect(code).toBe(expected);
  });
});
