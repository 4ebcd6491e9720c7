/** The Organization screen against the sandbox, with the keys of several roles and both forms of the interface. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { words } from '../../renderer/i18n/words.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { call, endAll, newFolder, open, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { OrganizationPage } from './pages/organization-page.ts';

const { access, activity, addPeople, invitations, members, permissions, platform, severalChanges } = words;
const [accept, refuse] = [0, 1];

let sandbox: Sandbox;
let baseForm: Sandbox;
let app: RunningApp;
let organization: OrganizationPage;

/** The text of the native question that was asked last. */
async function lastQuestion(): Promise<string> {
  const { dialogs } = await app.shown();
  return JSON.stringify(dialogs.at(-1)?.options);
}

async function connect(name: string, { url }: Sandbox, apiKey: string): Promise<void> {
  await app.answerDialog(accept);
  await call(app.page, 'connections.add', { name, serverUrl: url, apiKey, acceptPlaintext: false });
}

/** What the sandbox answers to a key, past the application. */
async function get<Data>(path: string): Promise<Data> {
  const answer = await fetch(new URL(`/v1/organizations/${sandbox.organizationId}/${path}`, sandbox.url), {
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  });
  return (await answer.json()).data;
}

interface Member {
  readonly email: string;
  readonly permissions: readonly string[];
  readonly userIdentifiers: readonly { readonly abbreviation: string }[];
}
const memberOf = async (email: string): Promise<Member | undefined> =>
  (await get<Member[]>('users?limit=200')).find((each) => each.email === email);

