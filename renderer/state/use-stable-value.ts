import { useState } from 'react';

/** The same object for as long as its content, as JSON, stays the same. */
export function useStableValue<T>(value: T): T {
  const [stable, setStable] = useState(value);
  if (JSON.stringify(stable) === JSON.stringify(value)) return stable;
  setStable(value);
  return value;
}
