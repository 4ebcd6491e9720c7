import { useState } from 'react';
import { words } from '../../i18n/words.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { type SpeedUnit, speedOf, speedUnits, unitFor } from './bandwidth.ts';

const say = words.settings;
const units: readonly SpeedUnit[] = ['kB', 'MB', 'Mbit', 'Gbit'];

/** A speed in the unit that the person thinks in. */
export function SpeedField({
  bytesPerSecond,
  onChange,
}: {
  readonly bytesPerSecond: number;
  readonly onChange: (bytesPerSecond: number) => void;
}) {
  const [unit, setUnit] = useState<SpeedUnit>(() => unitFor(bytesPerSecond));
  const [typed, setTyped] = useState<number | null>(null);
  const amount = typed ?? bytesPerSecond / speedUnits[unit].bytesPerSecond;
  const isBad = speedOf(amount, unit) === null;

  function set(nextAmount: number, nextUnit: SpeedUnit) {
    const speed = speedOf(nextAmount, nextUnit);
    setTyped(speed === null ? nextAmount : null);
    if (speed !== null && speed !== bytesPerSecond) onChange(speed);
  }
  return (
    <div className="speed">
      <NumberField
        label={say.limitTo}
        value={amount}
        min={0}
        onChange={(next) => set(next, unit)}
        error={isBad ? say.speedBad : null}
      />
      <Select
        label={say.unit}
        options={units.map((value) => ({ value, label: speedUnits[value].label }))}
        value={unit}
        onChange={(next) => {
          // The figure stays as it is typed: 100 MB/s becomes 100 Mbit/s.
          setUnit(next);
          set(amount, next);
        }}
      />
    </div>
  );
}
