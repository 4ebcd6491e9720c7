import { describe, expect, it } from 'vitest';
import { refusedSwitches } from './launch-switches.ts';

/** Chromium has no switch. */
const none = () => false;

describe('the installed application', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect-port=1',
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=x',
    '--allow-insecure-localhost',
    '--disable-web-security',
    '--no-sandbox',
    '--disable-site-isolation-trials',
    '--single-process',
    '--proxy-server=http://evil.example',
    '--proxy-pac-url=data:,x',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--host-rules=MAP * 127.0.0.1',
    '--load-extension=/tmp/x',
    '--js-flags=--allow-natives-syntax',
    '--user-data-dir=/tmp/x',
    '--browser-subprocess-path=/tmp/x',
    '--renderer-cmd-prefix=/tmp/x',
    '--utility-cmd-prefix=/tmp/x',
    '--gpu-launcher=/tmp/x',
    '--ssl-key-log-file=/tmp/x',
    '--log-net-log=/tmp/x',
    '--enable-logging',
    '--enable-features=X',
    '--disable-features=X',
    '--require=/tmp/x.js',
    '-r',
    // Chromium accepts one hyphen as well.
    '-remote-debugging-port=9222',
    '--REMOTE-DEBUGGING-PORT=9222',
    '--a-switch-that-comes-with-the-next-chromium',
  ])('does not start with %s', (arg) => {
    const [name] = arg.split('=');
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(refusedSwitches([arg], platform, none)).toEqual([name]);
      expect(refusedSwitches(['--state=/s', arg, 'x'], platform, none)).toEqual([name]);
    }
  });

  it('does not start with a switch in the form of Windows, on Windows', () => {
    expect(refusedSwitches(['/remote-debugging-port=9222'], 'win32', none)).toEqual([
      '/remote-debugging-port',
    ]);
    expect(refusedSwitches(['/remote-debugging-port=9222'], 'linux', none)).toEqual([]);
  });

  it.each([
    ' --remote-debugging-port=9222',
    '\t--remote-debugging-port=9222',
    '\n\r\v\f --remote-debugging-port=9222',
    '--remote-debugging-port=9222 ',
    ' -remote-debugging-port=9222',
  ])('does not start with %j, from which Chromium drops the blanks', (arg) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(refusedSwitches([arg], platform, none)).toEqual([arg.trim().split('=')[0]]);
  });

  it('does not start with blanks around a harmless switch, which Node reads as no switch', () => {
    for (const arg of [' --state=/s', '--hidden\t', ' -- '])
      expect(refusedSwitches([arg], 'linux', none)).toHaveLength(1);
  });

  it('takes no switch for the value of --state: Chromium doesn’t either', () => {
    const args = ['--state', '/remote-debugging-port=9222'];
    expect(refusedSwitches(args, 'win32', none)).toEqual(['/remote-debugging-port']);
    expect(refusedSwitches(args, 'linux', none)).toEqual([]);
    expect(refusedSwitches(['--state', ' /no-sandbox'], 'win32', none)).toEqual(['/no-sandbox']);
    expect(refusedSwitches(['--state=/srv/lading'], 'win32', none)).toEqual([]);
  });

  it('does not start where Chromium has a dangerous switch that no argument shows', () => {
    const has = (name: string) => name === 'no-sandbox' || name === 'remote-debugging-port';
    expect(refusedSwitches([], 'linux', has)).toEqual(['--no-sandbox', '--remote-debugging-port']);
    expect(refusedSwitches(['--No-Sandbox'], 'linux', has)).toEqual([
      '--No-Sandbox',
      '--remote-debugging-port',
    ]);
  });

  it.each([
    [[]],
    [['--state', 'C:\\state']],
    [['--state=/evidence/state']],
    [['--updated']],
    [['--disable-gpu', '--ozone-platform=wayland', '--force-device-scale-factor=1.5', '--lang=en-US']],
    [['--password-store=gnome-libsecret']],
    // Not switches.
    [['-', '--', '--no-sandbox', 'file']],
    [['--appimage-extract-and-run']],
  ])('starts with %j', (args) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(refusedSwitches(args, platform, none)).toEqual([]);
    }
  });
});
