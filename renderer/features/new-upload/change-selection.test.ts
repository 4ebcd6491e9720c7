import { afterEach, expect, it, vi } from 'vitest';
import { success } from '../../../preload/contract/failures/failure.ts';
import { everything, type Selection } from '../../../preload/contract/views/selection.ts';
import { changeSelection } from './change-selection.ts';

afterEach(() => vi.unstubAllGlobals());

it('of two changes of the rules at once both are kept', async () => {
  let stored: Selection = everything;
  vi.stubGlobal('window', {
    lading: {
      async invoke(name: string, { rules }: { readonly rules: Selection }) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (name === 'selection.set') stored = rules;
        return success({ rules: stored });
      },
    },
  });
  const exclude = (kind: 'thumbnails' | 'trash') =>
    changeSelection({ uploadId: 1, change: (latest) => ({ systemFiles: [...latest.systemFiles, kind] }) });
  await Promise.all([
    exclude('thumbnails'),
    exclude('trash'),
    changeSelection({ uploadId: 1, change: () => ({ onlyNew: true }) }),
  ]);
  expect(stored).toEqual({ ...everything, systemFiles: ['thumbnails', 'trash'], onlyNew: true });
});
