import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { upload } from '../../../test/fixtures/views.ts';
import { time } from '../../i18n/format.ts';
import { columns } from './upload-columns.tsx';

test('in a narrow list, uploads of one name are told apart by when they were started', () => {
  const startedAt = '2026-11-14T20:20:00.000Z';
  const row = {
    kind: 'upload',
    month: 'November 2026',
    upload: upload({ startedAt }),
    progress: null,
  } as const;
  const [name] = columns.narrow;
  expect(renderToStaticMarkup(name.cell(row, 0))).toContain(`>${time(startedAt)}</time>`);
});
