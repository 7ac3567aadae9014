/**
 * Reads the settings from the environment and `.env` once at the start; each mistake is reported on a line of its own.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { mailAddress } from './text/mail-address.ts';
import { type OwnPages, readOwnPages } from './operating/own-pages.ts';
import { type OwnWords, readOwnWords } from './operating/own-words.ts';
import { isLanguage } from './text/languages.ts';
import { unknownWords, withHost } from './db/postgres/address.ts';
import { webUrl } from '../src/contract/fields/web-url.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);
export const isLoopback = (host: string) => loopbackHosts.has(host);

/**
 * `required`: TLS with a valid certificate for the host. `unverified`: TLS with any certificate, which protects mail
 * from eavesdroppers but not from interception. `optional`: TLS only if the mail server offers it.
 */
const tlsModes = ['required', 'unverified', 'optional'] as const;
export type TlsMode = (typeof tlsModes)[number];

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `must be one of: ${names.join(', ')}`);
const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((value) => value === 'true');
const whole = (least: number, max: number) => {
  const fault = `must be a whole number from ${least} to ${max}`;
  return z.coerce
    .number(fault)
    .refine((value) => Number.isInteger(value) && value >= least && value <= max, fault);
};

const text = (least: number, max: number) =>
  z
    .string()
    .min(least, `must have at least ${least} characters`)
    .max(max, `must have at most ${max} characters`);

/** An address that holds a password: a fault never repeats it. */
const secretUrl = (schemes: RegExp, fault: string) =>
  z
    .string()
    .regex(schemes, { error: fault, abort: true })
    .refine(
      (url) => isReadable(withHost(url)),
      'cannot be read: special characters in a user name or password must be percent-encoded (@ is %40, % is %25)',
    );

