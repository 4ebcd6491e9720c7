import { useSyncExternalStore } from 'react';

/** The theme that is shown. What is drawn on a canvas keeps its colours: it is drawn anew when this changes. */
export function useActiveTheme(): string {
  return useSyncExternalStore(onThemeChange, activeTheme);
}

const darkQuery = '(prefers-color-scheme: dark)';

function activeTheme(): string {
  return (
    document.documentElement.dataset['theme'] ?? (window.matchMedia(darkQuery).matches ? 'dark' : 'light')
  );
}

function onThemeChange(changed: () => void): () => void {
  const query = window.matchMedia(darkQuery);
  const observer = new MutationObserver(changed);
  query.addEventListener('change', changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    query.removeEventListener('change', changed);
    observer.disconnect();
  };
}
