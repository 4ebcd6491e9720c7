import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, fileFor, serve, windowAddress } from './app-protocol.ts';

const root = join(sep, 'app', 'dist', 'renderer');

describe('app://lading/', () => {
  it('stands for the files of the built window', () => {
    expect(fileFor(windowAddress, root)).toBe(join(root, 'index.html'));
    expect(fileFor('app://lading/', root)).toBe(join(root, 'index.html'));
    expect(fileFor('app://lading/assets/index-a1.js', root)).toBe(join(root, 'assets', 'index-a1.js'));
    expect(fileFor('app://lading/index.html?x=1#uploads', root)).toBe(join(root, 'index.html'));
  });

  it.each([
    'app://lading/..%2f..%2fsecret.json',
    'app://lading/assets/..%5c..%5csecret.json',
    'app://lading/assets/%252e%252e/secret.json',
    'app://lading/C:/secret.json',
    'app://lading//etc/passwd',
    'app://lading/%00.html',
    'app://lading/%',
    'app://other/index.html',
    'file:///app/dist/renderer/index.html',
    'https://lading/index.html',
    'app://lading/main.js.map',
    'app://lading/noextension',
  ])('refuses %s', (address) => {
    expect(fileFor(address, root)).toBeNull();
  });

  it.each(['app://lading/../secret.json', 'app://lading/%2e%2e/%2e%2e/secret.json'])(
    'takes %s for a file inside, as a browser does',
    (address) => {
      expect(fileFor(address, root)).toBe(join(root, 'secret.json'));
    },
  );

  it('never leaves its folder, whatever is asked', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '/',
      '\\',
      'a',
      '.js',
      ':',
      '%',
      '%00',
      '~',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const file = fileFor(`app://lading/${pieces.join('')}`, root);
        if (file !== null) {
          expect(file.startsWith(root + sep)).toBe(true);
          expect(file.split(sep)).not.toContain('..');
        }
      }),
    );
  });
});

describe('what is served', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-content-'));
    mkdirSync(join(folder, 'renderer'));
    writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'secret.json'), '{}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('comes with a policy that allows the window its own files and nothing else', async () => {
    const answer = await serve({ url: windowAddress, method: 'GET' }, join(folder, 'renderer'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<!doctype html>');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(contentSecurityPolicy).toContain("default-src 'none'");
    expect(contentSecurityPolicy).toContain("connect-src 'none'");
    expect(contentSecurityPolicy).not.toContain('unsafe');
  });

  it('is nothing for another method, a missing file, or a way out', async () => {
    const inside = join(folder, 'renderer');
    expect((await serve({ url: windowAddress, method: 'POST' }, inside)).status).toBe(405);
    expect((await serve({ url: 'app://lading/gone.js', method: 'GET' }, inside)).status).toBe(404);
    expect((await serve({ url: 'app://lading/..%2fsecret.json', method: 'GET' }, inside)).status).toBe(404);
  });
});
