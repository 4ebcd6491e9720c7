/** Visits the screens of the window in the order in which a person sees them: for axe and for screenshots. */
import type { Page } from 'playwright';
import { words } from '../../renderer/i18n/words.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { goTo, limitBandwidth, onlyUpload, waitUntil } from './app-driver.ts';
import { type Matter, troubledMatter } from './matter.ts';
import { BillingPage } from './pages/billing-page.ts';
import { DatabasesPage } from './pages/databases-page.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';
import { OrganizationPage } from './pages/organization-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { UploadPage } from './pages/upload-page.ts';
import { UploadsPage } from './pages/uploads-page.ts';
import { WatchedFoldersPage } from './pages/watched-folders-page.ts';

/** Called at each screen with a name for it. */
export type OnScreen = (name: string) => Promise<void>;

/** All screens, with an upload that takes seconds. */
export async function visitAll(app: RunningApp, onScreen: OnScreen): Promise<void> {
  await visitFirstRun(app, onScreen);
  const matter = troubledMatter();
  await visitDraft(app, onScreen, matter);
  await visitUploading(app, onScreen, matter);
  const { page } = app;
  const upload = await waitUntil(
    () => onlyUpload(page),
    (seen) => seen?.state === 'finished',
  );
  await visitUpload(app, onScreen, { id: upload?.id ?? 0, name: matter.name });
  await visitUploads(app, onScreen);
  await visitWatchedFolders(app, onScreen, matter);
  await visitSandbox(app, onScreen);
  await visitDatabases(app, onScreen);
  await visitBilling(app, onScreen);
  await visitOrganization(app, onScreen);
  await visitOthers(app, onScreen);
}

/** The first start, the sandbox and the empty form of a new upload. */
export async function visitFirstRun({ page }: RunningApp, onScreen: OnScreen): Promise<void> {
  const firstRun = new FirstRunPage(page);
  await firstRun.waitFor();
  await onScreen('first-run');
  await firstRun.addConnection();
  await onScreen('first-run-connect');
  const newUpload = await firstRun.trySandbox();
  await new UploadsPage(page).goTo();
  await onScreen('uploads-empty');
  await goTo(page, '#/new', words.newUpload.title);
  await onScreen('source-empty');
  await newUpload.submitSource();
  await onScreen('source-missing');
}

/** Every step of a new upload up to the review. */
export async function visitDraft(
  app: RunningApp,
  onScreen: OnScreen,
  matter: Matter,
  databaseName?: string,
): Promise<void> {
  const newUpload = new NewUploadPage(app.page);
  await newUpload.scanFolders(app, [matter.folder], databaseName);
  await onScreen('preflight');
  await newUpload.goToCustodians();
  await newUpload.assignByFolderName(matter.custodians);
  await onScreen('custodians');
  await newUpload.showFolderTree('Roe, Sam');
  await onScreen('custodians-by-folder');
  await newUpload.goToSettings();
  await onScreen('processing-settings');
  await newUpload.goToReview();
  await onScreen('review');
  await newUpload.askToDiscard();
  await onScreen('discard');
  await newUpload.keepDraft();
}

async function visitUploading({ page }: RunningApp, onScreen: OnScreen, matter: Matter): Promise<void> {
  matter.loseFile();
  await limitBandwidth(page, 100_000);
  await new NewUploadPage(page).start();
  const upload = new UploadPage(page);
  await waitUntil(
    () => onlyUpload(page),
    (seen) => (seen?.totals.accepted.items ?? 0) > 3,
  );
  await onScreen('upload-uploading');
  await upload.pause();
  await onScreen('upload-paused');
  await limitBandwidth(page, null);
  await upload.resume();
}

/** The tabs of an upload that has ended. */
export async function visitUpload(
  { page }: RunningApp,
  onScreen: OnScreen,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  for (const tab of ['exceptions', 'custodians', 'settings', 'log']) {
    await goTo(page, `#/uploads/${id}/${tab}`, name);
    await page.getByRole('tabpanel').waitFor();
    await onScreen(`upload-${tab}`);
  }
  await goTo(page, `#/uploads/${id}`, name);
  await page.getByRole('row').nth(1).waitFor();
  await onScreen('upload-files');
}

