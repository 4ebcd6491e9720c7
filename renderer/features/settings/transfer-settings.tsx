import { useState } from 'react';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;

const minParts = 1;
const maxParts = 64;

export function TransferSettings({ preferences }: { readonly preferences: Preferences }) {
  const { change, saved, command } = usePreferences();
  const [typed, setTyped] = useState<number | null>(null);
  const value = typed ?? preferences.concurrency;
  return (
    <>
      <SaveStatus saved={saved} command={command} />
      <NumberField
        label={settingsWords.concurrency}
        value={value}
        min={minParts}
        max={maxParts}
        unit={settingsWords.concurrencyUnit}
        hint={settingsWords.concurrencyHint}
        error={isValidConcurrency(value) ? null : settingsWords.concurrencyInvalid}
        onChange={(next) => {
          const isValid = isValidConcurrency(next);
          setTyped(isValid ? null : next);
          if (isValid && next !== preferences.concurrency) change({ concurrency: next });
        }}
      />
    </>
  );
}

function isValidConcurrency(value: number): boolean {
  return Number.isInteger(value) && value >= minParts && value <= maxParts;
}
