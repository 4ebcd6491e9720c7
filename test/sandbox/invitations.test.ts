import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import {
  createClient,
  pollUntil,
  startSharedSandbox,
  startTestSandbox,
  statusByRole,
} from './sandbox-client.ts';

const sandbox = await startSharedSandbox();
const admin = createClient(sandbox);
const invitations = '/organizations/101/invitations';

async function listed({ call } = admin) {
  return (await call('GET', invitations)).body.list('data', 'invitations');
}
const find = async (email: string, client = admin) =>
  (await listed(client)).find((row) => row.at('email') === email)?.value;

test.each([
  ['GET', invitations, undefined, 200],
  ['POST', `${invitations}/resend`, { email: 'jana.novak@example.com' }, 200],
  ['DELETE', invitations, { email: 'nobody@example.com' }, 404],
])('%s %s is for org admins only', async (method, path, body, own) => {
  covers('rule 4.2.note-for-operations-16-to-18');
  expect(await statusByRole(sandbox, method, path, body)).toEqual({
    ...{ admin: own, parentOrganization: 403, databaseAdmin: 403, uploader: 403 },
    ...{ legalHoldAdmin: 403, reader: 403, otherOrganization: 404 },
  });
});

test('the list has pending and expired invitations with the fields of the interface', async () => {
  covers('operation 16');
  expect(await find('hanna.lund@example.com')).toEqual({
    email: 'hanna.lund@example.com',
    firstName: 'Hanna',
    lastName: 'Lund',
    organizationId: 101,
    organizationPermissions: [],
    invitedBy: 11,
    approvedBy: 11,
    expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    expired: false,
  });
  expect(await find('karl.ebert@example.com')).toMatchObject({
    organizationPermissions: ['CLOUD_MANAGEMENT_ADMIN'],
    expired: true,
  });
});

describe('states', () => {
  test('an expired invitation is pending again once it was resent', async () => {
    covers('operation 17', 'rule 3.2.1');
    const email = 'karl.ebert@example.com';
    const resent = await admin.call('POST', `${invitations}/resend`, { email });
    expect(resent.status).toBe(200);
    expect(resent.body.at('data')).toMatchObject({ email, expired: false });
    const daysLeft = (Date.parse(resent.body.text('data', 'expiration')) - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(6.9);
    expect(await find(email)).toEqual(resent.body.at('data'));
  });

  test('a pending invitation can be deleted, whatever the case of its address', async () => {
    covers('operation 18', 'rule 3.2.2');
    const deleted = await admin.call('DELETE', invitations, { email: 'IAN.boyd@example.com' });
    expect([deleted.status, deleted.body.value]).toEqual([204, undefined]);
    expect(await find('ian.boyd@example.com')).toBeUndefined();
  });

  test('an invitation expires as time passes; then only resending it helps', async () => {
    const short = await startTestSandbox({ invitationLifeMs: 300 });
    const client = createClient(short);
    const person = { email: 'late@example.com', firstName: 'L', lastName: 'T' };
    const added = await client.call('POST', '/organizations/101/users', { users: [person] });
    expect(added.body.at('data', 'invites', 0, 'expired')).toBe(false);
    await pollUntil(
      () => find(person.email, client),
      (row) => Object(row).expired === true,
    );
    const gone = await client.call('DELETE', invitations, { email: person.email });
    expect(gone.body.value).toEqual({
      message: apiErrors.notFound('pending invitation', 'email address'),
      status: 404,
    });
    const resent = await client.call('POST', `${invitations}/resend`, { email: person.email });
    expect(resent.body.at('data', 'expired')).toBe(false);
  });
});

describe('errors', () => {
  test('an unknown address is a 404: in shape A when resending, in shape B when deleting', async () => {
    const body = { email: 'unknown@example.com' };
    const text = apiErrors.notFound('invitation', 'email address');
    const resent = await admin.call('POST', `${invitations}/resend`, body);
    expect(resent.body.value).toEqual({ title: text, status: 404 });
    expect((await admin.call('DELETE', invitations, body)).body.value).toEqual({
      message: text,
      status: 404,
    });
  });

  test.each([undefined, {}, { email: 5 }, { email: ' ' }])(
    'the body %j is refused with 400',
    async (body) => {
      expect((await admin.call('POST', `${invitations}/resend`, body)).status).toBe(400);
      expect((await admin.call('DELETE', invitations, body)).status).toBe(400);
    },
  );
});
