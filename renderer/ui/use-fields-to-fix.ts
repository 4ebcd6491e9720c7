import { type RefObject, useEffect, useState } from 'react';
import { fieldsToFixIn, focusField } from './fields-to-fix.ts';

export interface FieldsToFix {
  /** How many there were at the last check and are left. */
  readonly amount: number;
  /** Focuses the first control that shows an error. True if none does. */
  check(): Promise<boolean>;
}

/** Keeps a step of a wizard open while a control in it shows an error, also one that no form knows of. */
export function useFieldsToFix(content: RefObject<HTMLElement | null>): FieldsToFix {
  const [amount, setAmount] = useState(0);
  useEffect(() => {
    const element = content.current;
    if (amount === 0 || element === null) return;
    // Counts again after each edit.
    const listening = new AbortController();
    const recount = () => void nextFrame().then(() => setAmount(fieldsToFixIn(element).length));
    for (const edit of ['input', 'focusout', 'click'])
      element.addEventListener(edit, recount, { signal: listening.signal });
    return () => listening.abort();
  }, [amount, content]);
  return {
    amount,
    async check() {
      await nextFrame();
      const fields = fieldsToFixIn(content.current);
      setAmount(fields.length);
      if (fields[0] !== undefined) focusField(fields[0]);
      return fields.length === 0;
    },
  };
}

/** After it, what a handler has just changed is on the page. */
function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
