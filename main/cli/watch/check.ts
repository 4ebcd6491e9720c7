/** `lading watch --check`: what the rules would do with what is there now. Nothing is stored or sent. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { success } from '../../../preload/contract/failures/failure.ts';
import { rehearsalCountText } from '../../../preload/contract/texts/exception-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { type BandwidthPlan, bandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import type { RehearsalView } from '../../../preload/contract/watch/watch-rehearsal.ts';
import { watchHoursText } from '../../../preload/contract/watch/watch-text.ts';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { type Account, checkSettings, type Engine, type FindForm, loadProfile } from '../../engine/index.ts';
import {
  type CliContext,
  connectWithNotice,
  engineOptions,
  isConnectionGiven,
  reportFailure,
  requireConnection,
  runAndClose,
} from '../cli-context.ts';
import type { Outcome } from '../exit-code.ts';
import { type LimitOptions, transferLimits } from '../options/limits.ts';
import type { ServerOptions } from '../options/server.ts';
import { outcomeOfStop, worseOutcome } from '../outcome.ts';
import { withInterrupt } from '../run/run-upload.ts';
import { formatList, present, right, shrinking } from '../terminal/table.ts';
import type { CliResult } from '../usage-error.ts';
import { check as words } from '../words/watch.ts';
import { ofCommandLine } from './configured-rules.ts';
import { matchRules } from './match-rules.ts';
import { openWatchEngineAs } from './open-engine.ts';
import { printRefused } from './print-events.ts';
import type { ConfiguredRule } from './read-config.ts';
import { warnRefusedDatabases } from './warn-refused-databases.ts';
import { warnUnmovable } from './warn-unmovable.ts';

type CheckOptions = ServerOptions & LimitOptions;

export async function checkConfiguredRules(
  context: CliContext,
  configured: readonly ConfiguredRule[],
  options: CheckOptions,
): Promise<Outcome> {
  return withInterrupt(context, words.stopping, async (signal) => {
    const opened = await openWatchEngineAs(context, options, 'lading watch --check');
    if (opened.ok)
      return runAndClose(opened.value, (engine) => rehearse(context, engine, configured, options, signal));
    if (opened.failure.code !== 'store-locked') return reportFailure(context, opened.failure);
    // A service has the store, and a config file is checked before it is reloaded.
    context.output.warn(words.history(opened.failure.holder));
    const folder = await mkdtemp(join(tmpdir(), 'lading-check-'));
    try {
      const empty = await openWatchEngineAs(context, { ...options, state: folder }, 'lading watch --check');
      if (!empty.ok) return reportFailure(context, empty.failure);
      return await runAndClose(empty.value, (engine) =>
        rehearse(context, engine, configured, options, signal),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function rehearse(
  context: CliContext,
  engine: Engine,
  configured: readonly ConfiguredRule[],
  options: CheckOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { output } = context;
  const connected = await connectIfGiven(context, engine, options, signal);
  if (!connected.ok) return reportFailure(context, connected.failure);
  const profile = await loadProfile(options.profile);
  if (!profile.ok) return reportFailure(context, profile.failure);
  await warnUnmovable(context, configured);
  if (connected.value !== null) await warnRefusedDatabases(context, engine, configured, signal);
  const { form: chosen } = options;
  const formOf: FindForm | null =
    chosen === undefined ? null : async () => ({ form: chosen, basis: 'chosen' });
  // In the data folder that was asked for, also where it is checked in an empty one.
  const plan = bandwidthPlan(transferLimits(options), (await engineOptions(context, options)).usualLimits);
  let worst: Outcome = 'done';
  const account = connected.value;
  const own = ofCommandLine(engine.watch.views());
  const matches = matchRules(
    own,
    configured.map(({ rule }) => rule),
  );
  for (const [index, { rule, confirmDatabase }] of configured.entries()) {
    const stored = matches[index];
    // A ledger is about one folder.
    const ruleId = stored?.rule.path === rule.path ? stored.id : null;
    const rehearsed = await engine.watch.rehearse(rule, ruleId, signal);
    const others = configured.slice(0, index).map((one) => one.rule);
    const alone = await engine.watch.checkOverlap({ rule, others }, signal);
    const settings =
      account === null
        ? await checkSettings(rule.settings, profile.value, formOf)
        : await engine.checkSettings(rule.settings);
    const confirmed =
      account === null
        ? null
        : await engine.watch.confirmDatabase(rule, { ruleId, account }, confirmDatabase, signal);
    if (signal.aborted) return outcomeOfStop(context.activeUpload);
    for (const result of [confirmed, settings, rehearsed, alone]) {
      // Both read the CSV of custodians.
      if (result === null || result.ok || (result === rehearsed && isDeepStrictEqual(confirmed, rehearsed)))
        continue;
      printRefused(context, [{ rule: rule.name, failure: result.failure }]);
      worst = worseOutcome(worst, 'refused');
    }
    if (!rehearsed.ok) continue;
    const databaseName = confirmed?.ok === true ? confirmed.value : null;
    const { name, path } = rule;
    output.event('rehearsal', {
      rule: name,
      path,
      database: rule.database,
      databaseName,
      ...rehearsed.value,
    });
    output.print(...rehearsalLines(rule, databaseName, rehearsed.value, plan, output.tableWidth), '');
  }
  output.print(words.done);
  return worst;
}

async function connectIfGiven(
  context: CliContext,
  engine: Engine,
  options: ServerOptions,
  signal: AbortSignal,
): Promise<CliResult<Account | null>> {
  if (!isConnectionGiven(options, context.env)) return success(null);
  const connection = requireConnection(context, options);
  if (!connection.ok) return connection;
  return connectWithNotice(context, engine, connection.value, signal);
}

function rehearsalLines(
  { name, path, database, hold, schedule }: NamedWatchRule,
  databaseName: string | null,
  found: RehearsalView,
  plan: BandwidthPlan,
  width: number,
): readonly string[] {
  const { columns } = words;
  const table = (title: string, rows: readonly Row[], more: number): readonly string[] =>
    rows.length === 0
      ? []
      : [
          '',
          ...formatList<Row>(
            [
              shrinking(title, ({ name }) => name),
              right(columns.files, ({ files }) => count(files)),
              right(columns.size, ({ bytes }) => formatBytes(bytes)),
            ],
            rows,
            width,
            words.more,
            more,
          ),
        ];
  const custodians = found.custodians.map((row) => ({ ...row, name: row.custodian ?? words.noCustodian }));
  const others = present(
    found.notYetSettled > 0 && words.notYetSettled(found.notYetSettled),
    found.alreadyTaken > 0 && words.alreadyTaken(found.alreadyTaken),
    found.unreadable > 0 && words.unreadable(found.unreadable),
    ...found.skipped.map(({ code, files }) => words.skipped[code](files)),
  );
  return present(
    printable(words.title(name, path)),
    printable(words.total(found.files, found.bytes, databaseName ?? String(database))),
    others.length > 0 && words.notCounted(others.join(', ')),
    found.files > 0 && rehearsalCountText(hold),
    words.schedule(watchHoursText(schedule, plan)),
    found.ignoredFolder !== null && printable(words.ignoredFolder(found.ignoredFolder)),
    ...table(columns.dataset, found.datasets, found.moreDatasets),
    ...table(columns.custodian, custodians, found.moreCustodians),
  );
}

interface Row {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}
