import type { Page } from 'playwright-core';
import { z } from 'zod';
import { type Answer, type Argument, type CallName, calls } from '../../preload/contract/index.ts';
import type { ConnectionView } from '../../preload/contract/views.ts';
import type { Sink } from '../fakes/sink.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { benchKey } from './lading-cli.ts';

const result = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown().optional() }),
  z.object({ ok: z.literal(false), failure: z.object({ code: z.string(), message: z.string() }) }),
]);

/** A call as the window itself makes it. */
export async function call<Name extends CallName>(
  page: Page,
  name: Name,
  argument: Argument<Name>,
): Promise<Answer<Name>> {
  // Over Playwright's wire the types of the bridge are lost; both ends parse.
  const wire: { readonly name: string; readonly argument: unknown } = { name, argument };
  const answered: unknown = await page.evaluate(
    (given) => Object(window).lading.invoke(given.name, given.argument),
    wire,
  );
  const { data } = result.safeParse(answered);
  if (data?.ok !== true) throw new Error(`${name}: ${data?.failure.message ?? 'no result'}`);
  // Parsed with the schema of this very name.
  return calls[name].answer.parse(data.value) as Answer<Name>;
}

/** As a person does it once; the key is the command line's. */
export function connect({ page }: RunningApp, sink: Sink): Promise<ConnectionView> {
  const key = { apiKey: benchKey, acceptPlaintext: true };
  return call(page, 'connections.add', { name: 'Bench', serverUrl: sink.url, ...key });
}

/** In the text of each row: what the stand-in shows is not what Electron would. */
export function describeRuntime({ runtime }: RunningApp): string {
  return runtime === 'electron' ? 'Electron' : 'stand-in over Chromium, headless';
}
