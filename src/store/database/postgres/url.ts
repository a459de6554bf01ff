import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { GavelError } from '#src/chain/errors.ts';
import { TlsIfOffered } from './tls-if-offered.ts';

/** Address and credentials of a PostgreSQL database. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** `false` if pg itself should not use TLS. */
  readonly ssl: false | ConnectionOptions;
  /** Whether to encrypt only if the server offers it. */
  readonly prefersTls: boolean;
  /** Opens the stream for pg. */
  readonly stream: () => Socket | TlsIfOffered;
  /** For messages and logs: host, port and database, without the password. */
  readonly label: string;
}

const FORM = 'DATABASE_URL must be postgres://user:password@host:5432/database';

/** Throws without the URL and without its cause: both contain the password. */
function invalid(problem: string): never {
  throw new GavelError('CONFIG_INVALID', problem);
}

function parse(url: string): URL {
  try {
    return new URL(url);
  } catch {
    return invalid(`${FORM}; special characters in the password must be percent-encoded.`);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return invalid(`${FORM}; a percent sign in it must be written as %25.`);
  }
}

/** Returns whether it is a Unix socket or an address of this machine, which nobody else can intercept. */
const isLocal = (host: string): boolean =>
  host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return invalid(`The file that sslrootcert in DATABASE_URL names cannot be read: ${file}.`);
  }
}

/** Interprets `sslmode` like libpq. As there, `require` without a certificate does not check the server's. */
function sslOf(parameters: URLSearchParams, mode: string): false | ConnectionOptions {
  const root = parameters.get('sslrootcert');
  const authority = root === null ? {} : { ca: readCertificate(root) };
  switch (mode) {
    case 'disable':
    case 'prefer':
      if (root !== null) invalid('In DATABASE_URL, sslrootcert needs sslmode=verify-full or verify-ca.');
      return false;
    case 'require':
      if (root === null) return { rejectUnauthorized: false };
      return { ...authority, checkServerIdentity: () => undefined };
    case 'verify-ca':
      return { ...authority, checkServerIdentity: () => undefined };
    case 'verify-full':
      return authority;
    default:
      return invalid('In DATABASE_URL, sslmode must be disable, prefer, require, verify-ca or verify-full.');
  }
}

/** Returns whether the URL is for PostgreSQL. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…&sslrootcert=…`; `host` may also be a parameter, for a
 * folder with a Unix socket. Throws GavelError CONFIG_INVALID for anything else, without repeating it.
 */
export function parsePostgresUrl(text: string): PostgresAddress {
  const url = parse(text);
  const parameters = url.searchParams;
  for (const name of parameters.keys()) {
    if (!['sslmode', 'sslrootcert', 'host'].includes(name))
      invalid('DATABASE_URL may have the parameters sslmode, sslrootcert and host, and no others.');
  }
  const host = parameters.get('host') ?? decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 5432 : Number(url.port);
  const user = decode(url.username);
  const database = decode(url.pathname.slice(1));
  if (!isPostgresUrl(text) || host === '' || user === '' || database === '')
    invalid(`${FORM}, with a user, a host and a database.`);
  const mode = parameters.get('sslmode') ?? (isLocal(host) ? 'disable' : 'prefer');
  const prefersTls = mode === 'prefer' && !host.startsWith('/');
  return {
    host,
    port,
    user,
    password: url.password === '' ? undefined : decode(url.password),
    database,
    ssl: sslOf(parameters, mode),
    prefersTls,
    stream: () => (prefersTls ? new TlsIfOffered() : new Socket()),
    label: `${database} at ${host}:${port}`,
  };
}
