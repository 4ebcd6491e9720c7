/**
 * The engine with its watched folders in its own process, so that it can be killed. Prints a line once they run. Files settle
 * sooner than a person may choose, so that most kills come while files are taken and sent.
 */
import { flushCompileCache } from 'node:module';
import type { StoredWatchRule } from '../../main/engine/store/watch-rule-repository.ts';
import { openContext } from '../../main/engine/uploads/engine-context.ts';
import { createEngine } from '../../main/engine/watch/engine.ts';

flushCompileCache();
const [stateDir = '', serverUrl = '', profilePath = ''] = process.argv.slice(2);
const opened = openContext({ stateDir, command: 'run-watch', version: '0.0.0' });
if (!opened.ok) throw new Error(opened.failure.code);
const { watchRules } = opened.value.repositories;
const { all, get } = watchRules;
const sooner = (stored: StoredWatchRule): StoredWatchRule => ({
  ...stored,
  rule: { ...stored.rule, settleSeconds: 0.1, quietSeconds: 0.1 },
});
Object.assign(watchRules, {
  all: () => all().map(sooner),
  get: (id: number) => {
    const stored = get(id);
    return stored === null ? null : sooner(stored);
  },
});
const engine = createEngine(opened.value);
const apiKey = process.env['LADING_API_KEY'] ?? '';
const connected = await engine.connect({ serverUrl, apiKey, profilePath });
if (!connected.ok) throw new Error(connected.failure.code);
engine.watch.start();
process.stdout.write('watching\n');
