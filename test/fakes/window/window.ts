/** The window over the mock bridge: the app's own renderer, unchanged. `vite --mode mock` serves it. */
import { mockAppFrom, mockBridge } from './bridge.ts';

Object.defineProperty(window, 'lading', {
  value: mockBridge(mockAppFrom(new URL(location.href).searchParams)),
});
await import('../../../renderer/main.tsx');
