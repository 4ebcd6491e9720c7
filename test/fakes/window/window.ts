/** The window over the mock bridge: the app's own renderer, unchanged. `vite --mode mock` serves it. */
// Before the screens, as in renderer/main.tsx: the theme declares the order of the cascade layers.
import '../../../renderer/theme/tokens.css';
import '../../../renderer/theme/base.css';
import { mockAppFrom, mockBridge } from './bridge.ts';

Object.defineProperty(window, 'lading', {
  value: mockBridge(mockAppFrom(new URL(location.href).searchParams)),
});
await import('../../../renderer/main.tsx');
