import { EventEmitter } from 'node:events';
import { failOnMissing } from './event.ts';
import { userActions } from './observed.ts';

type Source = 'system' | 'light' | 'dark';
let source: Source = 'system';
let ofSystem: 'light' | 'dark' | null = null;

class NativeTheme extends EventEmitter {
  get themeSource(): Source {
    return source;
  }
  set themeSource(wanted: Source) {
    if (source === wanted) return;
    source = wanted;
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return effectiveTheme() === 'dark';
  }
  readonly shouldUseHighContrastColors = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;
}

const theme = new NativeTheme();
export const nativeTheme = failOnMissing('nativeTheme', theme);

/** Returns null to leave it to Chromium. */
export function effectiveTheme(): 'light' | 'dark' | null {
  return source === 'system' ? ofSystem : source;
}

userActions.on('theme', (wanted: 'light' | 'dark') => {
  ofSystem = wanted;
  if (source === 'system') theme.emit('updated');
});
