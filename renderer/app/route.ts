import { useMemo, useSyncExternalStore } from 'react';

export const uploadTabs = ['files', 'exceptions', 'custodians', 'settings', 'log'] as const;
export type UploadTab = (typeof uploadTabs)[number];

/** The steps of a new upload, in their order. */
export const draftSteps = ['source', 'preflight', 'custodians', 'settings', 'review'] as const;
export type DraftStep = (typeof draftSteps)[number];

/** Where the person is; kept in the address's hash, so that back and forward work. */
export type Route =
  | { readonly kind: 'uploads' }
  | { readonly kind: 'upload'; readonly uploadId: number; readonly tab: UploadTab }
  /** Null: nothing is created yet, and its step is the source. */
  | { readonly kind: 'new-upload'; readonly uploadId: number | null; readonly step?: DraftStep }
  | { readonly kind: 'settings' }
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'about' };

export function parseRoute(hash: string): Route {
  const [place = '', first = '', second = ''] = hash.replace(/^#?\/?/, '').split('/');
  const id = /^\d{1,15}$/.test(first) ? Number(first) : null;
  switch (place) {
    case 'uploads':
      if (id === null) return { kind: 'uploads' };
      return { kind: 'upload', uploadId: id, tab: uploadTabs.find((tab) => tab === second) ?? 'files' };
    case 'new':
      return {
        kind: 'new-upload',
        uploadId: id,
        step:
          draftSteps.find((step) => id !== null && step === second) ?? (id === null ? 'source' : 'preflight'),
      };
    case 'settings':
    case 'sandbox':
    case 'about':
      return { kind: place };
    default:
      return { kind: 'uploads' };
  }
}

export function hrefOf(route: Route): string {
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
    case 'settings':
    case 'sandbox':
    case 'about':
      return `#/${route.kind}`;
  }
}

/** Goes to a screen. With `replace`, the way back does not lead here. */
export function go(route: Route, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') window.location.replace(hrefOf(route));
  else window.location.hash = hrefOf(route);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}
