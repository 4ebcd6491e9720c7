import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { userGuidePlugin } from './build/user-guide.ts';

const repository = fileURLToPath(new URL('.', import.meta.url));
const inRepository = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The window. `--mode mock` builds the same window over test/fakes/window/bridge.ts, for tests and screenshots, into
 * another folder, which never ships.
 */
export default defineConfig(({ mode }) => ({
  root: inRepository(mode === 'mock' ? './test/fakes/window' : './renderer'),
  base: './',
  publicDir: false,
  plugins: [userGuidePlugin(repository)],
  server: { fs: { allow: [repository] } },
  build: {
    outDir: inRepository(mode === 'mock' ? './dist/renderer-mock' : './dist/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    ...(mode === 'mock'
      ? { rolldownOptions: { input: inRepository('./test/fakes/window/window.html') } }
      : {}),
    // The content security policy allows only the app's own files, so nothing is inlined as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For build/decode-stack.ts. The package has no maps, so the code doesn't refer to them.
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 2000,
  },
}));
