/**
 * The engine with its watched folders in its own process, which kills itself at a point. Prints a line once they run. Files
 * settle sooner than a person may choose.
 */
import { flushCompileCache } from 'node:module';
import { openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { createEngine } from '../../main/engine/watch/engine.ts';
import { waitLess } from '../fixtures/sooner-rules.ts';
import { type KillPoint, killAt } from './kill-points.ts';

flushCompileCache();
const [stateDir = '', serverUrl = '', profilePath = '', kill = ''] = process.argv.slice(2);
const killPoint: KillPoint = JSON.parse(kill);
const opened = openContext({ stateDir, command: 'run-watch', version: '0.0.0' });
if (!opened.ok) throw new Error(opened.failure.code);
waitLess(opened.value.repositories);
killAt(opened.value, killPoint);
const engine = createEngine(opened.value);
const apiKey = process.env['LADING_API_KEY'] ?? '';
const connected = await engine.connect({ serverUrl, apiKey, profilePath });
if (!connected.ok) throw new Error(connected.failure.code);
engine.watch.start();
process.stdout.write('watching\n');
