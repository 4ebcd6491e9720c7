import { parseArgs } from 'node:util';
import { startProblems } from './words.ts';

/** platform-interface 9.2: the extended form has operations and fields that the base form doesn't. */
const sandboxForms = ['base', 'extended'] as const;
export type SandboxForm = (typeof sandboxForms)[number];

/** The sandbox's limits. The defaults are the platform's; tests lower them. */
export interface SandboxSettings {
  readonly dataDir: string;
  /** 0 picks a free port. To restart on the same address, pass the port that was printed. */
  readonly port: number;
  readonly faultsFile?: string;
  readonly form: SandboxForm;
  /** platform-interface 8: request rate per account. */
  readonly requestsPerSecond: number;
  /** platform-interface 8 says it is stricter, but not how much; this value is the sandbox's own. */
  readonly failedAuthPerSecond: number;
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  readonly maxParts: number;
  readonly maxSourceFileBytes: number;
  readonly maxDatasetsPerDatabase: number;
  readonly maxInvitationsPerOrganization: number;
  readonly partUrlLifeMs: number;
  /** platform-interface 3.2 says that invitations expire, but not when; this value is the sandbox's own. */
  readonly invitationLifeMs: number;
  /** 'opaque' returns random ETags, as a host does whose ETags are not MD5. */
  readonly etags: 'md5' | 'opaque';
  /** Stores sizes but no bytes, for load tests with terabytes. */
  readonly discard: boolean;
  /** With a certificate of its own authority: certificates.ts. */
  readonly tls: boolean;
  /** Stops when standard input closes, so that it ends with the process that started it. */
  readonly withParent: boolean;
}

const numberOptions = {
  port: { flag: 'port', fallback: 0, min: 0 },
  requestsPerSecond: { flag: 'requests-per-second', fallback: 25, min: 1 },
  failedAuthPerSecond: { flag: 'failed-auth-per-second', fallback: 5, min: 1 },
  minPartBytes: { flag: 'min-part-bytes', fallback: 5_000_000, min: 0 },
  maxPartBytes: { flag: 'max-part-bytes', fallback: 5_000_000_000, min: 1 },
  maxParts: { flag: 'max-parts', fallback: 10_000, min: 1 },
  maxSourceFileBytes: { flag: 'max-source-file-bytes', fallback: 5_000_000_000_000, min: 1 },
  maxDatasetsPerDatabase: { flag: 'max-datasets', fallback: 1000, min: 0 },
  maxInvitationsPerOrganization: { flag: 'max-invitations', fallback: 1000, min: 0 },
  invitationLifeMs: { flag: 'invitation-life-ms', fallback: 7 * 86_400_000, min: 1 },
  partUrlLifeMs: { flag: 'part-url-life-ms', fallback: 15 * 60_000, min: 1 },
} as const;

type NumberName = keyof typeof numberOptions;
const numberNames: readonly NumberName[] = [
  'port',
  'requestsPerSecond',
  'failedAuthPerSecond',
  'minPartBytes',
  'maxPartBytes',
  'maxParts',
  'maxSourceFileBytes',
  'maxDatasetsPerDatabase',
  'maxInvitationsPerOrganization',
  'invitationLifeMs',
  'partUrlLifeMs',
];

export type SandboxOptions = Pick<SandboxSettings, 'dataDir'> & Partial<SandboxSettings>;

/** The arguments of the sandbox's process, as `parseSettings` reads them. */
export function toArguments(options: SandboxOptions): string[] {
  const args = ['--data', options.dataDir];
  for (const name of numberNames) {
    const value = options[name];
    if (value !== undefined) args.push(`--${numberOptions[name].flag}`, String(value));
  }
  if (options.faultsFile !== undefined) args.push('--faults', options.faultsFile);
  if (options.form !== undefined) args.push('--form', options.form);
  if (options.etags !== undefined) args.push('--etags', options.etags);
  if (options.tls === true) args.push('--tls');
  if (options.discard === true) args.push('--discard');
  if (options.withParent === true) args.push('--with-parent');
  return args;
}

export type StartResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

function invalid(problem: string): StartResult<never> {
  return { ok: false, problem };
}

export function parseSettings(args: readonly string[]): StartResult<SandboxSettings> {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        faults: { type: 'string' },
        form: { type: 'string' },
        etags: { type: 'string' },
        discard: { type: 'boolean' },
        'with-parent': { type: 'boolean' },
        tls: { type: 'boolean' },
        ...Object.fromEntries(
          numberNames.map((name) => [numberOptions[name].flag, { type: 'string' as const }]),
        ),
      },
    }));
  } catch (error) {
    return invalid(startProblems.invalidArguments(errorMessage(error)));
  }
  const text = (flag: string): string | undefined => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };

  const dataDir = text('data');
  if (dataDir === undefined || dataDir === '') {
    return invalid(startProblems.noDataDir);
  }
  const numberValues: Record<NumberName, number> = {
    port: 0,
    requestsPerSecond: 0,
    failedAuthPerSecond: 0,
    minPartBytes: 0,
    maxPartBytes: 0,
    maxParts: 0,
    maxSourceFileBytes: 0,
    maxDatasetsPerDatabase: 0,
    maxInvitationsPerOrganization: 0,
    invitationLifeMs: 0,
    partUrlLifeMs: 0,
  };
  for (const name of numberNames) {
    const { flag, fallback, min } = numberOptions[name];
    const given = text(flag);
    const value = given === undefined ? fallback : Number(given);
    if (!Number.isSafeInteger(value) || value < min) {
      return invalid(startProblems.invalidNumber(flag, min, String(given)));
    }
    numberValues[name] = value;
  }
  if (numberValues.port > 65_535) return invalid(startProblems.invalidPort);
  const givenForm = text('form') ?? 'extended';
  const form = sandboxForms.find((name) => name === givenForm);
  if (form === undefined) return invalid(startProblems.invalidForm(givenForm));
  const etags = text('etags') ?? 'md5';
  if (etags !== 'md5' && etags !== 'opaque') {
    return invalid(startProblems.invalidEtags(etags));
  }
  const faultsFile = text('faults');
  const settings: SandboxSettings = {
    ...numberValues,
    dataDir,
    form,
    etags,
    discard: values['discard'] === true,
    tls: values['tls'] === true,
    withParent: values['with-parent'] === true,
    ...(faultsFile === undefined ? {} : { faultsFile }),
  };
  return { ok: true, value: settings };
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
