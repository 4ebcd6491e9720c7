import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type CompletionCommand, completionTree } from '../../main/cli/completion/completion-tree.ts';
import { createContext } from '../../main/cli/main.ts';
import { buildProgram } from '../../main/cli/program.ts';
import { operationNames } from '../../preload/contract/platform/operations.ts';
import { lading } from './in-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-completion-'));
const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
const tree = completionTree(buildProgram(createContext(streams, {}, []), () => {}));
const at = (path: string): CompletionCommand => {
  const found = tree.find((command) => command.path === path);
  if (found === undefined) throw new Error(`no command ${path}`);
  return found;
};
const script = (shell: string) => join(dir, `lading.${shell}`);

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    writeFileSync(script(shell), (await lading(['completion', shell])).out);
  }
  mkdirSync(join(dir, 'evidence'));
  writeFileSync(join(dir, 'evidence of Smith.pst'), '');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

/** What a shell offers at the end of a line: the words after `lading`, the last of them unfinished. */
type Complete = (lines: readonly (readonly string[])[]) => readonly (readonly string[])[];

/** Every line in one process of the shell. */
function completeIn(
  shell: string,
  args: readonly string[],
  programOf: (line: readonly string[]) => string,
): Complete {
  return (lines) => {
    const program = lines.map((line) => `${programOf(['lading', ...line])}\necho --end--\n`).join('');
    writeFileSync(join(dir, `lines.${shell}`), program);
    const { stdout, stderr, status } = spawnSync(
      shell,
      [...args, script(shell), join(dir, `lines.${shell}`)],
      {
        cwd: dir,
        encoding: 'utf8',
      },
    );
    if (status !== 0 || stderr !== '') throw new Error(`${shell}: ${stderr}`);
    return stdout
      .split('--end--\n')
      .slice(0, -1)
      .map((part) => part.split('\n').filter((offer) => offer !== ''));
  };
}

const quoted = (word: string) => `'${word}'`;
const inBash = completeIn(
  'bash',
  ['--norc', '-c', 'source "$0"; source "$1"'],
  (line) =>
    `COMP_WORDS=(${line.map(quoted).join(' ')}) COMP_CWORD=${line.length - 1}; _lading; ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"`,
);
const inFish = completeIn(
  'fish',
  ['--no-config', '-c', 'source $argv[1]; source $argv[2]'],
  (line) => `complete -C ${quoted(line.join(' '))} | string replace -r '\\t.*' ''`,
);

const shells: readonly (readonly [string, Complete])[] = [
  ['bash', inBash],
  ['fish', inFish],
];

describe.each(shells)('%s', (shell, complete) => {
  const missing = !isInstalled(shell);

  it.skipIf(missing)('completes the commands, the operations, and every option of each', () => {
    const commands = tree.filter(({ path, argument }) => path !== '' && argument?.kind !== 'choice');
    const offered = complete(commands.map(({ path }) => [...path.split(' '), '--']));
    for (const [index, { path, options }] of commands.entries()) {
      const long = options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith('--')));
      expect([path, [...(offered[index] ?? [])].sort()]).toEqual([path, long.sort()]);
    }
  });

  it.skipIf(missing)('completes what follows', () => {
    const lines: readonly (readonly [readonly string[], readonly string[]])[] = [
      [['sta'], ['status']],
      [['api', 'GetDatabaseB'], ['GetDatabaseBilling']],
      [['api', ''], [...operationNames].sort()],
      [['api', 'GetOrganizationBilling', '--org'], ['--org-id']],
      [['api', 'GetOrganizationBilling', '--org-id', '7', '--mo'], ['--month']],
      [['api', 'GetOrganizationBilling', '--month', ''], []],
      [
        ['receipt', '1', '--format', ''],
        ['csv', 'json'],
      ],
      [['completion', 'po'], ['powershell']],
      [['help', 'data'], ['databases']],
    ];
    const offered = complete(lines.map(([line]) => line));
    expect(offered.map((words) => [...words].sort())).toEqual(lines.map(([, words]) => words));
  });

  it.skipIf(missing)('completes files and folders for what takes a path', () => {
    const [files, folders, body] = complete([
      ['upload', 'evid'],
      ['sandbox', '--data', 'evid'],
      ['api', 'PatchOrganizationUser', '--body', 'evid'],
    ]).map((words) => words.map((word) => word.replace(/\/$/, '').replaceAll('\\', '')).sort());
    expect(files).toEqual(['evidence', 'evidence of Smith.pst']);
    expect(folders).toEqual(['evidence']);
    expect(body).toEqual(files);
  });
});

