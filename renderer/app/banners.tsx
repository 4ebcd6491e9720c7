import { useState } from 'react';
import { time } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { platformScreens, type Route } from '../navigation/routes.ts';
import { useChosenConnection } from '../state/chosen-connection.ts';
import { useEngine } from '../state/selectors.ts';
import { useAppState } from '../state/store.ts';
import { Icon } from '../ui/icon.tsx';
import { DismissButton, FailureNotice, Notice } from '../ui/notice.tsx';

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

export function EngineBanner() {
  const engine = useEngine();
  const [dismissedRestarts, setDismissedRestarts] = useState(0);
  switch (engine.kind) {
    case 'starting':
    case 'running':
      return null;
    case 'failed':
      return (
        <div className="app-banner">
          <FailureNotice failure={engine.failure} />
        </div>
      );
    case 'restarted':
      if (engine.times <= dismissedRestarts) return null;
      return (
        <div className="app-banner">
          <Notice
            tone="warn"
            title={words.shell.engineRestarted}
            action={<DismissButton onPress={() => setDismissedRestarts(engine.times)} />}
          >
            {words.shell.engineRestartedDescription(time(engine.at), engine.times)}
          </Notice>
        </div>
      );
  }
}
