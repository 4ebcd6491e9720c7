import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoginItemSettings, Settings } from 'electron';
import { afterAll, describe, expect, it } from 'vitest';
import { success } from '../../preload/contract/failures/failure.ts';
import { autostartFolder, createLoginItem, desktopEntry, isStartedHidden } from './login-item.ts';
import { stateArgs } from './paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-login-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The list of Windows or macOS. */
function systemList(answers: Partial<LoginItemSettings> = {}) {
  let last: Settings = {};
  const settings = (): LoginItemSettings => ({
    openAtLogin: last.openAtLogin === true,
    wasOpenedAtLogin: false,
    status: 'enabled',
    executableWillLaunchAtLogin: true,
    launchItems: [],
    ...answers,
  });
  return {
    last: () => last,
    getLoginItemSettings: settings,
    setLoginItemSettings: (given: Settings) => {
      last = given;
    },
  };
}

const options = { program: 'C:\\Lading\\Lading.exe', args: [], autostartDir: folder };

describe('starting at sign-in', () => {
  it('is on and off as the system says, on Windows with the program and its switches', async () => {
    const system = systemList();
    const args = ['--state', 'D:\\evidence state\\'];
    const item = createLoginItem({ ...options, platform: 'win32', args, system });
    expect(await item.view()).toEqual(success({ kind: 'off' }));
    expect(await item.set(true)).toEqual(success({ kind: 'on' }));
    expect(system.last()).toEqual({
      openAtLogin: true,
      path: options.program,
      args: ['--hidden', '--state', '"D:\\evidence state\\\\"'],
    });
    expect(await item.set(false)).toEqual(success({ kind: 'off' }));
  });

  it('says so where a person turned it off in the system’s own settings', async () => {
    const windows = systemList({ openAtLogin: true, executableWillLaunchAtLogin: false });
    const mac = systemList({ status: 'requires-approval' });
    const view = (platform: NodeJS.Platform, system: typeof windows) =>
      createLoginItem({ ...options, platform, system }).view();
    expect(await view('win32', windows)).toEqual(success({ kind: 'blocked' }));
    expect(await view('darwin', mac)).toEqual(success({ kind: 'blocked' }));
  });

  it('names neither path nor switches on macOS, which takes none', async () => {
    const system = systemList();
    await createLoginItem({ ...options, platform: 'darwin', system }).set(true);
    expect(system.last()).toEqual({ openAtLogin: true });
    expect(isStartedHidden([], 'darwin', systemList({ wasOpenedAtLogin: true }))).toBe(true);
    expect(isStartedHidden(['--hidden'], 'linux', system)).toBe(true);
    expect(isStartedHidden([], 'linux', system)).toBe(false);
  });

  it('is a file in the autostart folder on Linux, and its deletion', async () => {
    const autostartDir = join(folder, 'config', 'autostart');
    const item = createLoginItem({
      platform: 'linux',
      program: '/opt/Lading/lading',
      args: [],
      system: systemList(),
      autostartDir,
    });
    const path = join(autostartDir, 'lading.desktop');
    expect(await item.view()).toEqual(success({ kind: 'off' }));
    expect(await item.set(true)).toEqual(success({ kind: 'on' }));
    expect(readFileSync(path, 'utf8')).toContain('Exec="/opt/Lading/lading" "--hidden"\n');
    writeFileSync(path, `${readFileSync(path, 'utf8')}Hidden=true\n`);
    expect(await item.view()).toEqual(success({ kind: 'blocked' }));
    expect(await item.set(false)).toEqual(success({ kind: 'off' }));
    expect(existsSync(path)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('fails with the path where the file can’t be written', async () => {
    const blocked = join(folder, 'a-file');
    writeFileSync(blocked, '');
    chmodSync(blocked, 0o600);
    const item = createLoginItem({
      platform: 'linux',
      program: '/opt/lading',
      args: [],
      system: systemList(),
      autostartDir: blocked,
    });
    expect(await item.set(true)).toMatchObject({ ok: false, failure: { code: 'write-failed' } });
  });

  it('is not offered where Lading runs from its sources', async () => {
    const item = createLoginItem({ ...options, platform: 'linux', program: null, system: systemList() });
    expect(await item.set(true)).toEqual(success({ kind: 'not-installed' }));
  });

  it('quotes every character that a desktop entry reads as something else', () => {
    expect(desktopEntry(['/opt/50% "new" $HOME\\x`y`'])).toContain(
      'Exec="/opt/50%% \\\\"new\\\\" \\\\$HOME\\\\\\\\x\\\\`y\\\\`"\n',
    );
  });

  it('keeps the folder that Lading was started with, as an absolute path', () => {
    expect(stateArgs(['--hidden'])).toEqual([]);
    expect(stateArgs(['--state', '/srv/lading'])).toEqual(['--state', expect.stringContaining('lading')]);
  });

  it('uses the configured folder only if it is an absolute path', () => {
    expect(autostartFolder({ XDG_CONFIG_HOME: '/etc/me' }, '/home/me')).toBe(join('/etc/me', 'autostart'));
    expect(autostartFolder({ XDG_CONFIG_HOME: 'me' }, '/home/me')).toBe(
      join('/home/me', '.config', 'autostart'),
    );
  });
});
