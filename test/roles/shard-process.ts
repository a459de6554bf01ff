import { Routes } from 'discord.js';
import pg from 'pg';
import pino from 'pino';
import { systemClock } from '#src/chain/clock.ts';
import { createGateway } from '#src/discord/gateway/gateway.ts';
import { createGatewayRest } from '#src/discord/gateway/gateway-rest.ts';
import { createIdentifyThrottler } from '#src/discord/gateway/identify-throttler.ts';
import { createGuilds } from '#src/discord/guilds/guilds.ts';
import { createRoleRunner } from '#src/roles/role-runner.ts';
import { createShardRole } from '#src/roles/shards.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { createIdentifyStore } from '#src/store/identify.ts';
import { createLeaseStore } from '#src/store/leases.ts';
import { createProcessStore } from '#src/store/processes.ts';
import { createShardStore } from '#src/store/shards.ts';

/*
 * A process that holds shards and answers every command with its name and that of the server, as far as it knows it. Settings are
 * in its environment, its log is on stdout.
 */

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

const self = setting('PROCESS_NAME');
const lifeMs = Number(setting('LIFE_MS'));
const databaseUrl = setting('DATABASE_URL');
const token = setting('DISCORD_TOKEN');
const wanted = setting('SHARDS');
const log = pino({ base: { process: self } });

const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());

await using parts = new AsyncDisposableStack();
const database = parts.use(await openPostgresDatabase({ databaseUrl, log }));
const words = new pg.Client({ connectionString: databaseUrl });
words.on('error', (error) => log.error({ err: error }, 'listening failed'));
await words.connect();
parts.defer(() => words.end());
await words.query('listen leases');

const processes = createProcessStore(database);
await processes.join({ id: self, name: self, version: '1', roles: ['shards'] });
parts.defer(() => processes.leave(self));
const store = { ...createShardStore(database), ...createIdentifyStore(database) };
const rest = parts.use(createGatewayRest({ apiUrl: setting('DISCORD_API_URL'), token }));
const guilds = createGuilds();
let maxConcurrency = 1;
const gateway = parts.use(
  createGateway({
    rest,
    token,
    shardCount: null,
    guilds,
    onInteraction: (_payload, received): void => shards.receive(received, answer),
    onGuildChange: () => undefined,
    onConnection: () => undefined,
    onFatal(error) {
      log.fatal({ err: error }, 'refused');
      process.exit(78);
    },
    identifyThrottler: createIdentifyThrottler({
      store,
      maxConcurrency: () => maxConcurrency,
      clock: systemClock,
      log,
    }),
    onShardingRequired: (key): boolean => shards.requireMore(key),
    log,
  }),
);
const runner = parts.use(
  createRoleRunner({
    leases: createLeaseStore(database),
    holder: self,
    roles: {},
    lifeMs,
    clock: systemClock,
    random: Math.random,
    log,
    onGivenUp() {
      words.query('notify leases').catch((error: unknown) => log.error({ err: error }, 'notifying failed'));
    },
    beSeen: () => processes.beSeen(self),
  }),
);
const shards = parts.use(
  createShardRole({
    store,
    runner,
    gateway,
    guilds,
    rest,
    self,
    lifeMs,
    wantedCount: wanted === 'auto' ? null : Number(wanted),
    onInformation(information) {
      maxConcurrency = information.session_start_limit.max_concurrency;
    },
    onTooFew: () => process.exit(78),
    onBegun: () => undefined,
    onReady: () => undefined,
    clock: systemClock,
    discordNow: systemClock.now,
    log,
  }),
);
words.on('notification', shards.pollNow);

function answer(payload: unknown): void {
  const { id, token: secret, guild_id: guildId } = payload as { id: string; token: string; guild_id: string };
  const content = `${self} ${guilds.get(guildId)?.name ?? 'unknown'}`;
  rest
    .post(Routes.interactionCallback(id, secret), { auth: false, body: { type: 4, data: { content } } })
    .catch((error: unknown) => log.warn({ err: error }, 'not answered'));
}

await runner.start();
await shards.start({ log, sleep: systemClock.sleep, signal: stopping.signal });
log.info('started');
await new Promise<void>((resolve) => {
  if (stopping.signal.aborted) resolve();
  stopping.signal.addEventListener('abort', () => resolve());
});
