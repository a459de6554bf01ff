import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { personTarget } from '#src/alerts/target.ts';
import { GavelError } from '#src/chain/errors.ts';
import { earlierSchemaProblem } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { SubscribedChannel } from '../sqlite/examine.ts';
import { postgresFailure } from './failures.ts';
import { obstacleOf, readServerFacts, risksOf, type ServerRisk } from './server-check.ts';
import { type PostgresAddress, parsePostgresUrl } from './url.ts';

const CHANNEL = 'gavel_doctor';
const ECHO_MS = 2_000;

/**
 * Resolves to whether a connection receives another one's notifications. Behind a pooler that assigns connections per
 * transaction it does not, because the listening connection then belongs to another client. Changes nothing.
 */
export async function isListenWorking(
  listener: Pick<pg.Client, 'query' | 'on'>,
  teller: Pick<pg.Client, 'query'>,
): Promise<boolean> {
  const text = randomUUID();
  const heard = new Promise<true>((resolve) => {
    listener.on('notification', ({ payload }) => {
      if (payload === text) resolve(true);
    });
  });
  await listener.query(`listen ${CHANNEL}`);
  await teller.query('select pg_notify($1, $2)', [CHANNEL, text]);
  return Promise.race([heard, delay(ECHO_MS, false, { ref: false })]);
}

/** The state of a PostgreSQL database, read without changing it. */
export type PostgresExamination =
  | {
      readonly state: 'unusable';
      /** A sentence with a remedy. */
      readonly problem: string;
    }
  | {
      readonly state: 'sound';
      /** Host, port and name. */
      readonly label: string;
      readonly version: string;
      /** Whether the connection uses TLS. */
      readonly isEncrypted: boolean;
      /** Whether a bot has connections to it. */
      readonly running: boolean;
      readonly bytes: number;
      /** Number of migrations that the next start applies. */
      readonly pendingMigrations: number;
      readonly channels: readonly SubscribedChannel[];
      readonly risks: readonly ServerRisk[];
    };

const CONNECT_MS = 5_000;
const ANSWER_MS = 8_000;

const CHANNELS = `
  select subscriptions.guild_id as "guildId", subscriptions.channel_id as "channelId", count(*)::int as rules,
         json_agg(subscriptions.topics::json) as topics,
         channel_queues.problem_code::int as "stoppedBy"
    from subscriptions join channel_queues using (channel_id)
   where subscriptions.paused_at is null and subscriptions.channel_id not like '${personTarget('%')}'
   group by 1, 2, channel_queues.problem_code
   order by 1, 2`;

const NONE = { count: 0, first: null };

/** Reads how many migrations were applied, and the first one. */
async function appliedMigrations(
  client: pg.Client,
): Promise<{ readonly count: number; readonly first: string | null }> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as exists`,
  );
  if (rows[0]?.exists !== true) return NONE;
  const counted = await client.query<{ count: number; first: string | null }>(
    'select count(*)::int as count, min(name) as first from kysely_migration',
  );
  return counted.rows[0] ?? NONE;
}

/** Resolves to whether this program may use a database that a newer Gavel has migrated (`compatibility.ts`). */
async function mayUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_compatibility') is not null as exists`,
  );
  if (rows[0]?.exists !== true) return false;
  const required = await client.query<{ oldest: number }>(
    'select oldest_program::int as oldest from schema_compatibility',
  );
  const [first] = required.rows;
  return first !== undefined && first.oldest <= MIGRATIONS.length;
}

type ChannelRow = Omit<SubscribedChannel, 'topics'> & {
  readonly topics: readonly SubscribedChannel['topics'][];
};

async function findSubscribedChannels(client: pg.Client): Promise<readonly SubscribedChannel[]> {
  const { rows } = await client.query<ChannelRow>(CHANNELS);
  return rows.map(({ topics, ...channel }) => ({ ...channel, topics: topics.flat() }));
}

async function examine(client: pg.Client, address: PostgresAddress): Promise<PostgresExamination> {
  const { label } = address;
  await client.query('begin transaction read only');
  const facts = await readServerFacts(client);
  const obstacle = obstacleOf(facts, label);
  if (obstacle !== null) return { state: 'unusable', problem: obstacle };
  const { count: applied, first } = await appliedMigrations(client);
  if (first !== null && first !== MIGRATIONS[0]?.name)
    return { state: 'unusable', problem: earlierSchemaProblem(label) };
  const pendingMigrations = Math.max(0, MIGRATIONS.length - applied);
  if (applied > MIGRATIONS.length && !(await mayUse(client))) {
    const problem = `The database ${label} was written by a newer Gavel (this one knows ${MIGRATIONS.length} schemas); update Gavel.`;
    return { state: 'unusable', problem };
  }
  // A different schema cannot be read before its migration.
  const channels = pendingMigrations === 0 ? await findSubscribedChannels(client) : [];
  const { version, bytes, isEncrypted, otherConnections } = facts;
  const risks = risksOf(facts, address);
  const running = otherConnections > 0;
  return { state: 'sound', label, version, isEncrypted, running, bytes, pendingMigrations, channels, risks };
}

function clientFor({ label: _label, prefersTls: _prefersTls, ...address }: PostgresAddress): pg.Client {
  const client = new pg.Client({
    ...address,
    application_name: 'gavel doctor',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  });
  // The running statement then fails with the error.
  client.on('error', () => undefined);
  return client;
}

const listenRisk = (label: string): ServerRisk => ({
  problem: `LISTEN does not work on connections to the database ${label}, perhaps because of a pooler: processes on it notice each other’s work up to two seconds late.`,
  remedy: 'Set DATABASE_URL to the server itself, or to a pooler in session mode.',
});

/**
 * Examines a PostgreSQL database read-only, even while a bot is using it.
 * @throws GavelError CONFIG_INVALID for another kind of URL
 */
export async function examinePostgres(databaseUrl: string): Promise<PostgresExamination> {
  const address = parsePostgresUrl(databaseUrl);
  const { label } = address;
  const client = clientFor(address);
  const second = clientFor(address);
  try {
    await client.connect();
    const examination = await examine(client, address);
    if (examination.state === 'unusable') return examination;
    await client.query('rollback');
    await second.connect();
    const risks = (await isListenWorking(second, client)) ? [] : [listenRisk(label)];
    return { ...examination, risks: [...examination.risks, ...risks] };
  } catch (error) {
    const failure = postgresFailure(error, label);
    if (!(failure instanceof GavelError)) throw failure;
    return { state: 'unusable', problem: failure.message };
  } finally {
    await Promise.all([client.end(), second.end()]);
  }
}
