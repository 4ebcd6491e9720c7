import { describe, expect, it } from 'vitest';
import { upload } from '../../test/fixtures/views.ts';
import {
  databaseLists,
  databaseTabs,
  organizationTabs,
  parseRoute,
  type Route,
  routeHref,
  uploadHref,
  uploadTabs,
  watchedFolderTabs,
  watchSetupSteps,
} from './routes.ts';

describe('a route', () => {
  it.each<Route>([
    { kind: 'uploads' },
    ...uploadTabs.map((tab) => ({ kind: 'upload', uploadId: 12, tab }) as const),
    ...databaseLists.map((list) => ({ kind: 'databases', list }) as const),
    ...databaseTabs.map((tab) => ({ kind: 'database', databaseId: 2001, tab }) as const),
    { kind: 'billing', databaseId: null },
    { kind: 'billing', databaseId: 2001 },
    ...organizationTabs.map((tab) => ({ kind: 'organization', tab }) as const),
    { kind: 'watched-folders' },
    ...watchedFolderTabs.map((tab) => ({ kind: 'watched-folder', ruleId: 7, tab }) as const),
    ...watchSetupSteps.flatMap((step) =>
      [7, null].map((ruleId) => ({ kind: 'watch-setup', ruleId, step }) as const),
    ),
    { kind: 'directories' },
    { kind: 'settings' },
    { kind: 'settings', section: 'bandwidth' },
    { kind: 'sandbox' },
    { kind: 'help', page: null, section: null },
    { kind: 'help', page: 'about', section: null },
    { kind: 'help', page: 'packs', section: 'the-layout' },
  ])('%j is the same after its URL', (route) => expect(parseRoute(routeHref(route))).toEqual(route));

  it.each(['', '#', '#/', '#/unknown', '#/uploads/../../x', '#/uploads/12e3', '#/uploads/-1'])(
    'the URL “%s” opens the list',
    (hash) => expect(parseRoute(hash)).toEqual({ kind: 'uploads' }),
  );

  it('with an unknown tab opens the files', () => {
    expect(parseRoute('#/uploads/3/nothing')).toEqual({ kind: 'upload', uploadId: 3, tab: 'files' });
  });
});

describe('an upload opens', () => {
  it.each([
    ['in the wizard while nobody has started it', { state: 'scanning', startedAt: null }, '#/new/12'],
    ['in the wizard once it was scanned', { state: 'ready', startedAt: null }, '#/new/12'],
    [
      'its own screen if it was started before its scan',
      { state: 'scanning', startedAt: 't' },
      '#/uploads/12',
    ],
    ['its own screen once it was cancelled', { state: 'cancelled', startedAt: null }, '#/uploads/12'],
  ] as const)('%s', (_when, given, href) => {
    expect(uploadHref(upload({ id: 12, ...given })).startsWith(href)).toBe(true);
  });
});
