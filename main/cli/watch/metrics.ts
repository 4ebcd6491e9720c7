/**
 * What `--metrics` answers, in the text format of Prometheus (version 0.0.4). Every local user can read it, and the names and
 * paths of rules name matters, so each rule has its number as label, which `lading watch --status` shows. Pure.
 */
import { type WatchedFolderView, watchStates } from '../../../preload/contract/watch/watched-folder.ts';

/** Since the process started. */
export interface UploadTotals {
  readonly finished: number;
  /** Finished with files that failed or need review. */
  readonly withFailures: number;
  readonly files: number;
  readonly bytes: number;
}

export interface MetricsInput {
  readonly version: string;
  readonly nowMs: number;
  readonly startedAtMs: number;
  readonly residentBytes: number;
  readonly cpuSeconds: number;
  readonly rules: readonly WatchedFolderView[];
  /** By rule name. */
  readonly uploads: ReadonlyMap<string, UploadTotals>;
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

export function formatMetrics(input: MetricsInput): string {
  const { rules, uploads, nowMs } = input;
  const perRule = (samples: (rule: WatchedFolderView) => readonly Sample[]): readonly Sample[] =>
    rules.flatMap((rule) =>
      samples(rule).map(({ labels, value }) => ({ labels: { rule: String(rule.id), ...labels }, value })),
    );
  const one = (value: number | null): readonly Sample[] => (value === null ? [] : [{ value }]);
  const total = (field: keyof UploadTotals) =>
    perRule(({ rule }) => one(uploads.get(rule.name)?.[field] ?? 0));
  return [
    metric('lading_info', 'gauge', 'The version of Lading.', [
      { labels: { version: input.version }, value: 1 },
    ]),
    metric(
      'lading_watch_rule_state',
      'gauge',
      'The state of a rule: 1 for the one it is in.',
      perRule(({ state }) =>
        watchStates.map((each) => ({ labels: { state: each }, value: each === state ? 1 : 0 })),
      ),
    ),
    metric(
      'lading_watch_waiting',
      'gauge',
      '1 while a rule waits, with what it waits for.',
      perRule(({ waitingFor }) =>
        waitingFor === null ? [] : [{ labels: { reason: waitingFor.kind }, value: 1 }],
      ),
    ),
    metric(
      'lading_watch_files',
      'gauge',
      'Files in the ledger of a rule, by state.',
      perRule(({ counts }) => Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))),
    ),
    metric(
      'lading_watch_pending_bytes',
      'gauge',
      'Bytes that are settled or being sent.',
      perRule(({ pendingBytes }) => one(pendingBytes)),
    ),
    metric(
      'lading_watch_oldest_unsettled_seconds',
      'gauge',
      'How long the file that is settling for longest has been there; 0 if no file is settling.',
      perRule(({ oldestUnsettled }) =>
        one(oldestUnsettled === null ? 0 : Math.max(0, (nowMs - Date.parse(oldestUnsettled.since)) / 1000)),
      ),
    ),
    metric(
      'lading_watch_last_scan_timestamp_seconds',
      'gauge',
      'When the last complete scan ended.',
      perRule(({ lastScan }) => one(lastScan === null ? null : Date.parse(lastScan.at) / 1000)),
    ),
    metric(
      'lading_watch_last_scan_duration_seconds',
      'gauge',
      'How long the last complete scan took.',
      perRule(({ lastScan }) => one(lastScan === null ? null : lastScan.durationMs / 1000)),
    ),
    metric(
      'lading_watch_last_scan_files',
      'gauge',
      'Files that the last complete scan saw.',
      perRule(({ lastScan }) => one(lastScan === null ? null : lastScan.files)),
    ),
    metric(
      'lading_watch_last_scan_unreadable',
      'gauge',
      'Files and folders that the last complete scan could not read, and files that settled and could not be read since.',
      perRule(({ lastScan }) => one(lastScan?.unreadable ?? null)),
    ),
    metric(
      'lading_watch_last_scan_temporary',
      'gauge',
      'Files that the last complete scan left because of a temporary name, by whether they have kept it for over an hour.',
      perRule(({ lastScan }) => {
        const { temporary, overdue } = lastScan ?? {};
        if (temporary === undefined || overdue === undefined) return [];
        return [
          { labels: { overdue: 'false' }, value: temporary - overdue },
          { labels: { overdue: 'true' }, value: overdue },
        ];
      }),
    ),
    metric(
      'lading_watch_uploads_total',
      'counter',
      'Uploads that finished since the process started.',
      total('finished'),
    ),
    metric(
      'lading_watch_uploads_with_failures_total',
      'counter',
      'Of these, uploads with files that failed or need review.',
      total('withFailures'),
    ),
    metric(
      'lading_watch_uploaded_files_total',
      'counter',
      'Files that the platform accepted, of these uploads.',
      total('files'),
    ),
    metric(
      'lading_watch_uploaded_bytes_total',
      'counter',
      'Bytes that the platform accepted, of these uploads.',
      total('bytes'),
    ),
    metric('process_resident_memory_bytes', 'gauge', 'Memory in use.', one(input.residentBytes)),
    metric('process_cpu_seconds_total', 'counter', 'Processor time used.', one(input.cpuSeconds)),
    metric('process_start_time_seconds', 'gauge', 'When the process started.', one(input.startedAtMs / 1000)),
  ].join('');
}

function metric(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${formatLabels(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
