import { useSyncExternalStore } from 'react';

/** The theme in use. A canvas keeps the colors it was drawn with, so it must be redrawn when this changes. */
export function useActiveTheme(): string {
  return useSyncExternalStore(onThemeChange, activeTheme);
}

const darkQuery = '(prefers-color-scheme: dark)';

function activeTheme(): string {
  return (
    document.documentElement.dataset['theme'] ?? (window.matchMedia(darkQuery).matches ? 'dark' : 'light')
  );
}

function onThemeChange(onChange: () => void): () => void {
  const query = window.matchMedia(darkQuery);
  const observer = new MutationObserver(onChange);
  query.addEventListener('change', onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    query.removeEventListener('change', onChange);
    observer.disconnect();
  };
}
