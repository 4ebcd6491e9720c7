import { parseArgs } from 'node:util';
import { failure, type Result, success } from '../../preload/contract/failure.ts';

/** How strict the embedded platform is. The defaults are the real limits; tests lower them. */
export interface SandboxSettings {
  readonly dataDir: string;
  /** 0 takes any free port; a restart on the same address needs the port that was printed. */
  readonly port: number;
  readonly faultsFile?: string;
  /** platform-interface 8: request rate per account. */
  readonly requestsPerSecond: number;
  /** platform-interface 8: stricter than the above; the value is not shown, this one is ours. */
  readonly failedAuthPerSecond: number;
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  readonly maxParts: number;
  readonly maxSourceFileBytes: number;
  readonly maxDatasetsPerDatabase: number;
  readonly partUrlLifeMs: number;
  /** 'opaque' hands out random ETags, as a host does whose ETags are not MD5. */
  readonly etags: 'md5' | 'opaque';
  /** Keeps sizes only and stores no byte: for load runs of terabytes. */
  readonly discard: boolean;
  readonly tlsCertFile?: string;
  readonly tlsKeyFile?: string;
  /** Stops when standard input closes, so that no orphan outlives whoever started it. */
  readonly withParent: boolean;
}

const numbers = {
  port: { flag: 'port', fallback: 0, least: 0 },
  requestsPerSecond: { flag: 'requests-per-second', fallback: 25, least: 1 },
  failedAuthPerSecond: { flag: 'failed-auth-per-second', fallback: 5, least: 1 },
  minPartBytes: { flag: 'min-part-bytes', fallback: 5_000_000, least: 0 },
  maxPartBytes: { flag: 'max-part-bytes', fallback: 5_000_000_000, least: 1 },
  maxParts: { flag: 'max-parts', fallback: 10_000, least: 1 },
  maxSourceFileBytes: { flag: 'max-source-file-bytes', fallback: 5_000_000_000_000, least: 1 },
  maxDatasetsPerDatabase: { flag: 'max-datasets', fallback: 1000, least: 0 },
  partUrlLifeMs: { flag: 'part-url-life-ms', fallback: 15 * 60_000, least: 1 },
} as const;

type NumberName = keyof typeof numbers;
const numberNames: readonly NumberName[] = [
  'port',
  'requestsPerSecond',
  'failedAuthPerSecond',
  'minPartBytes',
  'maxPartBytes',
  'maxParts',
  'maxSourceFileBytes',
  'maxDatasetsPerDatabase',
  'partUrlLifeMs',
];

export type SandboxOptions = Pick<SandboxSettings, 'dataDir'> & Partial<SandboxSettings>;

/** The command line that `settingsFrom` reads back; the child process is started with it. */
export function toArguments(options: SandboxOptions): string[] {
  const args = ['--data', options.dataDir];
  for (const name of numberNames) {
    const value = options[name];
    if (value !== undefined) args.push(`--${numbers[name].flag}`, String(value));
  }
  if (options.faultsFile !== undefined) args.push('--faults', options.faultsFile);
  if (options.etags !== undefined) args.push('--etags', options.etags);
  if (options.tlsCertFile !== undefined) args.push('--tls-cert', options.tlsCertFile);
  if (options.tlsKeyFile !== undefined) args.push('--tls-key', options.tlsKeyFile);
  if (options.discard === true) args.push('--discard');
  if (options.withParent === true) args.push('--with-parent');
  return args;
}

export function parseSettings(args: readonly string[]): Result<SandboxSettings> {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        faults: { type: 'string' },
        etags: { type: 'string' },
        discard: { type: 'boolean' },
        'with-parent': { type: 'boolean' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        ...Object.fromEntries(numberNames.map((name) => [numbers[name].flag, { type: 'string' as const }])),
      },
    }));
  } catch (error) {
    return failure('bad-input', `The sandbox could not be started: ${errorMessage(error)}`);
  }
  const text = (flag: string): string | undefined => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };

  const dataDir = text('data');
  if (dataDir === undefined || dataDir === '') {
    return failure('bad-input', 'The sandbox needs a folder for its data: give it with --data DIR.');
  }
  const counted: Record<NumberName, number> = {
    port: 0,
    requestsPerSecond: 0,
    failedAuthPerSecond: 0,
    minPartBytes: 0,
    maxPartBytes: 0,
    maxParts: 0,
    maxSourceFileBytes: 0,
    maxDatasetsPerDatabase: 0,
    partUrlLifeMs: 0,
  };
  for (const name of numberNames) {
    const { flag, fallback, least } = numbers[name];
    const given = text(flag);
    const value = given === undefined ? fallback : Number(given);
    if (!Number.isSafeInteger(value) || value < least) {
      return failure('bad-input', `--${flag} must be a whole number of at least ${least}, not “${given}”.`);
    }
    counted[name] = value;
  }
  if (counted.port > 65_535) return failure('bad-input', '--port must be at most 65535.');
  const etags = text('etags') ?? 'md5';
  if (etags !== 'md5' && etags !== 'opaque') {
    return failure('bad-input', `--etags must be md5 or opaque, not “${etags}”.`);
  }
  const faultsFile = text('faults');
  const tlsCertFile = text('tls-cert');
  const tlsKeyFile = text('tls-key');
  if ((tlsCertFile === undefined) !== (tlsKeyFile === undefined)) {
    return failure('bad-input', 'TLS needs both --tls-cert and --tls-key.');
  }
  return success({
    ...counted,
    dataDir,
    etags,
    discard: values['discard'] === true,
    withParent: values['with-parent'] === true,
    ...(faultsFile === undefined ? {} : { faultsFile }),
    ...(tlsCertFile === undefined ? {} : { tlsCertFile }),
    ...(tlsKeyFile === undefined ? {} : { tlsKeyFile }),
  });
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
