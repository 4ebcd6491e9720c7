import { expect, it } from 'vitest';
import { usageMessage } from './usage-error.ts';

it('commander does not repeat the value of an unknown option', () => {
  expect(usageMessage("error: unknown option '--key=abc.def.ghi'\n")).toBe("unknown option '--key=…'");
  expect(usageMessage("error: unknown command 'uplod'\n(Did you mean upload?)\n")).toBe(
    "unknown command 'uplod' (Did you mean upload?)",
  );
});
