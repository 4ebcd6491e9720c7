import { useRef } from 'react';

/** The last value that wasn't null: a choice that a person comes back to is as it was. */
export function useLastValue<Value>(value: Value | null, initial: Value): Value {
  const last = useRef(initial);
  if (value !== null) last.current = value;
  return last.current;
}
