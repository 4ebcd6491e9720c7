/** A dry run is the upload's own preparation: what refuses the one refuses the other, in the same words. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultPreferences } from '../../main/app/settings.ts';
import { openDataFolder } from '../../main/app/state-dir.ts';
import { dryRun, limits } from '../../main/cli/words/uploads.ts';
import { acquireLock } from '../../main/engine/store/lock.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import type { FailureCode } from '../../preload/contract/failures/failure.ts';
import { unwrap } from '../fixtures/result.ts';
import { mountSmallDisk } from '../fixtures/small-disk.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'lading-refusals-')));
const state = join(dir, 'state');
const acme = 2002;
const frozen = 2005;
let sandbox: Sandbox;

beforeAll(async () => {
  for (const folder of ['sent/Smith', 'other/Smith/deep', 'fresh/Jones', 'empty'])
    mkdirSync(join(dir, folder), { recursive: true });
  for (const file of ['sent/Smith/a.txt', 'other/Smith/deep/a.txt', 'fresh/Jones/a.txt'])
    writeFileSync(join(dir, file), file);
  write('not.json', '{');
  write('empty.txt', '');
  write('people.csv', 'employee id,name,email\nx,Nobody,n@x.test\n');
  write('map.csv', 'neither,of,these\n');
  write('settings.json', JSON.stringify({ chatAttachments: true }));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(dir, 'pipe')]);
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  const first = await lading([...uploadOf('sent'), '--custodian-by', 'folder:1'], options());
  expect(first).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(dir, name), text);
}

/** The last of an option that is given twice counts. */
const uploadOf = (path: string, ...more: readonly string[]) => [
  ...['upload', path, '--dataset', `From ${path.slice(0, 100)}`],
  ...(more.includes('--database') ? [] : ['--database', String(sandbox.databaseId)]),
  ...(more.includes('--state') ? [] : ['--state', state]),
  ...more,
];
const options = (env: Readonly<Record<string, string>> = {}) => ({
  env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url, ...env },
  cwd: dir,
});

interface Case {
  readonly args: () => readonly string[];
  readonly env?: () => Readonly<Record<string, string>>;
}
const args = (path: string, ...more: readonly string[]): Case => ({ args: () => uploadOf(path, ...more) });
const fresh = (...more: readonly string[]): Case => args('fresh', ...more);
const withEnv = (env: () => Readonly<Record<string, string>>): Case => ({ ...fresh(), env });
const atServer = (url: string): Case => withEnv(() => ({ LADING_SERVER: url }));
const withSettings = (settings: object, ...more: readonly string[]): Case => ({
  args() {
    write('refused.json', JSON.stringify(settings));
    return uploadOf('fresh', '--settings', 'refused.json', ...more);
  },
});
const withProfile = (path: string): Case => fresh('--profile', path);
const inStore = (name: string, change: (db: InstanceType<typeof Sqlite>) => void): Case => ({
  args() {
    const folder = join(dir, name);
    if (!existsSync(folder)) {
      mkdirSync(folder);
      writeFileSync(join(folder, '.lading-folder'), readFileSync(join(state, '.lading-folder')));
      const db = new Sqlite(join(folder, 'lading.db'));
      db.exec('CREATE TABLE uploads (id INTEGER PRIMARY KEY)');
      change(db);
      db.close();
    }
    return uploadOf('fresh', '--state', folder);
  },
});

