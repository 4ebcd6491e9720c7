import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';

const opened: string[] = [];
const noBrowser: string[] = [];
vi.mock('electron', () => ({
  shell: {
    openPath: async (path: string) => {
      if (noBrowser.length > 0) return `Failed to open ${path}`;
      opened.push(path);
      return '';
    },
  },
}));
const { openSandboxPage, sandboxPage } = await import('./external-links.ts');
const folder = mkdtempSync(join(tmpdir(), 'lading-links-'));
const file = join(folder, 'sandbox.html');
beforeEach(() => {
  opened.length = 0;
  noBrowser.length = 0;
  rmSync(file, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const address = 'http://127.0.0.1:4010/?token=t.u-V&x=%22';

describe('a page in the person’s browser', () => {
  it('is the running sandbox’s, whose address is in a file that only this user can read and in no argument', async () => {
    expect(await openSandboxPage(file, address)).toEqual(success(undefined));
    expect(opened).toEqual([file]);
    expect(readFileSync(file, 'utf8')).toContain(
      'content="0; url=http://127.0.0.1:4010/?token=t.u-V&amp;x=%22"',
    );
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not appear in the failure when there is no browser', async () => {
    noBrowser.push('none');
    expect(await openSandboxPage(file, address)).toEqual(failure('browser-not-opened'));
  });

  it('is not opened while the sandbox is stopped', async () => {
    expect(await openSandboxPage(file, null)).toEqual(failure('sandbox-not-running'));
    expect(await openSandboxPage(file, 'https://evil.example/')).toEqual(failure('sandbox-not-running'));
    expect(opened).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'http://127.0.0.1.evil.example/',
    'http://x@127.0.0.1/',
    'file:///etc',
    'x',
  ])('is never %s', (address) => {
    expect(sandboxPage(address)).toBeNull();
  });

  it('or a file is opened in two modules only, which check what they open', () => {
    const callers = globSync('main/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
      .filter((path) => /\bopenExternal\(|\bopenPath\(/.test(readFileSync(path, 'utf8')))
      .map((path) => path.replaceAll('\\', '/'));
    expect(callers.sort()).toEqual(['main/window/external-links.ts', 'main/window/open-target.ts']);
  });
});
