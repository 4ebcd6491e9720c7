import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import { createPathGrants, grantLifetimeMs, maxGrants } from './path-grants.ts';

function createGrants() {
  let now = 0;
  const grants = createPathGrants(
    async (paths) => success(paths.map(() => 'folder' as const)),
    () => now,
  );
  const grant = async (...paths: string[]): Promise<string[]> => {
    const granted = await grants.grant(paths);
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

describe('a granted path', () => {
  it('is named by an ID that can be used again while its draft is prepared', async () => {
    const { grants, grant } = createGrants();
    const ids = await grant('/evidence/a', '/evidence/b');
    expect(grants.resolve(ids)).toEqual(success(['/evidence/a', '/evidence/b']));
    grants.bind(ids, 7);
    expect(grants.resolve(ids)).toEqual(success(['/evidence/a', '/evidence/b']));
    grants.bind(ids, 8);
    grants.revokeOf(7);
    expect(grants.resolve(ids)).toMatchObject({ ok: true });
  });

  it('ends when the upload that it was chosen for starts, and no other ends with it', async () => {
    const { grants, grant } = createGrants();
    const started = await grant('/evidence/a');
    const other = await grant('/evidence/b');
    const unused = await grant('/evidence/c');
    grants.bind(started, 7);
    grants.bind(other, 8);
    grants.revokeOf(7);
    expect(grants.resolve(started)).toEqual(notGranted);
    expect(grants.resolve([...other, ...unused])).toMatchObject({ ok: true });
  });

  it('ends after some hours', async () => {
    const { grants, grant, pass } = createGrants();
    const first = await grant('/evidence/a');
    pass(grantLifetimeMs - 1);
    const second = await grant('/evidence/b');
    expect(grants.resolve(first)).toMatchObject({ ok: true });
    pass(1);
    expect(grants.resolve(first)).toEqual(notGranted);
    expect(grants.resolve(second)).toMatchObject({ ok: true });
  });

  it('ends when the window loads again, also one that is still being examined', async () => {
    let examined = (): void => undefined;
    const grants = createPathGrants(
      (paths) =>
        new Promise((resolve) => {
          examined = () => resolve(success(paths.map(() => 'file' as const)));
        }),
    );
    const pending = grants.grant(['/evidence/a']);
    grants.revokeAll();
    examined();
    expect(await pending).toEqual(notGranted);

    const { grants: reloaded, grant } = createGrants();
    const ids = await grant('/evidence/a');
    reloaded.revokeAll();
    expect(reloaded.resolve(ids)).toEqual(notGranted);
  });

  it('is one of a limited number: the oldest end first', async () => {
    const { grants, grant } = createGrants();
    const [oldest = ''] = await grant('/evidence/first');
    const others = await grant(...Array.from({ length: maxGrants }, (_, index) => `/evidence/${index}`));
    expect(grants.resolve([oldest])).toEqual(notGranted);
    expect(grants.resolve(others)).toMatchObject({ ok: true });
  });
});
