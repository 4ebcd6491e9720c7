import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SandboxSpaceNotice } from './sandbox-space.tsx';

const shown = (space: Parameters<typeof SandboxSpaceNotice>[0]['space']) =>
  renderToStaticMarkup(createElement(SandboxSpaceNotice, { space }));

it('the window says what the plan says of the disk of the sandbox', () => {
  expect(shown(null)).toBe('');
  expect(shown({ path: '/data/sandbox', freeBytes: 1e9, neededBytes: 2e9 })).toContain(
    '/data/sandbox, where 1.0 GB are free. This upload has 2.0 GB.',
  );
});
