import { EventEmitter } from 'node:events';
import { complete } from './event.ts';
import { played } from './observed.ts';

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
    return themeShown() === 'dark';
  }
  readonly shouldUseHighContrastColors = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;
}

const theme = new NativeTheme();
export const nativeTheme = complete('nativeTheme', theme);

/** Null: whatever Chromium finds. */
export function themeShown(): 'light' | 'dark' | null {
  return source === 'system' ? ofSystem : source;
}

played.on('theme', (wanted: 'light' | 'dark') => {
  ofSystem = wanted;
  if (source === 'system') theme.emit('updated');
});
