import { describe, expect, it, vi } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';

vi.mock('electron', () => ({
  shell: { openPath: async (path: string) => (path === '/gone' ? 'No application found' : '') },
}));
const { openTarget } = await import('./open-target.ts');

describe('opening by name', () => {
  const paths = { 'data-folder': '/data', log: '/gone', licenses: '/licenses.txt' };

  it('opens the path of that name', async () => {
    expect(await openTarget(paths, 'data-folder')).toEqual(success(undefined));
  });

  it('reports why the system could not open it', async () => {
    expect(await openTarget(paths, 'log')).toEqual(
      failure('open-failed', { path: '/gone', detail: 'No application found' }),
    );
  });
});
