/** The files with which `lading watch` runs as a service, on each system. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { createContext } from '../../main/cli/main.ts';
import { buildProgram } from '../../main/cli/program.ts';
import { isInstalled } from '../fixtures/installed.ts';
import { repository } from './pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-service-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (name: string) => readFileSync(join(repository, 'resources/service', name), 'utf8');

const unit = read('lading-watch.service');
const task = read('lading-watch.xml');
const daemon = read('app.lading.watch.plist');

/** The words of a command line, as a shell without variables splits it. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

function setting(name: string): string {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
}

/** The text of each element, by the path of its names. Throws where tags don't match. */
function elementTexts(xml: string): readonly (readonly [path: string, text: string])[] {
  const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
  const open: string[] = [];
  const texts: (readonly [string, string])[] = [];
  const body = xml.replaceAll(/<!--[\s\S]*?-->|<\?[^>]*\?>|<!DOCTYPE[^>]*>/g, '');
  for (const [, close, name = '', empty, text] of body.matchAll(/<(\/?)([\w.]+)[^>]*?(\/?)>|([^<]+)/g)) {
    if (text !== undefined) {
      if (text.trim() === '') continue;
      expect(text).not.toMatch(/&(?!amp;|lt;|gt;)/);
      texts.push([open.join('/'), text.trim().replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity)]);
    } else if (close === '/') expect(open.pop()).toBe(name);
    else if (empty !== '/') open.push(name);
  }
  expect(open).toEqual([]);
  return texts;
}

const textsAt = (xml: string, path: string) =>
  elementTexts(xml)
    .filter(([at]) => at === path)
    .map(([, text]) => text);

const execStart = words(setting('ExecStart'));
const [taskNode = '', memoryOption = '', wasmOption = '', taskScript = '', ...taskArgs] = [
  ...textsAt(task, 'Task/Actions/Exec/Command'),
  ...words(textsAt(task, 'Task/Actions/Exec/Arguments')[0] ?? ''),
];
const daemonWords = textsAt(daemon, 'plist/dict/array/string');

test('the task starts Node with the options that bin.js gives it', () => {
  const bin = readFileSync(join(repository, 'main/cli/bin.js'), 'utf8');
  for (const option of [memoryOption, wasmOption]) expect(option).toMatch(/^--/);
  expect(bin).toContain(`const nodeOptions = ['${memoryOption}', '${wasmOption}'];`);
});

describe.each([
  ['systemd', execStart.slice(0, 1), execStart.slice(1), '/opt/lading/'],
  ['Task Scheduler', [taskNode, taskScript], taskArgs, 'C:\\Lading\\'],
  ['launchd', daemonWords.slice(0, 1), daemonWords.slice(1), '/opt/lading/'],
])('the file for %s', (_system, programs, args, installed) => {
  test('starts programs of a checkout', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    for (const program of programs) {
      expect(program.startsWith(installed)).toBe(true);
      const path = program.slice(installed.length).replaceAll('\\', '/');
      const library = /^node_modules\/([^/]+)\/bin\/node\.exe$/.exec(path)?.[1];
      if (library === undefined) expect([path, existsSync(join(repository, path))]).toEqual([path, true]);
      else expect(optionalDependencies).toHaveProperty(library);
    }
  });

  test('passes options that lading watch has, and no key', () => {
    const [name, ...options] = args;
    expect(name).toBe('watch');
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    const program = buildProgram(createContext(streams, {}, []), () => {});
    const watch = program.commands.find((command) => command.name() === 'watch');
    expect(watch?.parseOptions([...options])).toEqual({ operands: [], unknown: [] });
    expect(watch?.opts()).toMatchObject({ json: true, metrics: 9464 });
    for (const option of ['--config', '--state', '--key-file']) expect(options).toContain(option);
    expect(options.includes('--server') || setting('Environment').startsWith('LADING_SERVER=')).toBe(true);
  });
});

describe('the systemd unit', () => {
  test('reads the config file again with SIGHUP, stops with SIGTERM, and has a data folder of its own', () => {
    expect(setting('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
    expect([setting('Type'), setting('NotifyAccess')]).toEqual(['notify', 'all']);
    expect(setting('KillMode')).toBe('mixed');
    expect(setting('Restart')).toBe('always');
    // Nothing else makes a folder in it: Lading opens only an empty one, or its own.
    expect(`/var/lib/${setting('StateDirectory')}`).toBe(execStart[execStart.indexOf('--state') + 1]);
    expect(execStart[execStart.indexOf('--receipts') + 1]).toBe('/var/lib/lading/receipts');
    expect(execStart).toContain(`\${CREDENTIALS_DIRECTORY}/${setting('LoadCredential').split(':')[0]}`);
  });

  test('has a folder for compiled code: its user cannot write to the program', () => {
    const cache = /^Environment=NODE_COMPILE_CACHE=(.*)$/m.exec(unit)?.[1];
    expect(cache).toBe(`/var/cache/${setting('CacheDirectory')}`);
  });

  test.skipIf(!isInstalled('systemd-analyze'))('is accepted by systemd, and hardened', () => {
    const path = join(folder, 'lading-watch.service');
    writeFileSync(path, unit.replaceAll('/opt/lading/', `${repository}/`.replace('//', '/')));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
    expect([verified.stdout, verified.stderr, verified.status]).toEqual(['', '', 0]);
    // 10 is a service that may do everything.
    const secure = spawnSync(
      'systemd-analyze',
      ['security', '--no-pager', '--offline=true', '--threshold=20', path],
      { encoding: 'utf8' },
    );
    expect([secure.status, secure.stderr]).toEqual([0, '']);
  });
});

test('the task runs without end, once at a time, and starts again if it ended', () => {
  const settings = (name: string) => textsAt(task, `Task/Settings/${name}`);
  expect(settings('ExecutionTimeLimit')).toEqual(['PT0S']);
  expect(settings('MultipleInstancesPolicy')).toEqual(['IgnoreNew']);
  expect(textsAt(task, 'Task/Triggers/TimeTrigger/Repetition/Interval')).toEqual(['PT5M']);
  expect(textsAt(task, 'Task/Triggers/BootTrigger/Enabled')).toEqual(['true']);
  // schtasks takes a file in this form for UTF-16 if it names an encoding.
  expect(task).toMatch(/^<\?xml version="1\.0"\?>/);
  expect(task).toMatch(/^[\t\n\r -~]*$/);
});

test.each([
  ['Task Scheduler', [taskNode, taskScript, ...taskArgs]],
  ['launchd', daemonWords],
])('the log under %s has a bound', (_system, args) => {
  expect(args[args.indexOf('--log-file') + 1]).toMatch(/[\\/]watch\.log$/);
});

test('the daemon keeps compiled code and logs beside its data folder, in which nothing else may be at first', () => {
  expect(daemonWords[daemonWords.indexOf('--state') + 1]).toBe('/usr/local/var/lading/state');
  const beside = /<string>(\/usr\/local\/var\/lading\/[^<]*)<\/string>/g;
  expect(Array.from(daemon.matchAll(beside), ([, path]) => path)).toEqual([
    '/usr/local/var/lading/state',
    '/usr/local/var/lading/watch.log',
    '/usr/local/var/lading/compiled-code',
    '/usr/local/var/lading/watch-errors.log',
  ]);
});

test('the daemon is kept alive, and has the time to stop', () => {
  expect(daemon).toMatch(/<key>KeepAlive<\/key>\s*<true\/>/);
  expect(daemon).toMatch(/<key>ExitTimeOut<\/key>\s*<integer>90<\/integer>/);
});
