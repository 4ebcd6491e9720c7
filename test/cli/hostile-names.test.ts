/** Names of evidence never break a line or steer a terminal, and are exact in the receipt. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';

const names = [
  'two\nlines.txt',
  'carriage\rreturn.txt',
  'red \u001B[31mtext.txt',
  'title \u001B]0;owned\u0007.txt',
  'C1 \u009B31m.txt',
  'picture \u202Egpj.exe',
  'isolated \u2066x\u2069.txt',
  'line\u2028separator.txt',
  '=HYPERLINK("http:evil")',
  '-rf',
  'quotes \' " `id` $(id).txt',
  '%s%n.txt',
  'Receipt: signed, nothing is missing',
  `${'long '.repeat(50)}.txt`,
];

let dir = '';
let sandbox: Sandbox;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-names-'));
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What a terminal or a reader could misread. Line feeds end lines. */
const unsafe = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

it.skipIf(process.platform === 'win32')(
  'hostile names are printable in every output, and every file arrives once under its exact name',
  async () => {
    const evidence = join(dir, 'evidence');
    for (const [at, name] of names.entries()) {
      // The folder is the custodian.
      mkdirSync(join(evidence, name), { recursive: true });
      writeFileSync(join(evidence, name, name), `content ${at}`);
    }
    execFileSync('mkfifo', [join(evidence, 'pipe\u001B[2J\n.fifo')]);
    const state = join(dir, 'state');
    const options = { env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url }, cwd: dir };
    const receipt = join(dir, 'receipt.json');
    const args = [
      ...['upload', 'evidence', '--database', String(sandbox.databaseId), '--dataset', 'Names \u001B[1m'],
      ...['--custodian-by', 'folder:1', '--state', state],
    ];
    const outputs = [
      await lading([...args, '--dry-run'], options),
      await lading(args, options),
      await lading(['status', '1', '--state', state], options),
      await lading(['receipt', '1', '--state', state, '--out', receipt], options),
    ];
    writeFileSync(join(evidence, 'two\nlines.txt', 'two\nlines.txt'), 'changed!!');
    rmSync(join(evidence, 'red \u001B[31mtext.txt'), { recursive: true });
    outputs.push(await lading(['verify', receipt, '--against', evidence], options));
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 2]);
    for (const { out, err } of outputs) expect([unsafe.exec(out), unsafe.exec(err)]).toEqual([null, null]);

    // The names are shown, not left out.
    for (const { out } of [outputs[0], outputs[4]].flatMap((output) => output ?? []))
      expect(out).toContain('\u241B');

    const json = await lading(['status', '1', '--state', state, '--json'], options);
    expect(jsonLines(json.out).length).toBe(json.out.trimEnd().split('\n').length);

    const received = await sandbox.inspect('source-files');
    expect(received.map(({ filename }) => filename).sort()).toEqual(
      names.map((name) => `${name}/${name}`).sort(),
    );
    for (const { filename, custodian } of received) {
      const [folder = ''] = filename.split('/');
      // No person's name has control characters.
      expect(custodian).toBe(/\p{Cc}/u.test(folder) ? null : folder.normalize('NFC').trim());
    }
    const { items }: { items: readonly { path: string; outcome: string }[] } = JSON.parse(
      readFileSync(receipt, 'utf8'),
    );
    expect(
      items
        .filter(({ outcome }) => outcome === 'accepted')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(names.map((name) => `${name}/${name}`).sort());
  },
);
