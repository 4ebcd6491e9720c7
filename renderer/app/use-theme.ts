import { useEffect } from 'react';
import { useApp } from '../state/selectors.ts';

/** The chosen theme overrides the system's (theme/tokens.css). */
export function useTheme(): void {
  const { theme } = useApp().preferences;
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