function isReadable(address: string): boolean {
  const url = webUrl(address);
  // A second @ is one of the password, which would otherwise be read as part of the host.
  if (!url || /^[^/]*:\/\/[^/?#]*@[^/?#]*@/.test(address)) return false;
  try {
    decodeURIComponent(url.username + url.password + url.pathname);
    return true;
  } catch {
    return false;
  }
}

const postgresUrl = secretUrl(/^postgres(ql)?:\/\//, 'must start with postgres://').refine(
  (url) => !/^(allow|prefer)$/.test(webUrl(withHost(url))?.searchParams.get('sslmode') ?? ''),
  'has an sslmode that may go on without encryption: use disable, require, verify-ca or verify-full',
);

const shape = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .refine(
      isOrigin,
      'must be an address without a path, a query or a user name, such as https://example.org',
    )
    .optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_SEARCH_URL: postgresUrl.optional(),
  SERVICE_NAME: text(1, 40)
    .regex(/^[^<>"'`\\${}]+$/, 'must be a plain name')
    .default('Manyhands'),
  SERVICE_SLUG: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,30}$/, 'must be 2 to 31 lower-case letters and digits')
    .default('service'),
  PEPPER: z.string().min(32, 'must have at least 32 characters').optional(),
  PEPPER_BEFORE: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: secretUrl(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .refine(
      (url) => webUrl(url)?.hostname !== '',
      'must name a host, such as smtp://user:password@mail.example.org',
    )
    .optional(),
  SMTP_TLS: oneOf(tlsModes).optional(),
  MAIL_FROM: z
    .string()
    .refine(
      isSender,
      'must be an email address with or without a name, such as "Manyhands <hello@example.org>"',
    )
    .optional(),
  ANONYMOUS_RETENTION_DAYS: whole(1, 3650).default(30),
  OPEN_FINDER: flag,
  FEDCM: flag,
  FETCH_FROM: z
    .string()
    .regex(
      /^[^\s,/@]+:\d+(,[^\s,/@]+:\d+)*$/,
      'must be hosts with port, joined by commas, such as 127.0.0.1:8080',
    )
    .optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  LIMIT_ACCOUNT: whole(0, 10_000_000).default(12_000),
  LIMIT_KEY: whole(0, 10_000_000).default(6_000),
  LIMIT_IP: whole(0, 10_000_000).default(3_000),
  LIMIT_ORIGIN: whole(0, 10_000_000).default(6_000),
  LIMIT_PAGES: whole(0, 10_000_000).default(3_000),
  LIMIT_EXTRA_MB: whole(0, 1_000_000).default(1024),
  LIMIT_STORED_MB: whole(0, 1_000_000).default(16),
  MOST_IN_FLIGHT: whole(1, 100_000).default(2_000),
  MOST_CONNECTIONS: whole(1, 1_000_000).default(10_000),
  DEFAULT_LANGUAGE: z.string().default('en'),
  IMPRINT: z.string().optional(),
  CONTACT: z.string().optional(),
  PRIVACY: z.string().optional(),
  METRICS_TOKEN: text(16, 200).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: secretUrl(/^https?:\/\//, 'must be an http or https address').optional(),
  OTEL_SERVICE_NAME: text(1, 100).default('manyhands'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .refine((share) => share >= 0 && share <= 1, 'must be a number from 0 to 1')
    .default(1),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export const settingNames = Object.keys(shape.shape);

function isOrigin(address: string): boolean {
  const url = new URL(address);
  return `${url.origin}/` === url.href;
}

/** An address alone, or behind a name and in angle brackets (RFC 5322, 3.4). */
function isSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  return mailAddress(address) !== undefined;
}

export type Settings = z.output<typeof shape> & {
  baseUrl: string;
  host: string;
  pepper: string;
  isProduction: boolean;
  smtpTls: TlsMode;
  ownPages: OwnPages;
  ownWords: OwnWords;
  /** The parts of settings that were left out, a sentence each. */
  notes: string[];
};

/** Mistakes in the settings; `run-service.ts` prints each on a line of its own. */
export class SettingsFault extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Without what is around them, a store would get another pepper. */
const peppers = ['PEPPER', 'PEPPER_BEFORE'];

/** Quotation marks that `docker run --env-file` keeps, the carriage return of a file from Windows, and blanks. */
function unwrapped(value: string): string {
  const inner = value.trim();
  return (/^(["'])(.*)\1$/s.exec(inner)?.[2] ?? inner).trim();
}

/** The settings that are given; `notes` name those around whose values something was left out. */
function settingsIn(environment: NodeJS.ProcessEnv) {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  const notes: string[] = [];
  for (const name of settingNames) {
    const value = environment[name] ?? '';
    const inner = unwrapped(value);
    if (peppers.includes(name) ? value === '' : inner === '') continue;
    values[name] = peppers.includes(name) ? value : inner;
    if (inner === value) continue;
    // The former value is taken as it was.
    if (name === 'PEPPER')
      faults.push(
        'PEPPER: has quotation marks or blanks around it, which `docker run --env-file` and files from Windows bring along: remove them. If the service has run with them, set PEPPER_BEFORE to the value with them (docs/operating/backups.md).',
      );
    else if (name !== 'PEPPER_BEFORE')
      notes.push(`${name}: the quotation marks or blanks around it are left out; remove them.`);
  }
  return { given: values, faults, notes };
}

const databaseNames = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_SEARCH_URL'] as const;

/** The parts of the addresses of databases that are left out. */
const addressNotes = (settings: ReadSettings): string[] =>
  databaseNames.flatMap((name) => {
    const address = settings[name];
    const words = address === undefined ? [] : unknownWords(address);
    return [
      ...(words.length > 0
        ? [`${name}: PostgreSQL does not know ${words.join(', ')}; that is left out.`]
        : []),
      ...(words.includes('pgbouncer') && name === 'DATABASE_URL' && settings.DATABASE_DIRECT_URL === undefined
        ? ['DATABASE_DIRECT_URL: with a connection pooler, set it to the address of the database itself.']
        : []),
    ];
  });

/** `mayCreate`: whether the pepper is made where there is none yet; an operator's command makes nothing. */
export function readSettings(
  environment: NodeJS.ProcessEnv,
  { mayCreate }: { mayCreate: boolean },
): Settings {
  const { given, faults: aroundPepper, notes } = settingsIn(environment);
  const read = shape.safeParse(given);
  const unread = read.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  if (!read.success || aroundPepper.length > 0) throw new SettingsFault([...unread, ...aroundPepper]);
  const settings = read.data;
  const isProduction = settings.NODE_ENV === 'production';
  const baseUrl = new URL(settings.BASE_URL ?? `http://localhost:${settings.PORT}`).origin;
  const faults = isProduction ? productionFaults(settings) : developmentFaults(settings, baseUrl);
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_SEARCH_URL'] as const)
    if (settings[name] && !settings.DATABASE_URL)
      faults.push(`${name}: must be given together with DATABASE_URL`);
  if (settings.PEPPER_BEFORE !== undefined && !settings.PEPPER)
    faults.push('PEPPER_BEFORE: must be given together with PEPPER, which takes its place');
  if (settings.PEPPER_BEFORE !== undefined && settings.PEPPER_BEFORE === settings.PEPPER)
    faults.push('PEPPER_BEFORE: is the same as PEPPER');
  const own = readOwnPages(settings, baseUrl);
  const spoken = readOwnWords(resolve(settings.DATA_DIR));
  faults.push(...own.faults, ...spoken.faults);
  if (!isLanguage(settings.DEFAULT_LANGUAGE) && !spoken.words.has(settings.DEFAULT_LANGUAGE))
    faults.push('DEFAULT_LANGUAGE: must be the code of a language that we have, or of one in DATA_DIR/words');
  if (faults.length > 0) throw new SettingsFault(faults);
  return {
    ...settings,
    notes: [...notes, ...addressNotes(settings), ...spoken.notes],
    DATA_DIR: resolve(settings.DATA_DIR),
    baseUrl,
    ownPages: own.pages,
    ownWords: spoken.words,
    isProduction,
    smtpTls:
      settings.SMTP_TLS ?? (isProduction || !isOnThisMachine(settings.SMTP_URL) ? 'required' : 'optional'),
    host: settings.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    pepper: settings.PEPPER ?? ownPepper(resolve(settings.DATA_DIR), mayCreate),
  };
}

/** A mail server on this machine needs no certificate: its mail crosses no network. */
const isOnThisMachine = (url = '') => isLoopback(webUrl(url)?.hostname ?? '');

type ReadSettings = z.output<typeof shape>;

function productionFaults({ BASE_URL, PEPPER, SMTP_URL, MAIL_FROM, FETCH_FROM }: ReadSettings): string[] {
  const faults: string[] = [];
  if (FETCH_FROM)
    faults.push('FETCH_FROM: must not be set in production, where images come from public servers only');
  if (!BASE_URL?.startsWith('https://'))
    faults.push('BASE_URL: must be the https address of the service in production');
  if (!PEPPER)
    faults.push('PEPPER: must be set in production: 32 random characters or more, kept outside the backups');
  if (!SMTP_URL) faults.push('SMTP_URL: must be set in production, since people sign in by mail');
  if (!MAIL_FROM)
    faults.push('MAIL_FROM: must be set in production, such as "Manyhands <hello@example.org>"');
  return faults;
}

function developmentFaults({ HOST }: ReadSettings, baseUrl: string): string[] {
  const faults: string[] = [];
  if (!isLoopback(new URL(baseUrl).hostname))
    faults.push(
      'BASE_URL: outside production it must be a loopback address; set NODE_ENV=production to serve others',
    );
  if (HOST !== undefined && !isLoopback(HOST))
    faults.push(
      'HOST: outside production it must be a loopback address; set NODE_ENV=production to serve others',
    );
  return faults;
}

/** Outside production the pepper is generated on the first start. */
function ownPepper(dataDir: string, mayCreate: boolean): string {
  const file = join(dataDir, 'pepper');
  if (!existsSync(file)) {
    if (!mayCreate)
      throw new SettingsFault([
        `DATA_DIR: there is no pepper in ${dataDir}; give DATA_DIR as the service has it, or start the service first`,
      ]);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
