import { useState } from 'react';
import { words } from '../../i18n/words.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { displayUnit, type SpeedUnit, speedUnits, toBytesPerSecond } from './bandwidth.ts';
import './settings.css';

const settingsWords = words.settings;
const units: readonly SpeedUnit[] = ['kB', 'MB', 'Mbit', 'Gbit'];

/** A speed in the unit that the user chooses. */
export function SpeedField({
  bytesPerSecond,
  onChange,
}: {
  readonly bytesPerSecond: number;
  readonly onChange: (bytesPerSecond: number) => void;
}) {
  const [unit, setUnit] = useState<SpeedUnit>(() => displayUnit(bytesPerSecond));
  const [typed, setTyped] = useState<number | null>(null);
  const amount = typed ?? bytesPerSecond / speedUnits[unit].bytesPerSecond;
  const isTooLow = toBytesPerSecond(amount, unit) === null;

  function set(nextAmount: number) {
    const speed = toBytesPerSecond(nextAmount, unit);
    setTyped(speed === null ? nextAmount : null);
    if (speed !== null && speed !== bytesPerSecond) onChange(speed);
  }
  return (
    <div className="speed-field">
      <NumberField
        label={settingsWords.limitTo}
        value={amount}
        min={0}
        onChange={set}
        error={isTooLow ? settingsWords.limitTooLow : null}
      />
      <Select
        label={settingsWords.unit}
        options={units.map((value) => ({ value, label: speedUnits[value].label }))}
        value={unit}
        onChange={(next) => {
          // The limit stays what it is: 50 MB/s is shown as 400 Mbit/s.
          setUnit(next);
          setTyped(null);
        }}
      />
    </div>
  );
}