/** What is refused, by the code of its failure. */
const refusals = {
  // The command line
  'sources-missing': { args: () => ['upload', '--database', '1', '--dataset', 'D', '--state', state] },
  'dataset-ambiguous': fresh('--dataset-id', '7'),
  'option-needs-option': fresh('--require-custodian-match'),
  'range-empty': fresh('--min-size', '2M', '--max-size', '1M'),
  'settings-not-json': fresh('--settings', 'not.json'),
  'file-missing': fresh('--password-file', 'gone.txt'),
  // Where it is sent to
  'server-url-malformed': atServer('nowhere'),
  'server-url-insecure': atServer('http://platform.example'),
  'server-url-has-extras': atServer('https://platform.example/?a=b'),
  'key-malformed': withEnv(() => ({ LADING_API_KEY: 'x' })),
  'key-refused': withEnv(() => ({ LADING_API_KEY: sandbox.keys.revoked })),
  'profile-missing': withProfile('gone.json'),
  'profile-unreadable': withProfile('.'),
  'profile-invalid': withProfile('not.json'),
  'database-not-found': fresh('--database', '99'),
  'database-name-unknown': fresh('--database', 'Nobody'),
  'database-inactive': fresh('--database', String(frozen)),
  'database-unconfirmed': args('sent', '--database', String(acme)),
  'database-name-differs': fresh('--confirm-database', 'Acme'),
  'processing-setting-unknown': withSettings({ nothing: true }),
  'processing-setting-invalid': withSettings({ ocrLanguage: 'german' }),
  'processing-setting-extended': withSettings({ chatAttachments: true }, '--form', 'base'),
  // The data folder
  'folder-not-lading': fresh('--state', 'sent'),
  'store-newer': inStore('newer', (db) => db.pragma('user_version = 9999')),
  'store-preview': inStore('preview', (db) => db.pragma('user_version = 1')),
  'folder-shared': {
    args() {
      const shared = join(dir, 'team');
      mkdirSync(shared, { recursive: true });
      chmodSync(shared, 0o3777);
      return uploadOf('fresh', '--state', shared);
    },
  },
  'state-in-source': args('.'),
  'source-in-state': args(join('state', 'lading.db')),
  'output-in-source': fresh('--findings', join('fresh', 'findings.csv')),
  'write-failed': fresh('--findings', 'findings.csv', '--locked-list', join('none', 'locked.csv')),
  // What is sent
  'source-missing': args('gone'),
  'path-unreadable': args('n'.repeat(300)),
  'path-not-a-file': args('pipe'),
  'sources-overlap': {
    args: () => uploadOf('fresh', '--link', 'https://x.test/a').toSpliced(2, 0, 'fresh/Jones'),
  },
  'nothing-to-send': args('empty'),
  'link-malformed': fresh('--link', 'ftp://x.test/a'),
  'link-duplicate': fresh('--link', 'https://x.test/a', '--link', 'https://x.test/a'),
  'glob-invalid': fresh('--exclude', '['),
  'request-limit': fresh('--type', 'x'.repeat(256)),
  'hash-list-unreadable': fresh('--known-hashes', 'gone.txt'),
  'hash-list-empty': fresh('--known-hashes', 'empty.txt'),
  // Custodians
  'custodian-pattern-invalid': fresh('--custodian-by', 'regex:('),
  'custodian-map-invalid': fresh('--custodian-map', 'map.csv'),
  'custodian-template-not-found': fresh('--custodian-template', 'Nobody'),
  'custodian-template-invalid': fresh('--custodian-template', 'not.json'),
  'directory-csv-unusable': fresh('--custodian-by', 'folder:1', '--custodian-directory', 'map.csv'),
  'custodians-unmatched': fresh(
    ...['--custodian-by', 'folder:1', '--custodian-directory', 'people.csv', '--require-custodian-match'],
  ),
} as const satisfies Readonly<Record<string, Case>>;