export async function visitUploads({ page }: RunningApp, onScreen: OnScreen): Promise<void> {
  const uploads = new UploadsPage(page);
  await uploads.goTo();
  await uploads.waitForRows();
  await onScreen('uploads');
  await uploads.show('cards');
  await onScreen('uploads-cards');
  // The app remembers the view, and later visits expect the list.
  await uploads.show('list');
}

/** The list of watched folders, every step of the wizard, and a draft. */
export async function visitWatchedFolders(
  app: RunningApp,
  onScreen: OnScreen,
  matter: Pick<Matter, 'folder'>,
): Promise<void> {
  const { page } = app;
  const watched = new WatchedFoldersPage(page);
  const { watchSetup } = words;
  await watched.goTo();
  await onScreen('watched-folders-empty');
  await watched.add();
  await page.getByRole('button', { name: watchSetup.next(watchSetup.stepNames.destination) }).click();
  await page.getByText(watchSetup.folderMissing, { exact: true }).waitFor();
  await onScreen('watch-setup-folder');
  await watched.dropFolder(app, matter.folder);
  await watched.fill(watchSetup.name, 'Intake');
  await watched.next('destination');
  await watched.chooseDatabase('Acme investigation');
  await onScreen('watch-setup-destination');
  await watched.next('custodians');
  await watched.choose(watchSetup.rulePattern);
  await onScreen('watch-setup-custodians');
  await watched.choose(watchSetup.ruleFolder);
  await watched.next('schedule');
  await watched.choose(watchSetup.schedules.custom);
  await watched.choose(watchSetup.move);
  await onScreen('watch-setup-schedule');
  await watched.next('rehearsal');
  await page.getByRole('button', { name: watchSetup.rehearseAgain }).waitFor();
  await page.getByText(watchSetup.goesTo('Acme investigation')).waitFor();
  await onScreen('watch-setup-rehearsal');
  await watched.saveDraft();
  await onScreen('watched-folder');
  await watched.showTab('files');
  await page.getByText(words.watchFiles.emptyTitle).waitFor();
  await onScreen('watched-folder-files');
  await watched.askToRemove('Intake');
  await onScreen('watched-folder-remove');
  await watched.keep();
  await watched.goTo();
  await watched.row('Intake').waitFor();
  await onScreen('watched-folders');
}

export async function visitSandbox({ page }: RunningApp, onScreen: OnScreen): Promise<void> {
  await goTo(page, '#/sandbox', words.sandbox.title);
  await onScreen('sandbox');
}

/** The sandbox's databases, with their dialogs. */
export async function visitDatabases({ page }: RunningApp, onScreen: OnScreen): Promise<void> {
  const databases = new DatabasesPage(page);
  await databases.goTo();
  await databases.row('Acme investigation').getByText(words.databases.roles.admin).waitFor();
  await onScreen('databases');
  await databases.goTo('projects');
  await databases.row('Acme second request').waitFor();
  await onScreen('projects');
  await databases.goTo();
  await databases.open('Acme investigation');
  await databases.cells(words.databases.size, words.databases.sizeKinds.nativeDocs);
  await onScreen('database');
  await databases.showTab('projects');
  await databases.row('main review').click();
  await page
    .getByRole('dialog')
    .getByText(/users?$/)
    .first()
    .waitFor();
  await onScreen('database-project');
  await page.getByRole('button', { name: words.databaseProjects.close }).click();
  await onScreen('database-projects');
  await goTo(page, '#/databases/2001/users', 'Doe v. Roe');
  await databases.changePermissions('Ben Okafor');
  await databases.toggle('DB_ADMIN');
  await onScreen('database-permissions');
  await page.getByRole('button', { name: words.common.cancel }).click();
  await onScreen('database-users');
  await goTo(page, '#/databases/99999', words.databases.notFound);
  await onScreen('database-not-found');
}

