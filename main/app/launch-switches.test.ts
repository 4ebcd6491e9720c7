import { describe, expect, it } from 'vitest';
import { refusedSwitches } from './launch-switches.ts';

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
      expect(refusedSwitches([arg], platform)).toEqual([name]);
      expect(refusedSwitches(['--state', '/s', arg, 'x'], platform)).toEqual([name]);
    }
  });

  it('does not start with a switch in the form of Windows, on Windows', () => {
    expect(refusedSwitches(['/remote-debugging-port=9222'], 'win32')).toEqual(['/remote-debugging-port']);
    expect(refusedSwitches(['/remote-debugging-port=9222'], 'linux')).toEqual([]);
  });

  it.each([
    [[]],
    [['--state', '/evidence/state']],
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
      expect(refusedSwitches(args, platform)).toEqual([]);
    }
  });
});
