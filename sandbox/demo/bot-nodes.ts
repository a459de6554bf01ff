import { startTcpProxy, type TcpProxy } from '../cluster/tcp-proxy.ts';
import { type LeaseReader, openLeaseReader } from '../postgres/lease-reader.ts';
import type { EmbeddedPostgres } from '../postgres/server.ts';
import type { Cluster, ClusterNode, NodeDeed, NodeLink } from '../web/contract.ts';
import type { BotEnvironment } from './bot-environment.ts';
import { type BotLogLine, type BotProcess, startBot } from './bot-process.ts';

/** Several bots on one database. Disposing of them thaws and ends them. */
export interface BotNodes extends Pick<BotProcess, 'restarts' | 'gaveUp'>, AsyncDisposable {
  /** As of the last reading of the leases, half a second old at most. */
  cluster(): Cluster;
  /** @throws RangeError where it is impossible now, with a sentence */
  act(node: string, deed: NodeDeed): void;
  cut(node: string, link: NodeLink, isCut: boolean): void;
  /** Restarts PostgreSQL, unless that is under way. */
  restartPostgres(): void;
}

/** Longer than a lease, so that one sees others take over. */
const RESTART_AFTER_MS = 15_000;
const READ_EVERY_MS = 400;
const SHARD = /^shard:(\d+)/;

interface Node {
  readonly name: string;
  readonly bot: BotProcess;
  readonly links: Readonly<Record<NodeLink, TcpProxy>>;
  frozenPid: number | undefined;
}

const portOf = (url: string): number => Number(new URL(url).port);
const withPort = (url: string, port: number): string => url.replace(`:${portOf(url)}`, `:${port}`);

function stateOf({ bot, frozenPid }: Node): ClusterNode['state'] {
  const pid = bot.pid();
  if (pid === undefined) return 'down';
  return pid === frozenPid ? 'frozen' : 'running';
}

async function startNode(
  name: string,
  options: {
    readonly environment: BotEnvironment;
    readonly onLog: (line: BotLogLine) => void;
    readonly say: (what: string) => void;
  },
): Promise<Node & AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const { environment, onLog, say } = options;
  const { DATABASE_URL: databaseUrl, DISCORD_API_URL: discordUrl } = environment;
  const postgres = parts.use(await startTcpProxy(portOf(databaseUrl)));
  const discord = parts.use(await startTcpProxy(portOf(discordUrl)));
  const bot = parts.use(
    startBot({
      environment: {
        ...environment,
        DATABASE_URL: withPort(databaseUrl, postgres.port),
        DISCORD_API_URL: withPort(discordUrl, discord.port),
      },
      onLog: ({ level, msg }) => onLog({ level, msg: `${name}: ${msg}` }),
      onRestart: (how, pid) => say(`${name} died (${how}); started again as process ${pid}`),
      restartAfterMs: RESTART_AFTER_MS,
    }),
  );
  // A frozen process does not end at a request, and one that is cut off would wait for a while.
  parts.defer(() => {
    postgres.set('pass');
    discord.set('pass');
    bot.kill('SIGCONT');
  });
  const owned = parts.move();
  return {
    name,
    bot,
    links: { postgres, discord },
    frozenPid: undefined,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Reads the leases twice a second until it is disposed of. */
function watchLeases(reader: LeaseReader) {
  let latest = [] as Awaited<ReturnType<LeaseReader['read']>>;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    latest = await reader.read();
    reading = null;
  };
  const timer = setInterval(() => {
    reading ??= read();
  }, READ_EVERY_MS);
  return {
    latest: () => latest,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await reading;
      await reader[Symbol.asyncDispose]();
    },
  };
}

/**
 * Starts the bots, each with proxies of its own to PostgreSQL and Discord.
 * @param environment as of a single bot
 * @param say writes a line about a bot
 */
export async function startBotNodes(options: {
  readonly count: number;
  readonly environment: BotEnvironment;
  readonly postgres: EmbeddedPostgres;
  readonly onLog: (line: BotLogLine) => void;
  readonly say: (what: string) => void;
}): Promise<BotNodes> {
  await using parts = new AsyncDisposableStack();
  const { postgres, say } = options;
  const leases = parts.use(watchLeases(openLeaseReader(options.environment.DATABASE_URL)));
  const names = Array.from({ length: options.count }, (_, index) => `bot ${index + 1}`);
  const nodes: Node[] = [];
  for (const name of names) nodes.push(parts.use(await startNode(name, options)));
  let isRestarting = false;

  function find(name: string): Node {
    const found = nodes.find((node) => node.name === name);
    if (found === undefined) throw new RangeError(`There is no ${name}.`);
    return found;
  }

  function shownNode(node: Node): ClusterNode {
    const pid = node.bot.pid();
    const held = (leases.latest() ?? []).filter((lease) => lease.isValid && lease.pid === pid);
    return {
      name: node.name,
      state: stateOf(node),
      cutOffFrom: (['postgres', 'discord'] as const).filter((link) => node.links[link].mode !== 'pass'),
      roles: held.map(({ role }) => role).filter((role) => !SHARD.test(role)),
      shards: held.flatMap(({ role }) => {
        const shard = SHARD.exec(role)?.[1];
        return shard === undefined ? [] : [Number(shard)];
      }),
    };
  }

  const owned = parts.move();
  return {
    restarts: () => nodes.reduce((sum, { bot }) => sum + bot.restarts(), 0),
    gaveUp: Promise.race(nodes.map(({ bot }) => bot.gaveUp)),
    cluster() {
      const shown = nodes.map(shownNode);
      const held = new Set(nodes.map(({ bot }) => bot.pid()));
      return {
        nodes: shown,
        unheld: (leases.latest() ?? [])
          .filter(({ isValid, pid }) => !isValid || !held.has(pid ?? undefined))
          .map(({ role }) => role),
        isDatabaseUp: leases.latest() !== null,
      };
    },
    act(name, deed) {
      const node = find(name);
      if (stateOf(node) === 'down')
        throw new RangeError(`${name} is down; it starts again ${RESTART_AFTER_MS / 1_000} s after its end.`);
      if (deed === 'kill') node.bot.kill('SIGKILL');
      else {
        node.bot.kill(deed === 'freeze' ? 'SIGSTOP' : 'SIGCONT');
        node.frozenPid = deed === 'freeze' ? node.bot.pid() : undefined;
      }
      say(`${name}: ${deed}`);
    },
    cut(name, link, isCut) {
      find(name).links[link].set(isCut ? 'refuse' : 'pass');
      say(`${name} is ${isCut ? 'cut off from' : 'connected again to'} ${link}`);
    },
    restartPostgres() {
      if (isRestarting) return;
      isRestarting = true;
      say('PostgreSQL restarts');
      void postgres
        .restart('fast')
        .then(
          () => say('PostgreSQL is back'),
          (error: unknown) => say(`PostgreSQL did not start again: ${String(error)}`),
        )
        .finally(() => {
          isRestarting = false;
        });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
