/**
 * `node run-updater.ts CHUNK RESOURCES`: checks and downloads with the built library, as an installed AppImage would, and
 * prints the result as one line of JSON.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , chunk = '', resources = ''] = process.argv;
Object.assign(process, { resourcesPath: resources });

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') {
      return { url: new URL('./electron-stub.ts', import.meta.url).href, shortCircuit: true };
    }
    if (specifier === 'electron-updater') return { url: pathToFileURL(chunk).href, shortCircuit: true };
    return next(specifier, context);
  },
});

const { findFeed, openFeed } = await import('../../main/updates/update-feed.ts');
const options = { proxy: () => ({ kind: 'none' as const }), log: () => undefined };
const found = findFeed(options);
const off = typeof found === 'string' ? found : null;
// The library itself, which on Linux main never opens.
const feed = off === 'not-signed' ? await openFeed(options) : null;
const version = (await feed?.findUpdate()) ?? null;
const percents: number[] = [];
const failure = await feed
  ?.download((percent) => percents.push(percent))
  .then(
    () => null,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
  );
process.stdout.write(`${JSON.stringify({ off, version, failure, percents })}\n`);