/** An organization's month with a project, and its trend as chart and table. */
export async function visitBilling({ page }: RunningApp, onScreen: OnScreen): Promise<void> {
  const billing = new BillingPage(page);
  await billing.goTo();
  await billing.row('Acme second request').waitFor();
  await onScreen('billing');
  await billing.row('Acme second request').click();
  await onScreen('billing-project');
  await billing.waitForMonths(12);
  await onScreen('billing-trend');
  await billing.trendRows();
  await onScreen('billing-table');
}

/** The sandbox's first organization, with its dialogs. */
export async function visitOrganization({ page }: RunningApp, onScreen: OnScreen): Promise<void> {
  const organization = new OrganizationPage(page);
  await organization.goTo('members');
  await organization.open(/Legal hold admin/);
  await page.getByRole('button', { name: words.members.save }).waitFor();
  await onScreen('organization-member');
  await organization.press(words.members.close);
  await onScreen('organization-members');
  await organization.selectRows(2, 4);
  await page.getByRole('button', { name: words.members.changePermissions }).click();
  await organization.edit('AI_ADMIN', 'add');
  await onScreen('organization-change-roles');
  await organization.press(words.common.cancel);
  await organization.goTo('access');
  await organization.row(/Sealed matter/).waitFor();
  await onScreen('organization-access');
  await page.getByRole('radio', { name: words.access.everyone }).click();
  await organization.selectRows(3, 30);
  await page.getByRole('button', { name: words.access.change }).click();
  await organization.edit('DB_DELETE', 'add');
  await onScreen('organization-change-access');
  await organization.press(words.common.cancel);
  await organization.goTo('members');
  await page.getByRole('button', { name: words.addPeople.open }).click();
  await organization.dialog.getByRole('textbox', { name: words.addPeople.lines }).fill('Dana Whitfield');
  await onScreen('organization-add-people');
  await organization.press(words.common.cancel);
  await organization.goTo('invitations');
  await organization.open(new RegExp(words.invitations.expired));
  await onScreen('organization-invitation');
  await organization.press(words.members.close);
  await onScreen('organization-invitations');
  await organization.goTo('identifiers');
  await organization.row(/[A-Z]{2}/).waitFor();
  await onScreen('organization-identifiers');
  await organization.goTo('activity');
  // What was logged last depends on the time of day.
  await organization.row(/\d:\d\d/).click();
  await onScreen('organization-activity');
  await organization.goTo('details');
  await organization.waitForText(words.organizationDetails.yourAccount);
  await onScreen('organization-details');
}

/** Verify, Settings, Help, and an upload that does not exist. */
export async function visitOthers({ page }: RunningApp, onScreen: OnScreen): Promise<void> {
  await goTo(page, '#/verify', words.verify.title);
  await onScreen('verify');
  await goTo(page, '#/directories', words.directories.title);
  await onScreen('directories');
  const settings = new SettingsPage(page);
  await settings.goTo();
  await onScreen('settings');
  const form = await settings.addConnection();
  await onScreen('settings-connect');
  await form.cancel();
  await visitHelp(page, onScreen);
  await goTo(page, '#/uploads/99999', words.shell.notFound);
  await onScreen('upload-not-found');
}

/** A page of the guide, a link in it to another page's section, the search, and what isn't in the guide. */
export async function visitHelp(page: Page, onScreen: OnScreen): Promise<void> {
  const heading = (name: string) => page.locator('article').getByRole('heading', { name, exact: true });
  await page.keyboard.press('F1');
  await heading('Getting started').waitFor();
  await onScreen('help');
  await page.getByRole('article').getByRole('link', { name: 'Passwords', exact: true }).click();
  await heading('Locked files and passwords').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'help-locked-files-and-passwords');
  await onScreen('help-section');
  await page.getByRole('searchbox').fill('duplicates');
  await page.getByRole('status').waitFor();
  await onScreen('help-search');
  await page.getByRole('article').getByRole('link').first().click();
  await page.waitForFunction(() => document.activeElement?.id.startsWith('help-') === true);
  await page.getByRole('link', { name: words.help.shortcuts }).click();
  await heading(words.help.shortcuts).waitFor();
  await onScreen('help-shortcuts');
  await page.getByRole('link', { name: words.about.title }).click();
  await heading(words.about.title).waitFor();
  await onScreen('help-about');
}
