import { GavelError } from '#src/chain/errors.ts';
import type { StoreProblem } from '../../model/health.ts';

/** Returns the SQLSTATE or network error code; `null` for errors without one. */
export function postgresCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses of one host failed.
  if (error instanceof AggregateError) {
    for (const one of error.errors) {
      const code = postgresCode(one);
      if (code !== null) return code;
    }
  }
  return null;
}

/**
 * Serialization failure and deadlock, and a pooler that does not know the name of a statement (`statement-names.ts`).
 * The transaction may succeed if it is repeated.
 */
const CONFLICTS = ['40001', '40P01', '42P05', '26000'];

/**
 * The server closes or refuses the connection: shutdown, crash, start-up, idle for too long in a transaction, too many
 * clients.
 */
const ENDED = ['57P01', '57P02', '57P03', '57P05', '25P03', '25P04', '53300'];

const NETWORK = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
];

/** The client’s own error messages, which have no code. */
const MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
];

/** Codes for a refused certificate, and of TLS itself (nodejs.org/api/tls.html#x509-certificate-error-codes). */
const TLS_CODE =
  /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_|ERR_TLS_|ERR_SSL_|EPROTO)/;
/** Error messages of pg. */
const TLS_MESSAGE = /SSL connection/;

/** Describes a TLS problem for an operator; `null` for any other error. */
function tlsProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = postgresCode(error);
  const isTls = code === null ? TLS_MESSAGE.test(error.message) : TLS_CODE.test(code);
  return isTls ? error.message : null;
}

/** Returns whether the transaction had a conflict with another one and may succeed if it is repeated. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(postgresCode(error) ?? '');

/** Returns whether the connection is lost, or could not be established. */
export function isConnectionLost(error: unknown): boolean {
  const code = postgresCode(error);
  if (code !== null) return ENDED.includes(code) || NETWORK.includes(code) || code.startsWith('08');
  return error instanceof Error && MESSAGES.some((message) => error.message.startsWith(message));
}

const READ_ONLY = '25006';

/** Returns the error code. A replica refuses a writing transaction with the code for unsupported features. */
function codeOf(error: unknown): string | null {
  const code = postgresCode(error);
  const isReplica = code === '0A000' && error instanceof Error && error.message.endsWith('during recovery');
  return isReplica ? READ_ONLY : code;
}

/**
 * Returns whether the server currently accepts no writes: it is a replica, or its sessions are read-only by default, as
 * while its provider moves a database to another server. Only for errors of writing transactions; read-only ones get
 * the same code for any write.
 */
export const isReadOnlyServer = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Returns the database problem behind an error, for the bot's health; `null` for a programming error. */
export function postgresProblem(error: unknown): StoreProblem | null {
  const code = codeOf(error);
  if (code === '53100') return 'disk full';
  if (code === READ_ONLY || code === '42501' || isConnectionLost(error)) return 'not writable';
  return null;
}

/** Failures that an operator can act on, by SQLSTATE. */
const SENTENCES: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password; check DATABASE_URL',
  '28000': 'refuses the user; check DATABASE_URL and pg_hba.conf',
  '3D000': 'does not exist; create it',
  '42501': 'denies the user a permission that Gavel needs; make the user the owner of the database',
  [READ_ONLY]: 'is read-only, perhaps a replica; connect to the primary server',
  '53100': 'could not be written because the disk of the server is full',
  '53200': 'has no memory left',
  '53300': 'has no free connections; raise max_connections or stop other programs',
  '57014': 'did not answer in time',
  '57P03': 'is starting up or shutting down',
  XX001: 'is damaged; restore it from a backup',
  XX002: 'is damaged; restore it from a backup',
};

/**
 * Converts an error of the server, its disk or the network to GavelError STORE_UNUSABLE. Returns every other error
 * unchanged, because those are bugs.
 * @param label of the database, without the password
 */
export function postgresFailure(error: unknown, label: string): unknown {
  const tls = tlsProblem(error);
  if (tls !== null) {
    const problem = `The database ${label} cannot be reached over TLS: ${tls}. Check sslmode and sslrootcert in DATABASE_URL.`;
    return new GavelError('STORE_UNUSABLE', problem, { cause: error });
  }
  const code = codeOf(error);
  const sentence = SENTENCES[code ?? ''] ?? (isConnectionLost(error) ? 'cannot be reached' : undefined);
  if (sentence === undefined) return error;
  const detail = code === null ? '' : ` (${code})`;
  return new GavelError('STORE_UNUSABLE', `The database ${label} ${sentence}${detail}.`, { cause: error });
}
