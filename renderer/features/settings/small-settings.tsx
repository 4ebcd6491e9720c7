import { useState } from 'react';
import type { Preferences } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;

interface Given {
  readonly preferences: Preferences;
}

export function TransferSettings({ preferences }: Given) {
  const { change, saved, command } = usePreferences();
  const [typed, setTyped] = useState<number | null>(null);
  const value = typed ?? preferences.concurrency;
  const isGood = Number.isInteger(value) && value >= 1 && value <= 64;
  return (
    <>
      <SaveStatus saved={saved} command={command} />
      <NumberField
        label={settingsWords.concurrency}
        value={value}
        min={1}
        max={64}
        unit={settingsWords.concurrencyUnit}
        hint={settingsWords.concurrencyHint}
        error={isGood ? null : settingsWords.concurrencyInvalid}
        onChange={(next) => {
          const isNext = Number.isInteger(next) && next >= 1 && next <= 64;
          setTyped(isNext ? null : next);
          if (isNext && next !== preferences.concurrency) change({ concurrency: next });
        }}
      />
    </>
  );
}

export function AppearanceSettings({ preferences }: Given) {
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

export function NotificationSettings({ preferences }: Given) {
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

export function DataSettings() {
  const { dataFolder } = useApp();
  const show = useCommand('app.open');
  return (
    <>
      <div className="stack-small">
        <div className="field-label">{settingsWords.folder}</div>
        <p className="selectable file-path">{dataFolder}</p>
      </div>
      <div className="row">
        <Button icon="folder" busy={show.busy} onPress={() => void show.run({ target: 'data-folder' })}>
          {settingsWords.openFolder}
        </Button>
      </div>
      {show.failure === null ? null : <FailureNotice failure={show.failure} onDismiss={show.dismiss} />}
    </>
  );
}
