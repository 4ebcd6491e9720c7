/** bin.js in a checkout: it runs a bundle of the sources, which is built when they changed. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundlesIn, currentBundle } from '../../main/cli/current-bundle.js';
import { repository } from '../start-bundles.ts';
import { lading } from './command.ts';

const checkout = mkdtempSync(join(tmpdir(), 'lading-checkout-'));
const program = join(checkout, 'main/cli/program.ts');
const bin = join(checkout, 'main/cli/bin.js');
const records = join(bundlesIn(checkout), 'current.json');
const bundles = () => readdirSync(bundlesIn(checkout)).filter((name) => !name.includes('.'));
const help = (more = {}) => lading(['--help'], { script: bin, ...more });
/** Long enough for the times of the sources to tell of every later change. */
const longAgo = new Date(Date.now() - 60_000);

function sayAtStart(words: string): void {
  const text = readFileSync(program, 'utf8');
  writeFileSync(program, text.replace(/Upload evidence to a [^:]*:/, `Upload evidence to a ${words}:`));
}

const cannotRun = {
  code: 1,
  out: '',
  err: expect.stringMatching(/^error: Lading can't run, [^\n]* run npm ci; [^\n]*\n$/),
};
/** What the file that is named at the end has. */
function details(error: string): string {
  const path = error.trim().split(' ').at(-1) ?? '';
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return text;
}

beforeAll(() => {
  for (const name of ['main', 'preload', 'build', 'resources', 'package.json'])
    cpSync(join(repository, name), join(checkout, name), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));
beforeEach(() => rmSync(bundlesIn(checkout), { recursive: true, force: true }));

describe('bin.js in a checkout', () => {
  it('builds a bundle once, and starts from it', async () => {
    expect((await help()).code).toBe(0);
    const entry = currentBundle(checkout);
    expect(entry).toMatch(/main.cli.index\.js$/);
    expect(bundles()).toHaveLength(1);
    const before = statSync(entry ?? '').mtimeMs;
    expect((await help()).code).toBe(0);
    expect(statSync(entry ?? '').mtimeMs).toBe(before);
  });

  it('never runs a bundle of other sources, whatever their times say', async () => {
    sayAtStart('first platform');
    utimesSync(program, longAgo, longAgo);
    expect((await help()).out).toContain('first platform');
    sayAtStart('other platform');
    utimesSync(program, longAgo, longAgo);
    expect((await help()).out).toContain('other platform');
    sayAtStart('first platform');
    expect((await help()).out).toContain('first platform');
    expect(bundles()).toHaveLength(2);
  });

  it('builds nothing where only times changed, and then compares no content anymore', async () => {
    await help();
    const folder = bundles();
    utimesSync(program, new Date(), longAgo);
    expect((await help()).code).toBe(0);
    expect(bundles()).toEqual(folder);
    expect(currentBundle(checkout)).not.toBeNull();
  });

  it('programs that start at once share one build', async () => {
    sayAtStart('shared platform');
    const started = await Promise.all([help(), help(), help()]);
    for (const { code, out } of started) expect([code, out.includes('shared platform')]).toEqual([0, true]);
    expect(bundles()).toHaveLength(1);
    expect(readdirSync(bundlesIn(checkout)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('keeps the bundles that programs may still run, and removes older ones', async () => {
    const ageOf = (name: string, hours: number): void => {
      const at = new Date(Date.now() - hours * 3_600_000);
      utimesSync(join(bundlesIn(checkout), name), at, at);
    };
    for (const words of ['a', 'b', 'c']) {
      sayAtStart(words);
      await help();
    }
    // What runs touches its bundle, whichever newer ones there are.
    const [running = '', idle = '', other = ''] = bundles();
    ageOf(running, 0.5);
    ageOf(idle, 20);
    ageOf(other, 0.4);
    mkdirSync(join(bundlesIn(checkout), '.unfinished-1'));
    ageOf('.unfinished-1', 2);
    sayAtStart('d');
    await help();
    expect(bundles()).toHaveLength(3);
    expect(bundles()).toEqual(expect.arrayContaining([running, other]));
    expect(bundles()).not.toContain(idle);
    sayAtStart('e');
    await help();
    expect(bundles()).toHaveLength(4);
  });

  it('starts from the sources where none can be built, and they say what is wrong', async () => {
    const text = readFileSync(program, 'utf8');
    appendFileSync(program, '\nthis is no program\n');
    const broken = await help();
    expect(broken).toMatchObject(cannotRun);
    expect(details(broken.err)).toContain('program.ts');
    writeFileSync(program, text);
    expect((await help()).code).toBe(0);
  });

  it('says in one sentence that a file of the bundle, or the libraries, are missing', async () => {
    await help();
    rmSync(join(bundlesIn(checkout), ...bundles(), 'chunks'), { recursive: true });
    const damaged = await help();
    expect(damaged).toMatchObject(cannotRun);
    expect(details(damaged.err)).toContain('chunks');
    rmSync(bundlesIn(checkout), { recursive: true });
    rmSync(join(checkout, 'node_modules'));
    expect(await help()).toMatchObject(cannotRun);
    symlinkSync(join(repository, 'node_modules'), join(checkout, 'node_modules'));
  });

  it('replaces a record that is damaged, and a bundle that was deleted', async () => {
    await help();
    writeFileSync(records, '{');
    expect((await help()).code).toBe(0);
    expect(currentBundle(checkout)).not.toBeNull();
    rmSync(join(bundlesIn(checkout), ...bundles()), { recursive: true });
    expect(currentBundle(checkout)).toBeNull();
    expect((await help()).code).toBe(0);
    expect(currentBundle(checkout)).not.toBeNull();
  });

  it.skipIf(process.getuid?.() !== 0)(
    'a user who may not write runs the bundle, or the sources',
    async () => {
      execFileSync('chmod', ['-R', 'go+rX', checkout]);
      const asNobody = { uid: 65_534, gid: 65_534 };
      sayAtStart('unbuilt platform');
      expect((await help(asNobody)).out).toContain('unbuilt platform');
      expect(() => statSync(bundlesIn(checkout))).toThrow();
      await help();
      utimesSync(program, new Date(), longAgo);
      expect((await help(asNobody)).out).toContain('unbuilt platform');
      expect(bundles()).toHaveLength(1);
    },
  );
});