describe.skipIf(noWindow !== null)('the organization', () => {
  beforeAll(async () => {
    [sandbox, baseForm, app] = await Promise.all([
      // Requests past the application must not take slots that it counts on.
      startSandbox({ dataDir: newFolder('sandbox'), requestsPerSecond: 1000 }),
      startSandbox({ dataDir: newFolder('base'), form: 'base' }),
      open(newFolder(), { keychain: 'gnome_libsecret' }),
    ]);
    organization = new OrganizationPage(app.page);
    await connect('Firm', sandbox, sandbox.apiKey);
    await connect('Reader', sandbox, sandbox.keys.reader);
    await connect('Group', sandbox, sandbox.keys.parentOrganization);
    await connect('Base', baseForm, baseForm.apiKey);
  });
  afterAll(async () => {
    await endAll();
    await Promise.all([sandbox.stop(), baseForm.stop()]);
  });

  test('members are listed with their roles and can be searched, sorted and exported', async () => {
    const { page } = app;
    await app.chooseMenu('organization');
    await organization.waitForText(members.count(29));
    await organization.row(/Femi Adler.*Legal hold admin/).waitFor();
    await page.getByRole('searchbox', { name: members.search }).fill('it administrator');
    await organization.waitForText(members.count(2));
    await page.getByRole('columnheader', { name: members.name }).getByRole('button').click();
    await page.getByRole('columnheader', { name: members.name }).getByRole('button').click();
    await waitUntil(
      () => page.getByRole('row').nth(1).innerText(),
      (text) => text.startsWith('Viktor Sokolov'),
    );
    const path = join(newFolder('exports'), 'members.csv');
    await app.answerDialog(path);
    await app.chooseMenu('export-csv');
    await organization.waitForText(words.common.savedTo(path));
    const lines = readFileSync(path, 'utf8').trim().split('\r\n');
    expect(lines[1]).toMatch(
      /^Viktor Sokolov,viktor\.sokolov@example\.com,IT administrator,Cloud management admin,/,
    );
    expect(lines).toHaveLength(3);
    await page.getByRole('searchbox', { name: members.search }).fill('');
  });

  test('a member is opened and closed by keyboard, and the list keeps the focus', async () => {
    const { page } = app;
    await page.getByRole('searchbox', { name: members.search }).focus();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid')) break;
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await organization.dialog.waitFor();
    await page.keyboard.press('Escape');
    await organization.dialog.waitFor({ state: 'detached' });
    await waitUntil(
      () => page.evaluate(() => document.activeElement?.getAttribute('role')),
      (role) => role === 'grid',
    );
  });

  test('a change of permissions names what changes, and nothing changes when it is refused', async () => {
    const email = 'ivy.brandt@example.com';
    await organization.open(/Ivy Brandt/);
    await organization.dialog.getByText(permissions.name('AI_ADMIN')).click();
    await organization.waitForText(permissions.added(['AI_ADMIN']));
    await app.answerDialog(refuse);
    await organization.press(members.save);
    await waitUntil(lastQuestion, (text) => text.includes('Ivy Brandt'));
    expect(await lastQuestion()).toContain(permissions.name('AI_ADMIN'));
    expect((await memberOf(email))?.permissions).toEqual([]);

    await app.answerDialog(accept);
    await organization.press(members.save);
    await organization.waitForText(members.changed('Ivy Brandt'));
    expect((await memberOf(email))?.permissions).toEqual(['AI_ADMIN']);
    await organization.row(/Ivy Brandt.*AI admin/).waitFor();
  });

  test('identifiers are edited as lines, and a line without a label is not saved', async () => {
    await organization.open(/Jonas Keller/);
    const lines = organization.dialog.getByRole('textbox', { name: members.identifierLines });
    await lines.fill('ASC, Associate\nNYC');
    await organization.waitForText(members.badLines([2]));
    expect(await organization.dialog.getByRole('button', { name: members.save }).isDisabled()).toBe(true);
    await lines.fill('ASC, Associate\nNYC, New York');
    await app.answerDialog(accept);
    await organization.press(members.save);
    await organization.waitForText(members.changed('Jonas Keller'));
    const member = await memberOf('jonas.keller@example.com');
    expect(member?.userIdentifiers.map(({ abbreviation }) => abbreviation)).toEqual(['ASC', 'NYC']);
    await organization.goTo('identifiers');
    await organization.row(/NYC.*New York.*Jonas Keller/).waitFor();
  });

  test('pasted people are added, invited or refused, and each is accounted for', async () => {
    await organization.goTo('members');
    await app.page.getByRole('button', { name: addPeople.open }).click();
    await organization.dialog
      .getByRole('textbox', { name: addPeople.lines })
      .fill(
        'Email\tFirst name\tLast name\ngil.navarro@example.net\tGil\tNavarro\nnew@example.com\tNia\tWolf\nbroken@\tB\tC',
      );
    await app.answerDialog(accept);
    await organization.press(addPeople.add(3));
    for (const heading of [addPeople.added(1), addPeople.invited(1), addPeople.invalid(1)])
      await organization.waitForText(heading);
    await organization.waitForText('Gil Navarro (gil.navarro@example.net)');
    await organization.waitForText('broken@');
    await organization.press(addPeople.done);
    await organization.row(/Gil Navarro/).waitFor();
  });

  test('invitations are resent and deleted after a question', async () => {
    await organization.goTo('invitations');
    await organization.open(/jana\.novak@example\.com.*Expired/);
    await organization.waitForText(invitations.expiredDescription);
    expect(await app.page.getByRole('button', { name: invitations.remove }).count()).toBe(0);
    await app.answerDialog(accept);
    await organization.press(invitations.resend);
    await organization.row(/jana\.novak@example\.com.*Pending/).waitFor();
    await organization.open(/new@example\.com/);
    await app.answerDialog(refuse);
    await organization.press(invitations.remove);
    await waitUntil(lastQuestion, (text) => text.includes('new@example.com'));
    await app.answerDialog(accept);
    await organization.press(invitations.remove);
    await organization.waitForText(invitations.removed('new@example.com'));
    await organization.row(/new@example\.com/).waitFor({ state: 'detached' });
    const left = await get<{ invitations: { email: string }[] }>('invitations');
    expect(left.invitations.map(({ email }) => email)).not.toContain('new@example.com');
  });

  test('a member is removed only after a question', async () => {
    await organization.goTo('members');
    await organization.open(/Gil Navarro/);
    await app.answerDialog(refuse);
    await organization.press(members.remove);
    await waitUntil(lastQuestion, (text) => text.includes('Gil Navarro'));
    expect(await memberOf('gil.navarro@example.net')).toBeDefined();
    await app.answerDialog(accept);
    await organization.press(members.remove);
    await organization.waitForText(members.removed('Gil Navarro'));
    expect(await memberOf('gil.navarro@example.net')).toBeUndefined();
  });

  test('who may do what in which database is one list, and several change after one question', async () => {
    const { page } = app;
    await organization.goTo('access');
    await organization.row(/Sealed matter.*Not readable/).waitFor();
    await organization.row(/Ada Harrow.*Doe v\. Roe.*Administers/).waitFor();
    await page.getByRole('searchbox', { name: access.search }).fill('Doe v. Roe');
    await page.getByRole('columnheader', { name: access.person }).getByRole('button').click();
    // Ben Okafor and Chi Nguyen, after Ada Harrow.
    await organization.selectRows(2, 3);
    await page.getByRole('button', { name: access.change }).click();
    await organization.edit('DB_DELETE', 'add');
    await organization.dialog
      .getByRole('row', { name: /Chi Nguyen.*Database admin, Upload, Delete/ })
      .waitFor();
    const granted = async () => {
      const users = await get<{ user: { firstName: string }; permissions: string[] }[]>(
        '../../databases/2001/users',
      );
      return users.flatMap(({ user, permissions: held }) =>
        held.includes('DB_DELETE') ? [user.firstName] : [],
      );
    };
    const before = await granted();
    await app.answerDialog(refuse);
    await organization.press(severalChanges.make(2));
    await waitUntil(lastQuestion, (text) => text.includes('Make 2 changes?'));
    expect(await lastQuestion()).toMatch(/Ben Okafor .*: Upload → Upload; Delete/);
    expect(await granted()).toEqual(before);
    await app.answerDialog(accept);
    await organization.press(severalChanges.make(2));
    await organization.waitForText(severalChanges.outcome(2, 0, 0));
    expect(await granted()).toEqual(expect.arrayContaining(['Ben', 'Chi']));
    await organization.press(words.common.close);
    await organization.row(/Ben Okafor.*Upload, Delete/).waitFor();
    await page.getByRole('searchbox', { name: access.search }).fill('');
  });

  test('the activity log starts with the newest event and is paged to the first one', async () => {
    const { page } = app;
    await organization.goTo('activity');
    await organization.row(/Member removed.*Ada Harrow.*Gil Navarro/).waitFor();
    const all = await get<unknown[]>(`events?begin=0&end=${Date.now() + 60_000}&limit=10000`);
    expect(all.length).toBeGreaterThan(2000);
    await page.getByRole('treegrid').focus();
    const total = activity.allShown(activity.events(all.length));
    await waitUntil(
      async () => {
        await page.keyboard.press('End');
        return page.getByText(total).isVisible();
      },
      (isVisible) => isVisible,
    );
    expect(await page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe(String(all.length + 1));
  });

  test('the log is filtered by type, person and text, and shows the data of an event', async () => {
    const { page } = app;
    await page.getByRole('button', { name: new RegExp(activity.type) }).click();
    await page.getByRole('option', { name: 'Member permissions changed', exact: true }).click();
    await page.getByRole('searchbox', { name: activity.search }).fill('ivy brandt');
    await page.getByRole('textbox', { name: activity.person }).fill('harrow');
    const row = organization.row(/Member permissions changed.*Ivy Brandt.*AI_ADMIN/);
    await row.waitFor();
    await row.click();
    await page.getByText('previousPermissions').waitFor();
    await page.getByRole('textbox', { name: activity.person }).fill('nobody at all');
    await organization.waitForText(activity.noMatches);
    await page.getByRole('button', { name: activity.clearFilters }).click();
    await organization.row(/Member removed/).waitFor();
  });

  test('new events are added on top, and the whole log is exported', async () => {
    const { page } = app;
    await fetch(new URL(`/v1/organizations/${sandbox.organizationId}/invitations/resend`, sandbox.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ian.boyd@example.com' }),
    });
    await page.getByRole('button', { name: activity.checkNew }).click();
    await organization.row(/Invitation resent.*ian\.boyd/).waitFor();
    const path = join(newFolder('exports'), 'activity.csv');
    await app.answerDialog(path);
    await app.chooseMenu('export-csv');
    await organization.waitForText(words.common.savedTo(path));
    const all = await get<{ id: number }[]>(`events?begin=0&end=${Date.now() + 60_000}&limit=10000`);
    const lines = readFileSync(path, 'utf8').trim().split('\r\n');
    expect(lines).toHaveLength(all.length + 1);
    expect(lines[1]).toContain('INVITATION_RESENT,Ada Harrow,');
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('a key without the admin role sees the details, and is told which role the rest needs', async () => {
    await organization.goTo('members');
    await organization.chooseConnection('Reader');
    await organization.waitForText(platform.needsRole(members.list));
    await organization.waitForText(platform.roles['organization-admin']);
    for (const [tab, subject] of [
      ['invitations', invitations.list],
      ['identifiers', words.identifiers.list],
      ['activity', activity.list],
    ] as const) {
      await organization.goTo(tab);
      await organization.waitForText(platform.needsRole(subject));
    }
    await organization.goTo('access');
    await organization.waitForText(access.noDatabases);
    await organization.goTo('details');
    await organization.waitForText(words.members.username);
    await app.page
      .getByRole('definition')
      .filter({ hasText: /^Member$/ })
      .waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('a parent organization’s key chooses a sub-organization, whose events come without details', async () => {
    await organization.goTo('activity');
    await organization.chooseConnection('Group');
    await organization.chooseOrganization('Harrow & Pike LLP');
    await organization.waitForText(activity.noDetails);
    await organization.row(/Member removed/).waitFor();
  });

  test('the base form of the interface shows what it has, and says that it is assumed', async () => {
    await organization.goTo('members');
    await organization.chooseConnection('Base');
    await organization.row(/Ada Harrow.*Organization admin/).waitFor();
    await organization.open(/Ada Harrow/);
    expect(await organization.dialog.getByRole('button', { name: members.remove }).count()).toBe(0);
    await organization.press(members.close);
    await app.page.getByText(platform.assumedForm).waitFor();
    const tabs = await app.page.getByRole('tab').allInnerTexts();
    expect(tabs).toEqual([words.organization.members, words.organization.access, words.organization.details]);
    expect(await app.page.getByRole('button', { name: addPeople.open }).count()).toBe(0);
    expect(app.output()).toBe('');
  });
});
