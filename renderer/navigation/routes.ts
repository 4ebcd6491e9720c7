import { useMemo, useSyncExternalStore } from 'react';
import { isDraft } from '../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';

export const uploadTabs = ['files', 'exceptions', 'custodians', 'settings', 'log'] as const;
export type UploadTab = (typeof uploadTabs)[number];

/** The lists of the screen "Databases and projects". */
export const databaseLists = ['databases', 'projects'] as const;
export type DatabaseListName = (typeof databaseLists)[number];

export const databaseTabs = ['overview', 'projects', 'users'] as const;
export type DatabaseTab = (typeof databaseTabs)[number];

/** The steps of a new upload, in order. */
export const draftSteps = ['source', 'preflight', 'custodians', 'passwords', 'settings', 'review'] as const;
export type DraftStep = (typeof draftSteps)[number];

export const organizationTabs = [
  'members',
  'access',
  'invitations',
  'identifiers',
  'activity',
  'details',
] as const;
export type OrganizationTab = (typeof organizationTabs)[number];

/** The sections of the settings that another screen leads to. */
export const settingsSections = ['bandwidth'] as const;
export type SettingsSection = (typeof settingsSections)[number];

export const watchedFolderTabs = ['overview', 'files', 'batches'] as const;
export type WatchedFolderTab = (typeof watchedFolderTabs)[number];

/** The steps of a watched folder's setup, in order. */
export const watchSetupSteps = ['folder', 'destination', 'custodians', 'schedule', 'rehearsal'] as const;
export type WatchSetupStep = (typeof watchSetupSteps)[number];

/** The current screen. It is kept in the URL's hash, so Back and Forward work. */
export type Route =
  | { readonly kind: 'uploads' }
  | { readonly kind: 'upload'; readonly uploadId: number; readonly tab: UploadTab }
  /** With a null ID nothing is created yet, and the step is `source`. Without a step, a draft opens where it was left. */
  | { readonly kind: 'new-upload'; readonly uploadId: number | null; readonly step?: DraftStep }
  | { readonly kind: 'organization'; readonly tab: OrganizationTab }
  | { readonly kind: 'databases'; readonly list: DatabaseListName }
  | { readonly kind: 'database'; readonly databaseId: number; readonly tab: DatabaseTab }
  /** The billing of an organization, or of one database. */
  | { readonly kind: 'billing'; readonly databaseId: number | null }
  | { readonly kind: 'watched-folders' }
  | { readonly kind: 'watched-folder'; readonly ruleId: number; readonly tab: WatchedFolderTab }
  /** The setup of a rule, or of a new one without an ID. */
  | { readonly kind: 'watch-setup'; readonly ruleId: number | null; readonly step: WatchSetupStep }
  | { readonly kind: 'verify' }
  | { readonly kind: 'directories' }
  /** With a section, scrolled to it. */
  | { readonly kind: 'settings'; readonly section?: SettingsSection }
  | { readonly kind: 'sandbox' }
  /** A page of the user guide, `shortcuts`, or `about`. With null, the guide's first page. */
  | { readonly kind: 'help'; readonly page: string | null; readonly section: string | null };

/** The screens that show the platform through the chosen connection. */
export const platformScreens: readonly Route['kind'][] = [
  'databases',
  'database',
  'billing',
  'organization',
  'directories',
];

