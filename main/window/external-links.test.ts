import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';

const opened: string[] = [];
const noBrowser: string[] = [];
vi.mock('electron', () => ({
  shell: {
    openExternal: async (address: string) => {
      if (noBrowser.length > 0) throw new Error(`Failed to open: ${address}`);
      opened.push(address);
    },
  },
}));
const { isSandboxPage, openSandboxPage } = await import('./external-links.ts');
beforeEach(() => {
  opened.length = 0;
  noBrowser.length = 0;
});

describe('a page in the person’s browser', () => {
  it('is the running sandbox’s', async () => {
    expect(await openSandboxPage('http://127.0.0.1:4010/?token=t')).toEqual(success(undefined));
    expect(opened).toEqual(['http://127.0.0.1:4010/?token=t']);
  });

  it('does not appear in the failure when there is no browser', async () => {
    noBrowser.push('none');
    expect(await openSandboxPage('http://127.0.0.1:4010/?token=t')).toEqual(failure('browser-not-opened'));
  });

  it('is not opened while the sandbox is stopped', async () => {
    expect(await openSandboxPage(null)).toEqual(failure('sandbox-not-running'));
    expect(opened).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'http://127.0.0.1.evil.example/',
    'http://x@127.0.0.1/',
    'file:///etc',
    'x',
  ])('is never %s', (address) => {
    expect(isSandboxPage(address)).toBe(false);
  });

  it('or a file is opened in two modules only, which check what they open', () => {
    const callers = globSync('main/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
      .filter((path) => /\bopenExternal\(|\bopenPath\(/.test(readFileSync(path, 'utf8')))
      .map((path) => path.replaceAll('\\', '/'));
    expect(callers.sort()).toEqual(['main/window/external-links.ts', 'main/window/open-target.ts']);
  });
});