describe('what refuses an upload refuses its dry run, with the same words and exit code', () => {
  it.each(Object.entries<Case>(refusals))('%s', async (code, { args: given, env = () => ({}) }) => {
    const refusal = async (...more: readonly string[]) => {
      const ran = await lading([...given(), '--json', ...more], options(env()));
      const { at: _, ...error } = jsonLines(ran.out).at(-1) ?? {};
      return { code: ran.code, error };
    };
    const dry = await refusal('--dry-run');
    expect(dry).toMatchObject({ code: code === 'key-refused' ? 4 : 1, error: { event: 'error', code } });
    expect(await refusal()).toEqual(dry);
    expect(jsonLines((await lading(['status', '--json', '--state', state])).out)).toMatchObject([{ id: 1 }]);
  });

  /** What is no reason in the request, the platform or the data folder, or can't be had here. */
  const elsewhere: Readonly<Partial<Record<FailureCode, string>>> = {
    stopped: 'a person stopped it',
    'held-by-rule': 'a file of a watched folder is kept, and the rest is sent',
    'upload-started': 'only drafts are started',
    'link-not-needed': 'only a resume gives links again',
    'server-url-missing': 'without a server and a key, a dry run checks what it can',
    'key-missing': 'without a server and a key, a dry run checks what it can',
    'not-the-platform': 'as every other answer to the first request',
    'database-name-ambiguous': 'found where database-name-unknown is',
    'upload-forbidden': 'found where database-inactive is',
    'source-path-empty': 'the command line refuses an empty path itself',
    'source-unavailable': 'it went away meanwhile',
    'custodian-directory-changed': 'it changed meanwhile',
    'csv-changed': 'it changed meanwhile',
    'password-file-unreadable': 'the command line reads the file first',
    'folder-foreign': 'found where folder-shared is',
    'store-locked': 'a dry run only reads the store, also while another program has it',
    'store-read-only': 'below: only root on Linux can make a disk read-only',
    'store-cannot-open': 'found where store-read-only is',
    'store-outdated': 'an upload brings the store to this version',
    'disk-full': 'a dry run writes to the disk of temporary files',
  };

  it('is the table of every reason that the preparation has', () => {
    const modules = [
      ...[
        'uploads/prepare/prepare-upload',
        'uploads/prepare/check-folders',
        'uploads/prepare/confirm-database',
        'uploads/prepare/databases',
      ],
      ...[
        'uploads/prepare/match-custodians',
        'uploads/prepare/select-files',
        'uploads/prepare/scan-upload',
        'uploads/prepare/inspect-upload',
      ],
      ...[
        'uploads/prepare/check-files',
        'uploads/drafts/custodian-templates',
        'intake/custodians/check-rules',
      ],
      ...['intake/custodians/read-map', 'intake/links', 'intake/passwords/read-passwords'],
      ...['intake/scan-roots', 'intake/scan-into-store', 'platform/processing-settings'],
      ...['platform/profile-file', 'platform/session', 'platform/connection'],
      ...[
        'platform/find-database',
        'store/files/data-folder',
        'store/files/private-folder',
        'store/migrate',
        'store/lock',
      ],
      ...['directories/match-directory', 'directories/match-on-thread', 'csv/csv-file'],
    ];
    const files = [...modules.map((name) => `main/engine/${name}.ts`), 'preload/contract/server-url.ts'];
    const reasons = files.flatMap((file) => {
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      return [...source.matchAll(/\bfailure\(\s*'([a-z-]+)'/g)].map(([, code]) => code ?? '');
    });
    expect(reasons.length).toBeGreaterThan(modules.length);
    expect(reasons.filter((code) => !(code in refusals) && !(code in elsewhere))).toEqual([]);
  });
});

it.for([
  ['that was used before', 'disk/state', true],
  ['that is empty', 'disk/empty', false],
  ['that is missing', 'disk/new', false],
] as const)(
  'a data folder %s on a read-only disk refuses the upload and its dry run',
  async ([, folder, isUsed], { skip }) => {
    const disk = join(dir, 'disk');
    mkdirSync(disk, { recursive: true });
    skip(!mountSmallDisk(disk, '8m'), 'only root on Linux can make a disk read-only');
    mkdirSync(join(disk, 'empty'));
    const args = uploadOf('fresh', '--state', folder);
    if (isUsed) expect((await lading(args, options())).code).toBe(0);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const dry = await lading([...args, '--dry-run'], options());
    expect(dry).toMatchObject({
      code: 1,
      err: expect.stringContaining(`can't write to ${join(dir, folder)} (`),
    });
    expect(await lading(args, options())).toEqual(dry);
  },
);

it('a dry run without a key is refused for what it can tell', async () => {
  // An empty variable counts as none.
  const offline = { env: { LADING_SERVER: sandbox.url, LADING_API_KEY: ' ' }, cwd: dir };
  for (const refused of [
    'nothing-to-send',
    'state-in-source',
    'custodians-unmatched',
    'store-newer',
  ] as const) {
    const { out, code } = await lading([...refusals[refused].args(), '--json', '--dry-run'], offline);
    expect(jsonLines(out).at(-1)).toMatchObject({ code: refused });
    expect(code).toBe(1);
  }
});

it('a dry run of what is sent leaves no upload, no file and no folder', async () => {
  const untouched = join(dir, 'untouched');
  const ran = await lading(uploadOf('fresh', '--dry-run', '--state', untouched), options());
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(existsSync(untouched)).toBe(false);
  const wrong = uploadOf('sent', '--dry-run', '--database', String(acme));
  // The name can still be given, so everything else is shown as well.
  const refused = await lading([...wrong, '--json'], options());
  expect(refused.code).toBe(1);
  expect(jsonLines(refused.out).map(({ event }) => event)).toEqual(expect.arrayContaining(['plan', 'error']));
  const inWords = await lading(wrong, options());
  expect(inWords.out).toContain(dryRun.done('refused'));
  expect(inWords.err).toContain('--confirm-database');
  const confirmed = await lading([...wrong, '--confirm-database', 'Acme investigation'], options());
  expect(confirmed.code).toBe(0);
});

it.each<[string, readonly RegExp[]]>([
  ['the Lading window', [/in use by the Lading window.*quit Lading/]],
  ['lading watch', [/in use by “lading watch”.*--state DIR/]],
  ['lading upload', []],
])('a dry run warns where %s has the data folder, if that refuses the upload', async (holder, warnings) => {
  const lock = unwrap(acquireLock(state, holder, () => new Date()));
  onTestFinished(() => lock.release());
  const ran = await lading(uploadOf('fresh', '--dry-run', '--json'), options());
  expect(ran.code).toBe(0);
  const found = jsonLines(ran.out).filter(({ event }) => event === 'warning');
  expect(found).toMatchObject(warnings.map((text) => ({ message: expect.stringMatching(text) })));
});

it('a dry run skips copies of what was sent before, as the upload does', async () => {
  mkdirSync(join(dir, 'copies'));
  write('copies/copy.txt', 'sent/Smith/a.txt');
  write('copies/other.txt', 'other');
  for (const more of [['--dry-run'], []]) {
    const ran = await lading(uploadOf('copies', '--skip-duplicates', '--json', ...more), options());
    expect(ran).toMatchObject({ code: 0, err: '' });
    const plan = jsonLines(ran.out).find(({ event }) => event === 'plan');
    expect(plan?.['skippedByChoice']).toEqual([{ code: 'duplicate', items: 1, bytes: 16 }]);
  }
});

describe('the limits of the window', () => {
  const saved = { ...defaultPreferences, bytesPerSecond: 5_000_000 };
  const limited = join(dir, 'limited');
  const of = (...more: readonly string[]) =>
    lading(uploadOf('fresh', '--state', limited, ...more), options());

  it('hold for an upload of the same data folder, unless it has its own, until it is sent', async () => {
    unwrap(openDataFolder(limited));
    mkdirSync(join(limited, 'window'));
    write('limited/window/settings.json', JSON.stringify({ preferences: saved }));
    expect((await of('--dry-run')).out).toContain(limits.usual('At most 5 MB/s at all times.'));
    const replaced = limits.replaced('At most 5 MB/s at all times.');
    expect((await of('--dry-run', '--limit-rate', '9M')).out).toContain(
      `Bandwidth limit: 9 MB/s\n${replaced}\n`,
    );
    const sent = await of('--limit-rate', 'off', '--json');
    expect(jsonLines(sent.out)).toContainEqual(
      expect.objectContaining({ event: 'limits', upload: 1, bytesPerSecond: null, from: 'options' }),
    );
    // It stays off when the upload is resumed.
    const store = new Sqlite(join(limited, 'lading.db'));
    store.exec("UPDATE uploads SET state = 'paused', finished_at = NULL");
    store.close();
    const resumed = await lading(['resume', '1', '--state', limited], options());
    expect(resumed.out).toContain(replaced);
  });
});

it('warns before an upload that the disk of the sandbox is too small for', async () => {
  mkdirSync(join(dir, 'huge'));
  write('huge/disk.img', '');
  const { bavail, bsize } = statfsSync(dir);
  // It takes no space itself.
  truncateSync(join(dir, 'huge', 'disk.img'), bavail * bsize + 1e9);
  const own = join(dir, 'with sandbox');
  const args = uploadOf('huge', '--state', own, '--dry-run');
  expect((await lading(args, options())).err).toBe('');
  unwrap(openDataFolder(own));
  mkdirSync(join(own, 'sandbox'));
  const runsAt = (url: string): void => write('with sandbox/sandbox/running.json', JSON.stringify({ url }));
  runsAt('http://127.0.0.1:1');
  expect((await lading(args, options())).err).toBe('');
  runsAt(sandbox.url);
  const { code, err } = await lading(args, options());
  expect(err).toContain(`warning: The sandbox keeps what is uploaded to it in ${join(own, 'sandbox')}`);
  expect(code).toBe(0);
});