export function parseRoute(hash: string): Route {
  const [screen = '', first = '', second = '', third = ''] = hash.replace(/^#?\/?/, '').split('/');
  const id = /^\d{1,15}$/.test(first) ? Number(first) : null;
  switch (screen) {
    case 'uploads':
      if (id === null) return { kind: 'uploads' };
      return { kind: 'upload', uploadId: id, tab: uploadTabs.find((tab) => tab === second) ?? 'files' };
    case 'new':
      return {
        kind: 'new-upload',
        uploadId: id,
        ...stepOf(id, second),
      };
    case 'watched':
      return parseWatched(first, id, second, third);
    case 'organization':
      return { kind: 'organization', tab: organizationTabs.find((tab) => tab === first) ?? 'members' };
    case 'databases':
      return id === null
        ? { kind: 'databases', list: databaseLists.find((list) => list === first) ?? 'databases' }
        : {
            kind: 'database',
            databaseId: id,
            tab: databaseTabs.find((tab) => tab === second) ?? 'overview',
          };
    case 'billing':
      return { kind: 'billing', databaseId: id };
    case 'settings': {
      const section = settingsSections.find((each) => each === first);
      return section === undefined ? { kind: 'settings' } : { kind: 'settings', section };
    }
    case 'verify':
    case 'directories':
    case 'sandbox':
      return { kind: screen };
    case 'help':
      return { kind: 'help', page: first || null, section: second || null };
    default:
      return { kind: 'uploads' };
  }
}

function stepOf(uploadId: number | null, name: string): { readonly step?: DraftStep } {
  if (uploadId === null) return { step: 'source' };
  const step = draftSteps.find((each) => each === name);
  return step === undefined ? {} : { step };
}

/** "watched", "watched/7/files", "watched/new/destination", "watched/7/edit/destination" */
function parseWatched(first: string, id: number | null, second: string, third: string): Route {
  const step = (name: string) => watchSetupSteps.find((each) => each === name) ?? 'folder';
  if (first === 'new') return { kind: 'watch-setup', ruleId: null, step: step(second) };
  if (id === null) return { kind: 'watched-folders' };
  if (second === 'edit') return { kind: 'watch-setup', ruleId: id, step: step(third) };
  return {
    kind: 'watched-folder',
    ruleId: id,
    tab: watchedFolderTabs.find((tab) => tab === second) ?? 'overview',
  };
}

export function routeHref(route: Route): string {
  switch (route.kind) {
    case 'uploads':
      return '#/uploads';
    case 'upload':
      return route.tab === 'files'
        ? `#/uploads/${route.uploadId}`
        : `#/uploads/${route.uploadId}/${route.tab}`;
    case 'new-upload':
      if (route.uploadId === null) return '#/new';
      return route.step === undefined ? `#/new/${route.uploadId}` : `#/new/${route.uploadId}/${route.step}`;
    case 'watched-folders':
      return '#/watched';
    case 'watched-folder':
      return route.tab === 'overview'
        ? `#/watched/${route.ruleId}`
        : `#/watched/${route.ruleId}/${route.tab}`;
    case 'watch-setup':
      return route.ruleId === null
        ? `#/watched/new/${route.step}`
        : `#/watched/${route.ruleId}/edit/${route.step}`;
    case 'organization':
      return route.tab === 'members' ? '#/organization' : `#/organization/${route.tab}`;
    case 'database':
      return route.tab === 'overview'
        ? `#/databases/${route.databaseId}`
        : `#/databases/${route.databaseId}/${route.tab}`;
    case 'billing':
      return route.databaseId === null ? '#/billing' : `#/billing/${route.databaseId}`;
    case 'databases':
      return route.list === 'databases' ? '#/databases' : `#/databases/${route.list}`;
    case 'settings':
      return route.section === undefined ? '#/settings' : `#/settings/${route.section}`;
    case 'verify':
    case 'directories':
    case 'sandbox':
      return `#/${route.kind}`;
    case 'help':
      return ['#/help', route.page, route.section].filter((part) => part !== null).join('/');
  }
}

/** A draft opens in the wizard; every other upload has its own screen. */
export function uploadHref(upload: UploadView): string {
  return isDraft(upload)
    ? routeHref({ kind: 'new-upload', uploadId: upload.id })
    : routeHref({ kind: 'upload', uploadId: upload.id, tab: 'files' });
}

/** Opens a screen. With `replace`, Back does not return to the current one. */
export function navigate(route: Route, mode: 'push' | 'replace' = 'push'): void {
  if (mode === 'replace') window.location.replace(routeHref(route));
  else window.location.hash = routeHref(route);
}

let before: Route | null = null;

/** The screen that was open before the current one. */
export function previousRoute(): Route | null {
  return before;
}

function subscribe(onChange: () => void): () => void {
  function changed({ oldURL }: HashChangeEvent) {
    before = parseRoute(new URL(oldURL).hash);
    onChange();
  }
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}
