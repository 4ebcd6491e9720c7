import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const repository = fileURLToPath(new URL('.', import.meta.url));
const page = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The window. `--mode mock` builds the same window over test/fakes/window/bridge.ts, for tests and screenshots, into a
 * folder of its own that is never shipped.
 */
export default defineConfig(({ mode }) => ({
  root: page(mode === 'mock' ? './test/fakes/window' : './renderer'),
  base: './',
  publicDir: false,
  server: { fs: { allow: [repository] } },
  build: {
    outDir: page(mode === 'mock' ? './dist/renderer-mock' : './dist/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    ...(mode === 'mock' ? { rolldownOptions: { input: page('./test/fakes/window/window.html') } } : {}),
    // The content security policy allows scripts and images from the app's own files; nothing is inlined as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
  },
}));
