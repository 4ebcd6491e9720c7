import type { Page } from 'playwright';
import { z } from 'zod';
import { failureSchema, failureText } from '../../preload/contract/failures/failure-table.ts';
import { type Answer, type Argument, type CallName, calls } from '../../preload/contract/index.ts';
import type { ConnectionView } from '../../preload/contract/views/views.ts';
import type { Sink } from '../fakes/sink.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { benchKey } from './lading-cli.ts';

const result = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown().optional() }),
  z.object({ ok: z.literal(false), failure: failureSchema }),
]);

/** Calls main as the window does. */
export async function call<Name extends CallName>(
  page: Page,
  name: Name,
  argument: Argument<Name>,
): Promise<Answer<Name>> {
  // Playwright loses the types; main parses the argument and this parses the answer.
  const wire: { readonly name: string; readonly argument: unknown } = { name, argument };
  const answered: unknown = await page.evaluate(
    (given) => Object(window).lading.invoke(given.name, given.argument),
    wire,
  );
  const { data } = result.safeParse(answered);
  if (data === undefined) throw new Error(`${name} returned no result`);
  if (!data.ok) throw new Error(`${name}: ${failureText(data.failure)}`);
  // Parsed with this call's own schema.
  return calls[name].answer.parse(data.value) as Answer<Name>;
}

/** Adds the connection, with the key that the command line uses. */
export async function connect(app: RunningApp, sink: Sink): Promise<ConnectionView> {
  const key = { apiKey: benchKey, acceptPlaintext: true };
  await app.answerDialog(0);
  const added = await call(app.page, 'connections.add', { name: 'Bench', serverUrl: sink.url, ...key });
  if (added === null) throw new Error('The connection was not confirmed.');
  return added;
}

/** Named in each row, because figures from the stand-in are not Electron's. */
export function describeRuntime({ runtime }: RunningApp): string {
  return runtime === 'electron' ? 'Electron' : 'stand-in over Chromium, headless';
}
