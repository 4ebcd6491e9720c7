import { beforeAll, describe, expect, it, test } from 'vitest';
import { needsConfirmation } from '../../../preload/contract/platform/change-description.ts';
import { type Operation, operationNames, operations } from '../../../preload/contract/platform/operations.ts';
import { unwrap } from '../../../test/fixtures/result.ts';
import { loadProfile, type Profile } from '../../engine/index.ts';
import { whoMayCall, operationHelp as words } from '../words/api.ts';
import { bodyFields, exampleBody } from './body-fields.ts';
import { exampleCommand, operationHelp } from './operation-help.ts';
import { parseBody } from './read-body.ts';

let profile: Profile;
beforeAll(async () => {
  profile = unwrap(await loadProfile());
});

describe('the help of an operation', () => {
  it('says who may call it, its form, its request, and its page size', () => {
    const help = operationHelp('GetOrganizationBilling', profile, 200);
    expect(help).toContain(whoMayCall('organization-or-parent-admin'));
    expect(help).toContain(words.form.base);
    expect(help).toContain(words.request('GET', '/v1/organizations/{orgId}/billing', false, profile.name));
    expect(help).toContain('Page size: 1 to 200 (default: 100; with --all: 200).');
    expect(operationHelp('GetRecentOrganizationEvents', profile, 200)).toContain(
      'Page size: 1 to 10000 (default: 1000).',
    );
  });

  it('does not offer the members of an organization to admins of its parent', () => {
    const help = operationHelp('GetOrganizationUsers', profile, 200);
    expect(help).toContain(whoMayCall('organization-admin'));
    expect(help).not.toContain('parent');
  });

  it('has the path of the profile that is used', () => {
    const own = { method: 'GET', path: '/own/{orgId}', known: true, repeat: 'safe' } as const;
    const changed = { ...profile, operations: { ...profile.operations, GetOrganization: own } };
    expect(operationHelp('GetOrganization', changed, 200)).toContain(
      words.request('GET', '/v1/own/{orgId}', true, ''),
    );
  });

  it('lists the fields of a body, and those of the elements of a list', () => {
    expect(
      bodyFields('PostOrganizationUsers', profile).map(({ name, isRequired }) => [name, isRequired]),
    ).toEqual([
      ['permissions', false],
      ['users', true],
      ['users[].email', true],
      ['users[].firstName', true],
      ['users[].lastName', true],
    ]);
    expect(bodyFields('PostDatasetFile', profile).map(({ name }) => name)).toEqual([
      'filename',
      'custodian',
      'passwords',
      'childCustodians',
      'directLink',
    ]);
  });

  test('no line is wider than the terminal, except a path, and what is there to copy', () => {
    for (const name of operationNames) {
      const lines = operationHelp(name, profile, 60).split('\n');
      const example = lines.indexOf(words.example);
      for (const line of lines.slice(0, example))
        if (!line.startsWith('/')) expect(line.length, line).toBeLessThanOrEqual(60);
    }
  });

  it.each(operationNames)('has a body that %s takes as its example', (name) => {
    const { body }: Operation = operations[name];
    const command = exampleCommand(name, profile).join('\n');
    if (body === null) expect(command).not.toContain('--body');
    else if (body === 'csv') expect(command).toContain('--file');
    else {
      expect(parseBody(name, 'example', JSON.stringify(exampleBody(name, profile)))).toMatchObject({
        ok: true,
      });
      expect(command.endsWith('--yes')).toBe(needsConfirmation(name));
    }
  });
});