test.skipIf(!isInstalled('bash'))('bash completes the value in --option=value', () => {
  expect(inBash([['receipt', '1', '--format', '=', 'c']])).toEqual([['csv']]);
});

describe.skipIf(!isInstalled('zsh'))('zsh', () => {
  const lines = [
    ['lading sta', 'lading status'],
    ['lading api getdatabaseb', 'lading api GetDatabaseBilling'],
    ['lading api GetOrganizationBilling --mo', 'lading api GetOrganizationBilling --month='],
    ['lading receipt 1 --format c', 'lading receipt 1 --format csv'],
    ['lading sandbox --data evid', 'lading sandbox --data evidence/'],
  ] as const;

  /** Completion in zsh runs in a terminal only. Ctrl-X prints the line as it is then, and empties it. */
  it('completes commands, operations, options, and their values', () => {
    const setup = join(dir, 'setup.zsh');
    writeFileSync(
      setup,
      `PROMPT= RPROMPT=
      autoload -Uz compinit; compinit -u -d ${join(dir, 'dump')}; source ${script('zsh')}
      show() { print -r -- "<$BUFFER>"; BUFFER= }
      zle -N show
      bindkey '^I' complete-word '^X' show
      print -r -- '<ready>'\n`,
    );
    const driver = join(dir, 'driver.zsh');
    const type = (keys: string) =>
      `zpty -w -n shell ${keys}; zpty -r -m shell text '*<*>*' && print -r -- "$text"`;
    writeFileSync(
      driver,
      `zmodload zsh/zpty; cd ${dir}; zpty shell zsh -f -i
      ${type(`$'source ${setup}\n'`)}
      ${lines.map(([line]) => type(`$'${line}\t\x18'`)).join('\n')}
      zpty -d shell`,
    );
    const { stdout } = spawnSync('zsh', ['-f', driver], { encoding: 'utf8', timeout: 60_000 });
    const completed = [...stdout.matchAll(/<(.*)>/g)].map(([, line]) => line?.trimEnd());
    expect(completed).toEqual(['ready', ...lines.map(([, completed]) => completed)]);
  });
});

describe('PowerShell', () => {
  it('has every command with its options', async () => {
    const { out } = await lading(['completion', 'powershell']);
    for (const { path, options } of tree) {
      const entry = out.slice(out.indexOf(`        '${path}' = @{`)).split('\n        }')[0] ?? '';
      for (const flag of options.flatMap(({ flags }) => flags))
        expect([path, entry]).toEqual([path, expect.stringContaining(`Text = '${flag}'`)]);
    }
  });

  it('has no text that ends a string early', async () => {
    const { out } = await lading(['completion', 'powershell']);
    // Without strings in either quotes, nothing but syntax is left.
    const syntax = out.replace(/'(?:[^']|'')*'|"[^"]*"/g, '').replace(/#.*/g, '');
    expect(syntax).not.toMatch(/['"\u2018-\u201B]/);
    for (const [open, close] of ['()', '{}', '[]']) {
      expect(syntax.split(open ?? '').length).toBe(syntax.split(close ?? '').length);
    }
  });
});

test('the root has every command of the program', () => {
  expect(at('').commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['upload', 'api', 'completion', 'help']),
  );
});

test('another shell is refused with those that are known', async () => {
  const { code, err } = await lading(['completion', 'tcsh']);
  expect(err).toContain('bash, zsh, fish, powershell');
  expect(code).toBe(1);
});
