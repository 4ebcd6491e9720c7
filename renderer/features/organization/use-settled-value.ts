import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a moment, e.g. what a person has stopped typing. */
export function useSettledValue<T>(value: T, waitMs = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
