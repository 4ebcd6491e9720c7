import { useState } from 'react';
import { isParallelParts, parallelParts } from '../../../preload/contract/views/parallel-parts.ts';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;

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
        min={parallelParts.min}
        max={parallelParts.max}
        unit={settingsWords.concurrencyUnit}
        hint={settingsWords.concurrencyHint}
        error={isParallelParts(value) ? null : settingsWords.concurrencyInvalid}
        onChange={(next) => {
          const isValid = isParallelParts(next);
          setTyped(isValid ? null : next);
          if (isValid && next !== preferences.concurrency) change({ concurrency: next });
        }}
      />
    </>
  );
}
