/** `lading watch`. */
import { defineCommand } from '../define-command.ts';
import { commonOptions } from '../options/common.ts';
import { byteRate, concurrency } from '../options/limits.ts';
import { flag, type OptionValues, value } from '../options/option-rows.ts';
import { serverOptions } from '../options/server.ts';
import { nonEmptyOnce, port } from '../options/values.ts';

const ofService = ['once', 'metrics', 'receipts', 'logFile', 'concurrency', 'limitRate'];

const options = {
  '--config <file>': value('Rules of the watched folders (JSON)', nonEmptyOnce),
  '--check': flag(
    'Check the rules and show what they would send now, without storing or sending anything',
    ofService,
  ),
  '--once': flag('Upload what is there now, then exit'),
  '--receipts <dir>': value(
    'Write the receipt of each upload that ends to this folder (receipt-1.json, …)',
    nonEmptyOnce,
  ),
  '--metrics <port>': value(
    'Serve metrics for Prometheus on this port of 127.0.0.1; 0 picks a free one',
    port,
  ),
  '--log-file <file>': value(
    'Write the log to this file, which rotates, instead of standard output',
    nonEmptyOnce,
  ),
  '--concurrency <n>': value('Maximum number of parallel parts of each rule', concurrency),
  '--limit-rate <rate>': value(
    'Bandwidth limit of all rules together in bytes per second, such as 50M, or off',
    byteRate,
  ),
  '--status': flag('Show the state of the watch that uses this data folder, also as an exit code', [
    'config',
    'check',
    ...ofService,
  ]),
  ...commonOptions,
  ...serverOptions,
};
export type WatchOptions = OptionValues<typeof options>;

export const watchStatusCodes = `Exit codes of --status:
  0  Every rule is at work, or waits for its hours
  1  Not running, not responding, or a rule is broken
  2  Some files failed or need review
  3  Waiting for a folder, its list of custodians, the platform, or disk space
  4  The API key was refused
`;

export const watch = defineCommand('watch', {
  summary: 'Upload the files that are put into folders, by the rules in a config file',
  groups: { 'Options:': options },
  epilogue: () => `
The config file is JSON, a list of rules. A rule needs a folder, a database, and a dataset:
  { "watch": [ { "path": "/evidence/inbox", "database": 12, "dataset": "{folder} {date} {time}" } ] }
Its other fields, such as "custodianBy", "schedule", and "hold" (what needs review before it is sent:
damaged, locked, empty, or unchecked files), and the files that run this as a service:
docs/watched-folders.md.

It runs until SIGINT or SIGTERM, and reads the config file again on SIGHUP.

${watchStatusCodes}`,
});
