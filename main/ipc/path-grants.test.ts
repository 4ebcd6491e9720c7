import { describe, expect, it } from 'vitest';
import { Granted, type PathPurpose } from '../../preload/contract/calls/paths.ts';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { createPathGrants, grantLifetimeMs, maxGrants, type PathGrants } from './path-grants.ts';

function createGrants() {
  let now = 0;
  const grants = createPathGrants(
    async (paths) => success(paths.map(() => 'folder' as const)),
    () => now,
  );
  const grant = async (...paths: string[]): Promise<string[]> => {
    const granted = await grants.grant('source-files', paths);
    return granted.ok ? granted.value.map(({ sourceId }) => sourceId) : [];
  };
  return {
    grants,
    grant,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const notGranted = failure('source-not-granted');

/** The paths of a call's argument that has these IDs. */
function resolve(grants: PathGrants, ids: readonly string[], purpose: PathPurpose = 'source-files') {
  return grants.withPaths(ids.map((id) => new Granted([purpose, 'dropped'], id)));
}

describe('a granted path', () => {
  it('is named by an ID that can be used again while its draft is prepared', async () => {
    const { grants, grant } = createGrants();
    const ids = await grant('/evidence/a', '/evidence/b');
    expect(resolve(grants, ids)).toEqual(success(['/evidence/a', '/evidence/b']));
    grants.bind(['/evidence/a', '/evidence/b'], 7);
    expect(resolve(grants, ids)).toEqual(success(['/evidence/a', '/evidence/b']));
    grants.bind(['/evidence/a', '/evidence/b'], 8);
    grants.revokeOf(7);
    expect(resolve(grants, ids)).toMatchObject({ ok: true });
  });

  it('ends when the upload that it was chosen for starts, and no other ends with it', async () => {
    const { grants, grant } = createGrants();
    const started = await grant('/evidence/a');
    const other = await grant('/evidence/b');
    const unused = await grant('/evidence/c');
    grants.bind(['/evidence/a'], 7);
    grants.bind(['/evidence/b'], 8);
    grants.revokeOf(7);
    expect(resolve(grants, started)).toEqual(notGranted);
    expect(resolve(grants, [...other, ...unused])).toMatchObject({ ok: true });
  });

  it('serves what it was chosen for and nothing else', async () => {
    const { grants, grant } = createGrants();
    const ids = await grant('/evidence/a');
    for (const purpose of ['receipt', 'certificates', 'watched-folder', 'save-table'] as const)
      expect(resolve(grants, ids, purpose)).toEqual(notGranted);
    expect(resolve(grants, ids)).toEqual(success(['/evidence/a']));
  });

  it('ends after some hours', async () => {
    const { grants, grant, pass } = createGrants();
    const first = await grant('/evidence/a');
    pass(grantLifetimeMs - 1);
    const second = await grant('/evidence/b');
    expect(resolve(grants, first)).toMatchObject({ ok: true });
    pass(1);
    expect(resolve(grants, first)).toEqual(notGranted);
    expect(resolve(grants, second)).toMatchObject({ ok: true });
  });

  it('ends when the window loads again, also one that is still being examined', async () => {
    let examined = (): void => undefined;
    const grants = createPathGrants(
      (paths) =>
        new Promise((resolve) => {
          examined = () => resolve(success(paths.map(() => 'file' as const)));
        }),
    );
    const pending = grants.grant('source-files', ['/evidence/a']);
    grants.revokeAll();
    examined();
    expect(await pending).toEqual(notGranted);

    const { grants: reloaded, grant } = createGrants();
    const ids = await grant('/evidence/a');
    reloaded.revokeAll();
    expect(resolve(reloaded, ids)).toEqual(notGranted);
  });

  it('is one of a limited number: the oldest end first', async () => {
    const { grants, grant } = createGrants();
    const [oldest = ''] = await grant('/evidence/first');
    const others = await grant(...Array.from({ length: maxGrants }, (_, index) => `/evidence/${index}`));
    expect(resolve(grants, [oldest])).toEqual(notGranted);
    expect(resolve(grants, others)).toMatchObject({ ok: true });
  });
});
