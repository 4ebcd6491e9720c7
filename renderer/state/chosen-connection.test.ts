import { expect, it } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import type { ConnectionView } from '../../preload/contract/views/views.ts';
import { defaultConnection } from './chosen-connection.ts';

const states: Readonly<Record<'ready' | 'failed', ConnectionView['state']>> = {
  ready: { kind: 'ready', userName: 'Dana Whitfield' },
  failed: { kind: 'failed', failure: failure('key-missing').failure },
};

function connection(id: string, state: 'ready' | 'failed', isSandbox: boolean): ConnectionView {
  return {
    id,
    name: id,
    serverUrl: 'https://x.example/',
    keyId: 'k',
    profileName: null,
    isSandbox,
    directoryId: null,
    form: null,
    state: states[state],
  };
}

it.each([
  { of: [], chosen: undefined },
  { of: [connection('sandbox', 'ready', true), connection('firm', 'ready', false)], chosen: 'firm' },
  { of: [connection('broken', 'failed', false), connection('firm', 'ready', false)], chosen: 'firm' },
  // A real platform that can't be reached is named, rather than showing the sandbox in its place.
  { of: [connection('sandbox', 'ready', true), connection('broken', 'failed', false)], chosen: 'broken' },
  { of: [connection('stopped', 'failed', true)], chosen: 'stopped' },
])('the screens about the platform start with $chosen', ({ of, chosen }) => {
  expect(defaultConnection(of)?.id).toBe(chosen);
});
