import type pg from 'pg';
import { GavelError } from '#src/chain/errors.ts';
import { BOT_CONNECTION } from './limits.ts';
import type { PostgresAddress } from './url.ts';

/** In the format of `server_version_num`. */
const OLDEST_VERSION = 150_000;

/** Properties of the server and the database. */
export interface ServerFacts {
  /** In the usual form: `16.4`. */
  readonly version: string;
  readonly versionNumber: number;
  readonly isReplica: boolean;
  readonly encoding: string;
  /** Whether confirmed commits are on the disk. */
  readonly isFsync: boolean;
  readonly synchronousCommit: string;
  /** Whether the user may create tables. */
  readonly mayCreate: boolean;
  /** Whether the tables of the bot exist. */
  readonly hasTables: boolean;
  /** Connections of other processes of the bot. */
  readonly otherConnections: number;
  /** Whether this connection uses TLS, as far as the server knows. */
  readonly isEncrypted: boolean;
  /** Bytes of the database. */
  readonly bytes: number;
}

const FACTS = `
  select current_setting('server_version') as version,
         current_setting('server_version_num')::int as "versionNumber",
         pg_is_in_recovery() as "isReplica",
         current_setting('server_encoding') as encoding,
         current_setting('fsync')::boolean as "isFsync",
         current_setting('synchronous_commit') as "synchronousCommit",
         coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
         to_regclass('channel_queues') is not null as "hasTables",
         (select count(*)::int from pg_stat_activity
           where application_name = '${BOT_CONNECTION}' and datname = current_database() and pid <> pg_backend_pid()) as "otherConnections",
         coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
         pg_database_size(current_database())::float8 as bytes`;

/** Reads these facts without changing anything. */
export async function readServerFacts(client: Pick<pg.Pool, 'query'>): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(FACTS);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The server did not report its properties.');
  return facts;
}

/** Returns why the bot cannot use the database, as a sentence; `null` if it can. */
export function obstacleOf(facts: ServerFacts, label: string): string | null {
  if (facts.versionNumber < OLDEST_VERSION)
    return `The server of the database ${label} is PostgreSQL ${facts.version}; Gavel needs 15 or later.`;
  if (facts.isReplica) return `The database ${label} is read-only, a replica; connect to the primary server.`;
  if (facts.encoding !== 'UTF8')
    return `The database ${label} is encoded in ${facts.encoding}; create one with the encoding UTF8.`;
  if (!facts.mayCreate && !facts.hasTables)
    return `The database ${label} denies the user the permission to create tables; make the user the owner of the database.`;
  return null;
}

/** A setting that may cost alerts although the bot can use the database. */
export interface ServerRisk {
  /** A sentence. */
  readonly problem: string;
  /** What an operator can do, as a sentence. */
  readonly remedy: string;
}

export function risksOf(
  facts: ServerFacts,
  { label, prefersTls }: Pick<PostgresAddress, 'label' | 'prefersTls'>,
): readonly ServerRisk[] {
  const risks: ServerRisk[] = [];
  if (prefersTls && !facts.isEncrypted)
    risks.push({
      problem: `The connection to the database ${label} is not encrypted, because its server offers no TLS.`,
      remedy:
        'Set ssl = on at the server, and sslmode=verify-full in DATABASE_URL; or sslmode=disable if everyone on the network may read it.',
    });
  if (!facts.isFsync)
    risks.push({
      problem: `The server of the database ${label} confirms commits that are not on its disk yet (fsync = off): a crash may damage the database.`,
      remedy: 'Set fsync = on.',
    });
  if (facts.synchronousCommit === 'off')
    risks.push({
      problem: `The database ${label} commits asynchronously (synchronous_commit = off): after a crash of its server alerts may be posted twice or not at all.`,
      remedy: 'Set synchronous_commit = on.',
    });
  return risks;
}

/**
 * Checks the server. Call this before the database is used. Resolves to its risks, and whether the connection is
 * encrypted.
 * @throws GavelError STORE_UNUSABLE if the bot cannot use it
 */
export async function checkServer(
  client: Pick<pg.Pool, 'query'>,
  address: Pick<PostgresAddress, 'label' | 'prefersTls'>,
): Promise<{ readonly risks: readonly ServerRisk[]; readonly isEncrypted: boolean }> {
  const facts = await readServerFacts(client);
  const obstacle = obstacleOf(facts, address.label);
  if (obstacle !== null) throw new GavelError('STORE_UNUSABLE', obstacle);
  return { risks: risksOf(facts, address), isEncrypted: facts.isEncrypted };
}
