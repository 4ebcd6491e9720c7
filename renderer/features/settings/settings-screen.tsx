import { type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { previousRoute, type Route, routeHref, type SettingsSection } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { useApp, useConnections } from '../../state/selectors.ts';
import { BandwidthSettings } from './bandwidth-settings.tsx';
import { NetworkSettings } from './network-settings.tsx';
import { StartupSettings } from './startup-settings.tsx';
import { TimestampSettings } from './timestamp-settings.tsx';
import { TransferSettings } from './transfer-settings.tsx';
import { UpdateSettings } from './update-settings.tsx';
import './settings.css';
import { keyStorageText } from '../../../preload/contract/texts/signing-key-text.ts';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { SandboxData } from '../../shared/sandbox-data.tsx';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectionEntry } from './connection-entry.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;

/** All settings as sections on one page. Every change is saved right away. */
export function SettingsScreen({ section }: { readonly section: SettingsSection | null }) {
  const { preferences } = useApp();
  const [from] = useState(previousRoute);
  return (
    <Page
      title={settingsWords.title}
      about={settingsWords.about}
      actions={from === null ? null : <BackLink to={from} />}
    >
      <div className="settings">
        <Section title={settingsWords.connections} description={settingsWords.connectionsAbout}>
          <ConnectionSettings />
        </Section>
        <Section
          title={settingsWords.bandwidth}
          description={settingsWords.bandwidthAbout}
          isOpened={section === 'bandwidth'}
        >
          <BandwidthSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.transfers} description={settingsWords.transfersAbout}>
          <TransferSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.network} description={settingsWords.networkAbout}>
          <NetworkSettings />
        </Section>
        <Section title={settingsWords.appearance} description={settingsWords.appearanceAbout}>
          <AppearanceSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.startup} description={settingsWords.startupAbout}>
          <StartupSettings />
        </Section>
        <Section title={settingsWords.notifications} description={settingsWords.notificationsAbout}>
          <NotificationSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.updates} description={settingsWords.updatesAbout}>
          <UpdateSettings />
        </Section>
        <Section title={settingsWords.receipts} description={settingsWords.receiptsAbout}>
          <ReceiptSettings />
          <TimestampSettings />
        </Section>
        <Section title={settingsWords.data} description={settingsWords.dataAbout}>
          <DataSettings />
        </Section>
      </div>
    </Page>
  );
}

/** To the work that a person left to change a setting. */
function BackLink({ to }: { readonly to: Route }) {
  switch (to.kind) {
    case 'new-upload':
    case 'upload':
    case 'watched-folder':
    case 'watch-setup':
      return (
        <Link to={routeHref(to)} look="default" icon="back">
          {settingsWords.backTo[to.kind]}
        </Link>
      );
    default:
      return null;
  }
}

function Section({
  title,
  description,
  isOpened = false,
  children,
}: {
  readonly title: string;
  readonly description: string;
  /** A link led to it. */
  readonly isOpened?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpened) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isOpened]);
  return (
    <section className="settings-section" aria-label={title}>
      <div className="settings-section-about">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="muted">{description}</p>
      </div>
      <div className="card card-body settings-card">{children}</div>
    </section>
  );
}

function AppearanceSettings({ preferences }: { readonly preferences: Preferences }) {
  const { change, saved, command } = usePreferences();
  return (
    <>
      <SaveStatus saved={saved} command={command} />
      <div>
        <SegmentedControl
          label={settingsWords.theme}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: settingsWords.themes[value],
          }))}
          value={preferences.theme}
          onChange={(theme) => change({ theme })}
        />
      </div>
    </>
  );
}

function ConnectionSettings() {
  const connections = useConnections();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {connections.length === 0 ? <p className="muted">{settingsWords.noConnections}</p> : null}
      {connections.length === 0 ? null : (
        <ul className="connection-list">
          {connections.map((connection) => (
            <ConnectionEntry key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button icon="add" onPress={() => setAdding(true)}>
          {settingsWords.addConnection}
        </Button>
      </div>
      <Dialog title={words.connect.heading} open={isAdding} onClose={() => setAdding(false)} buttons={null}>
        <ConnectForm onConnected={() => setAdding(false)} onCancel={() => setAdding(false)} />
      </Dialog>
    </>
  );
}

function DataSettings() {
  const { dataFolder } = useApp();
  const open = useCommand('app.open');
  return (
    <>
      <div className="settings-stack">
        <div className="field-label">{settingsWords.folder}</div>
        <p className="selectable settings-path">{dataFolder}</p>
      </div>
      <div className="row">
        <Button icon="folder" busy={open.busy} onPress={() => void open.run({ target: 'data-folder' })}>
          {settingsWords.openFolder}
        </Button>
      </div>
      <SandboxData />
      {open.failure === null ? null : <FailureNotice failure={open.failure} onDismiss={open.dismiss} />}
    </>
  );
}

function NotificationSettings({ preferences }: { readonly preferences: Preferences }) {
  const { change, saved, command } = usePreferences();
  return (
    <>
      <SaveStatus saved={saved} command={command} />
      <Switch selected={preferences.notify} onChange={(notify) => change({ notify })}>
        {settingsWords.notify}
      </Switch>
    </>
  );
}

const whole = { argument: undefined } as const;

/** The key that signs receipts, for others to compare. */
function ReceiptSettings() {
  const key = useQuery('receipts.signingKey', whole);
  switch (key.kind) {
    case 'loading':
      return null;
    case 'failed':
      return <FailureNotice failure={key.failure} />;
    case 'loaded':
      return (
        <>
          <div className="settings-stack">
            <div className="field-label">{settingsWords.keyFingerprint}</div>
            <p className="mono selectable settings-path">{key.value.fingerprint}</p>
            <p className="muted">{settingsWords.privateKey(keyStorageText(key.value.storage))}</p>
          </div>
          <div className="row">
            <CopyButton text={key.value.fingerprint}>{words.upload.copyFingerprint}</CopyButton>
          </div>
        </>
      );
  }
}
