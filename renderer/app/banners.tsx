import { useState } from 'react';
import { time } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import type { Route } from '../navigation/routes.ts';
import { useEngine } from '../state/selectors.ts';
import { useAppState } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';

const { shell } = words;

/** Practice is unmistakable: on the screen of a practice upload, and wherever nothing but the sandbox is connected. */
export function useIsSandbox(route: Route): boolean {
  const uploadId = route.kind === 'upload' || route.kind === 'new-upload' ? route.uploadId : null;
  return useAppState(({ uploads, connections }) => {
    const upload = uploadId === null ? undefined : uploads.get(uploadId);
    if (upload !== undefined) return upload.isSandbox;
    return connections.length > 0 && connections.every((each) => each.isSandbox);
  });
}

export function SandboxBanner() {
  return (
    <div className="practice" role="note">
      <Icon name="practice" />
      <span>
        <strong>{shell.sandboxBanner}</strong> {shell.sandboxBannerDescription}
      </span>
    </div>
  );
}

export function EngineBanner() {
  const engine = useEngine();
  const [dismissed, setDismissed] = useState(0);
  switch (engine.kind) {
    case 'starting':
    case 'running':
      return null;
    case 'failed':
      return (
        <div className="banner">
          <FailureNotice failure={engine.failure} />
        </div>
      );
    case 'restarted':
      if (engine.times <= dismissed) return null;
      return (
        <div className="banner">
          <Notice
            tone="warn"
            title={shell.engineRestarted}
            action={
              <Button
                small
                variant="quiet"
                icon="close"
                label={words.common.dismiss}
                onPress={() => setDismissed(engine.times)}
              />
            }
          >
            {shell.engineRestartedMeaning(time(engine.at), engine.times)}
          </Notice>
        </div>
      );
  }
}
