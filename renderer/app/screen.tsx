import { lazy, Suspense } from 'react';
import { BillingScreen } from '../features/billing/billing-screen.tsx';
import { DatabaseScreen } from '../features/databases/database-screen.tsx';
import { DatabasesScreen } from '../features/databases/databases-screen.tsx';
import { DirectoriesScreen } from '../features/directories/directories-screen.tsx';
import { NewUploadScreen } from '../features/new-upload/new-upload-screen.tsx';
import { OrganizationScreen } from '../features/organization/organization-screen.tsx';
import { SandboxScreen } from '../features/sandbox/sandbox-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { UploadScreen } from '../features/upload/upload-screen.tsx';
import { UploadsScreen } from '../features/uploads/uploads-screen.tsx';
import { VerifyScreen } from '../features/verify/verify-screen.tsx';
import { WatchSetupScreen } from '../features/watched-folders/setup/watch-setup-screen.tsx';
import { WatchedFolderScreen } from '../features/watched-folders/watched-folder-screen.tsx';
import { WatchedFoldersScreen } from '../features/watched-folders/watched-folders-screen.tsx';
import type { Route } from '../navigation/routes.ts';

/** Has the text of the user guide, so it is loaded when it is opened. */
const HelpScreen = lazy(async () => ({
  default: (await import('../features/help/help-screen.tsx')).HelpScreen,
}));

export function Screen({ route }: { readonly route: Route }) {
  switch (route.kind) {
    case 'uploads':
      return <UploadsScreen />;
    case 'upload':
      return <UploadScreen key={route.uploadId} uploadId={route.uploadId} tab={route.tab} />;
    case 'new-upload':
      return <NewUploadScreen uploadId={route.uploadId} step={route.step ?? null} />;
    case 'databases':
      return <DatabasesScreen list={route.list} />;
    case 'database':
      return <DatabaseScreen key={route.databaseId} databaseId={route.databaseId} tab={route.tab} />;
    case 'billing':
      return <BillingScreen databaseId={route.databaseId} />;
    case 'organization':
      return <OrganizationScreen tab={route.tab} />;
    case 'watched-folders':
      return <WatchedFoldersScreen />;
    case 'watched-folder':
      return <WatchedFolderScreen key={route.ruleId} ruleId={route.ruleId} tab={route.tab} />;
    case 'watch-setup':
      return <WatchSetupScreen key={route.ruleId} ruleId={route.ruleId} step={route.step} />;
    case 'verify':
      return <VerifyScreen />;
    case 'directories':
      return <DirectoriesScreen />;
    case 'settings':
      return <SettingsScreen section={route.section ?? null} />;
    case 'sandbox':
      return <SandboxScreen />;
    case 'help':
      return (
        <Suspense>
          <HelpScreen page={route.page} section={route.section} />
        </Suspense>
      );
  }
}
