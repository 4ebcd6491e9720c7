import { words } from '../i18n/words.ts';
import { platformScreens, type Route } from '../navigation/routes.ts';
import { useChosenConnection } from '../state/chosen-connection.ts';
import { useAppState } from '../state/store.ts';
import { Icon } from '../ui/icon.tsx';

/** True where an upload to the sandbox or the sandbox's own data is shown, and everywhere if only the sandbox is connected. */
export function useIsSandbox(route: Route): boolean {
  const chosen = useChosenConnection();
  const uploadId = route.kind === 'upload' || route.kind === 'new-upload' ? route.uploadId : null;
  return useAppState(({ uploads, connections }) => {
    const upload = uploadId === null ? undefined : uploads.get(uploadId);
    if (upload !== undefined) return upload.isSandbox;
    if (chosen !== null && platformScreens.includes(route.kind)) return chosen.isSandbox;
    return connections.length > 0 && connections.every((connection) => connection.isSandbox);
  });
}

export function SandboxBanner() {
  return (
    <div className="app-sandbox-banner" role="note">
      <Icon name="sandbox" />
      <span>
        <strong>{words.shell.sandboxBanner}</strong> {words.shell.sandboxBannerDescription}
      </span>
    </div>
  );
}
