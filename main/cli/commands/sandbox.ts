/** `lading sandbox`. */
import type { SandboxForm } from '../../sandbox/index.ts';
import { defineCommand } from '../define-command.ts';
import { commonOptions, yesOption } from '../options/common.ts';
import { choiceOr, flag, type OptionValues, value, valueOr } from '../options/option-rows.ts';
import { nonEmpty, port } from '../options/values.ts';

/** The same on every run, so that an upload finds its sandbox again. */
export const defaultSandboxPort = 8475;

const options = {
  '--port <n>': valueOr('Port to listen on; 0 picks a free one', port, defaultSandboxPort),
  '--data <dir>': value('Folder for what the sandbox receives', nonEmpty),
  '--form <form>': choiceOr<SandboxForm>(
    'Form of the interface: with or without its extensions',
    ['base', 'extended'],
    'extended',
  ),
  '--tls': flag('Serve HTTPS with a certificate of its own CA, whose file is printed'),
  '--faults <file>': value('Inject the faults described in FILE', nonEmpty),
  '--page': flag('Print a new address for the web page of a running sandbox'),
  '--keys': flag('Print the address and the API keys of a running sandbox'),
  '--delete-data': flag('Delete what the sandbox received instead of starting it'),
  ...yesOption,
  ...commonOptions,
};
export type SandboxCommandOptions = OptionValues<typeof options>;

export const sandbox = defineCommand('sandbox', {
  summary: 'Run the sandbox, a local platform for trying things out',
  groups: { 'Options:': options },
  epilogue: () => `
It prints a key for each role, to try what each may do. See docs/sandbox.md.

The faults file is JSON, a list of rules. The first rule that matches a request applies:
  [
    { "match": { "operation": "PutPart", "every": 10 }, "fault": { "kind": "reset" } },
    { "probability": 0.05, "fault": { "kind": "status", "status": 503 } }
  ]
Conditions: operation, put, method, path, partNumber, nth, every; beside match: probability, times.
Kinds: drop-before, drop-during, drop-after, reset, stall, status, html, expired-url, lost-answer,
wrong-etag, slow, truncated-json, answer, state, slow-assembly, delay. See docs/faults.md.
`,
});
