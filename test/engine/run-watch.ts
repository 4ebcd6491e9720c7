/** The engine with its watched folders in its own process, so that it can be killed. Prints a line once they run. */
import { flushCompileCache } from 'node:module';
import { openEngine } from '../../main/engine/index.ts';

flushCompileCache();
const [stateDir = '', serverUrl = '', profilePath = ''] = process.argv.slice(2);
const opened = openEngine({ stateDir, command: 'run-watch', version: '0.0.0' });
if (!opened.ok) throw new Error(opened.failure.code);
const engine = opened.value;
const apiKey = process.env['LADING_API_KEY'] ?? '';
const connected = await engine.connect({ serverUrl, apiKey, profilePath });
if (!connected.ok) throw new Error(connected.failure.code);
engine.watch.start();
process.stdout.write('watching\n');
