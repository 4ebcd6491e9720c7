/** Passwords are tried before anything is sent, and what stays locked is listed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockedFiles } from '../fixtures/locked-files.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

const { dir, options, sandbox } = await makeUploadEvidence();

const evidence = join(dir, 'locked');
mkdirSync(evidence);
const named = (what: string): Buffer =>
  lockedFiles.find((file) => file.what === what)?.bytes ?? Buffer.alloc(0);
writeFileSync(join(evidence, 'board.zip'), named('ZIP, AES-256'));
writeFileSync(join(evidence, 'letter.pdf'), named('PDF, AES-256 (R6)'));
writeFileSync(join(evidence, 'minutes.7z'), named('7z, names hidden'));
writeFileSync(join(evidence, 'plain.txt'), 'nothing to hide');
const passwordFile = join(dir, 'passwords.txt');
const secrets = ['Confidential1', 'grüße', 'never fits'];
writeFileSync(passwordFile, Buffer.from(`\uFEFF${secrets.slice(0, 1).join('\r\n')}\r\n`));

function args(name: string, ...more: readonly string[]): readonly string[] {
  return [
    ...[
      'upload',
      evidence,
      '--database',
      String(sandbox.databaseId),
      '--dataset',
      name,
      '--state',
      join(dir, name),
    ],
    ...['--server', sandbox.url, ...more],
  ];
}

describe('lading upload --password-file', () => {
  it('says in a dry run what the passwords open, and writes the list of what stays locked', async () => {
    const list = join(dir, 'locked.csv');
    const run = await lading(
      args('dry', '--password-file', passwordFile, '--locked-list', list, '--dry-run'),
      options(),
    );
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
    expect(run.out).toContain(
      '3 locked files, 1 opened. The 2 that no password opened will be uploaded but may not be processed.',
    );
    expect(run.out).toContain('letter.pdf (PDF document, 1.2 kB): No password fits');
    // The findings come after the trial.
    const [, found = ''] = /^ {2}Warning {2}Encrypted or locked: (.*?)^ {2}Info/ms.exec(run.out) ?? [];
    expect(found).toContain('1 of them opened by your passwords');
    expect(found).toContain('letter.pdf');
    expect(found).not.toContain('board.zip');
    expect(run.out).toContain('Files with findings are uploaded as they are unless excluded.');
    expect(readFileSync(list, 'utf8')).toMatch(
      /letter\.pdf,PDF document,1195,.*\r\n.*minutes\.7z,7-Zip archive/s,
    );
    expect(run.out + readFileSync(list, 'utf8')).not.toContain('Confidential1');
  });

  it('sends each file with the passwords that it may need, and logs how many', async () => {
    writeFileSync(passwordFile, secrets.join('\n'));
    const run = await lading(args('sent', '--password-file', passwordFile, '--json'), options());
    expect(run.code).toBe(0);
    const lines = jsonLines(run.out);
    expect(lines.find(({ event }) => event === 'locked-files')).toMatchObject({
      files: 3,
      byStatus: { opened: 3, 'no-fit': 0 },
      passwords: 3,
    });
    expect(lines.filter(({ event }) => event === 'locked-file')).toHaveLength(3);
    const receipt = await lading(['receipt', '1', '--state', join(dir, 'sent')], options());
    expect(receipt.code).toBe(0);
    for (const secret of secrets) expect(run.out + run.err + receipt.out).not.toContain(secret);
    expect(receipt.out).toContain('"passwords":3');
  });

  it('has no warning and nothing to do about what the passwords open', async () => {
    writeFileSync(passwordFile, secrets.join('\n'));
    const findings = join(dir, 'findings.csv');
    const run = await lading(
      args('all open', '--password-file', passwordFile, '--findings', findings, '--dry-run'),
      options(),
    );
    expect(run.out).toMatch(/^ {2}Info {5}Encrypted or locked: 3, .*, all opened by your passwords$/m);
    expect(run.out).not.toMatch(/To do:|needs? a password/);
    expect(readFileSync(findings, 'utf8')).toContain('The passwords that were entered open it.');
  });

  it('refuses to write the list into the evidence', async () => {
    const run = await lading(
      args('refused', '--locked-list', join(evidence, 'locked.csv'), '--dry-run'),
      options(),
    );
    expect(run.code).toBe(1);
    expect(run.err).toContain('locked.csv');
  });
});
