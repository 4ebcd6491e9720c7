/**
 * `node update-run.ts CHUNK RESOURCES`: the edge to electron-updater over the library as it is built, as a program that is
 * installed as an AppImage. Tells what came of it, as one line of JSON.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , chunk = '', resources = ''] = process.argv;
Object.assign(process, { resourcesPath: resources });

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') {
      return { url: new URL('./electron-outline.ts', import.meta.url).href, shortCircuit: true };
    }
    if (specifier === 'electron-updater') return { url: pathToFileURL(chunk).href, shortCircuit: true };
    return next(specifier, context);
  },
});

const { createFeedOpener } = await import('../../main/updates/update-feed.ts');
const open = createFeedOpener({ proxy: () => ({ kind: 'none' }), log: () => undefined });
const feed = (await open?.()) ?? null;
const version = (await feed?.findUpdate()) ?? null;
const percents: number[] = [];
const failure = await feed
  ?.download((percent) => percents.push(percent))
  .then(
    () => null,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
  );
process.stdout.write(`${JSON.stringify({ isOn: open !== null, version, failure, percents })}\n`);
