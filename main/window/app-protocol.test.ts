import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import { appUrl, contentSecurityPolicy, resolveFile, serveFile } from './app-protocol.ts';

const root = join(sep, 'app', 'dist', 'renderer');

describe('app://lading/', () => {
  it('resolves to the files of the built window', () => {
    expect(resolveFile(appUrl, root)).toBe(join(root, 'index.html'));
    expect(resolveFile('app://lading/', root)).toBe(join(root, 'index.html'));
    expect(resolveFile('app://lading/assets/index-a1.js', root)).toBe(join(root, 'assets', 'index-a1.js'));
    expect(resolveFile('app://lading/index.html?x=1#uploads', root)).toBe(join(root, 'index.html'));
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
    expect(resolveFile(address, root)).toBeNull();
  });

  it.each(['app://lading/../secret.json', 'app://lading/%2e%2e/%2e%2e/secret.json'])(
    'resolves %s inside the folder, as a browser does',
    (address) => {
      expect(resolveFile(address, root)).toBe(join(root, 'secret.json'));
    },
  );

  it('never leaves its folder, whatever the address', () => {
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
        const file = resolveFile(`app://lading/${pieces.join('')}`, root);
        if (file !== null) {
          expect(file.startsWith(root + sep)).toBe(true);
          expect(file.split(sep)).not.toContain('..');
        }
      }),
    );
  });
});

describe('a served file', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-protocol-'));
    mkdirSync(join(folder, 'renderer'));
    writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'secret.json'), '{}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has a policy that allows the window its own files and nothing else', async () => {
    const response = await serveFile({ url: appUrl, method: 'GET' }, join(folder, 'renderer'));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<!doctype html>');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(contentSecurityPolicy).toContain("default-src 'none'");
    expect(contentSecurityPolicy).toContain("connect-src 'none'");
    expect(contentSecurityPolicy).not.toContain('unsafe');
  });

  it('is refused for another method, a missing file, or a path outside', async () => {
    const inside = join(folder, 'renderer');
    expect((await serveFile({ url: appUrl, method: 'POST' }, inside)).status).toBe(405);
    expect((await serveFile({ url: 'app://lading/gone.js', method: 'GET' }, inside)).status).toBe(404);
    expect((await serveFile({ url: 'app://lading/..%2fsecret.json', method: 'GET' }, inside)).status).toBe(
      404,
    );
  });
});
