import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { botEnvironment } from '../../sandbox/demo/bot-environment.ts';
import { createLedgerCheck } from '../../sandbox/demo/ledger-check.ts';
import { createScenario, subscribe } from '../../sandbox/demo/scenario.ts';
import { startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import { startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { startOwnDatabase } from '../../sandbox/postgres/own-database.ts';
import type { EmbeddedPostgres } from '../../sandbox/postgres/server.ts';
import type { CountedWorld } from '../support/ledger-count/counted-world.ts';
import { createLoadServer } from '../support/load-server.ts';
import { resourceSamplingEnvironment } from '../support/resource-samples.ts';
import { createMember, emptyReport, type Member, type MemberReport } from './members.ts';
import { CLUSTER_SERVERS, NONCE_WINDOW_MS, SHARDS } from './servers.ts';

/** A marketplace, a Discord of several shards, a PostgreSQL, and bots that share it. */
export interface ClusterWorld extends CountedWorld, AsyncDisposable {
  readonly postgres: EmbeddedPostgres;
  /** Not started yet. */
  readonly members: readonly Member[];
  /** One more bot, which joins for a while. Not started yet. */
  readonly guest: Member;
  /** The one whose memory is measured; it must not be killed. `null` for none. */
  readonly observed: Member | null;
  /** Where its samples are written. */
  readonly figuresFile: string;
  readonly report: MemberReport;
  /** Adds the rules with commands. A bot must be online. */
  setUp(): Promise<void>;
}

const EVERY_SECOND = '* * * * * *';
/** Discord's limits do not allow a start every few seconds. */
const START_OFTEN = { limit: 100, windowMs: 10_000 };
/** Discord's interval, for two shards at once, so that six are connected within 15 s. */
const IDENTIFIES = { recommendedShards: SHARDS, maxConcurrency: 2, identifyIntervalMs: 5_000 };
/** As `npm start`, the image and the systemd unit run Node; `MALLOC_ARENA_MAX` below is theirs, too. */
const NODE_FLAGS = ['--max-semi-space-size=2', '--expose-gc'];
/** Channels that get one alert at the same moment. */
const LOAD_SIZE = 60;
/** Discord docs: Reference, Snowflakes. */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** A clock that can be brought to a millisecond whose servers are on a certain shard: a shard is chosen by a server's id, which has its time. */
function createServerClock() {
  let aheadMs = 0;
  let next = 0;
  const now = () => Date.now() + aheadMs;
  return {
    now,
    nextShard() {
      while ((Math.trunc(now()) - DISCORD_EPOCH_MS) % SHARDS !== next % SHARDS) aheadMs += 1;
      next += 1;
    },
  };
}

export async function startClusterWorld({
  seed,
  processes,
  isObserved,
}: {
  readonly seed: number;
  readonly processes: number;
  /** Whether the memory of the first one is measured. */
  readonly isObserved: boolean;
}): Promise<ClusterWorld> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-cluster-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const { url: databaseUrl, server: postgres } = parts.use(await startOwnDatabase('postgres', folder));
  if (postgres === null) throw new Error('There is no PostgreSQL.');
  const marketplace = parts.use(await startMarketplace({ seed, salesPerMinute: 0, startPaused: true }));
  const serverClock = createServerClock();
  const discord = parts.use(
    await startLocalDiscord({
      now: serverClock.now,
      nonceWindowMs: NONCE_WINDOW_MS,
      rateLimits: {
        routes: {
          'PUT /applications/:applicationId/commands': START_OFTEN,
          'GET /gateway/bot': START_OFTEN,
        },
      },
    }),
  );
  Object.assign(discord.gateway.settings, IDENTIFIES);
  const scenario = createScenario(discord, marketplace, CLUSTER_SERVERS, serverClock.nextShard);
  const [anybody] = scenario.people;
  if (anybody === undefined) throw new Error('The scene is empty.');
  const loadServer = createLoadServer(discord, marketplace, {
    applicationId: scenario.applicationId,
    adminId: anybody.id,
    size: LOAD_SIZE,
  });

  const environment = {
    ...botEnvironment(discord, marketplace, scenario, databaseUrl, 'S'),
    POLL_SCHEDULE: EVERY_SECOND,
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  };
  const report = emptyReport();
  const figuresFile = path.join(folder, 'figures');
  const measured = {
    ...environment,
    ...resourceSamplingEnvironment(figuresFile, NODE_FLAGS),
    MALLOC_ARENA_MAX: '1',
  };
  const addMember = async (name: string, own = environment) =>
    parts.use(await createMember(name, own, { folder, report }));
  const members: Member[] = [];
  for (let number = 1; number <= processes; number += 1)
    members.push(await addMember(`bot ${number}`, number === 1 && isObserved ? measured : environment));
  const guest = await addMember('guest');

  const owned = parts.move();
  return {
    marketplace,
    discord,
    scenario,
    check: createLedgerCheck(discord, marketplace, scenario, Date.now, { interrupted: true }),
    loadServer,
    databaseUrl,
    mayGiveUp: () => 0,
    postgres,
    members,
    guest,
    observed: isObserved ? (members[0] ?? null) : null,
    figuresFile,
    report,
    async setUp() {
      await subscribe(discord, scenario);
      await loadServer.setUpAlerts();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
