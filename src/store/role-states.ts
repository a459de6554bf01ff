import type {
  FeedRemarks,
  HeldRoleState,
  HousekeeperReport,
  PollerReport,
  PollReport,
  RoleBoard,
  ShardReport,
} from './model/role-report.ts';
import { allShards, shardRole } from './model/shard-key.ts';
import { housekeeperReportJson, pollerReportJson, shardReportJson } from './role-reports.ts';

/** The holder of a role, for display and metrics. */
export interface RoleHolder {
  readonly role: string;
  /** Id of the process; `null` for nobody. */
  readonly holder: string | null;
  /** How long it has been held, ms; 0 for nobody. */
  readonly heldForMs: number;
}

/** Known state of the bot, regardless of which process holds which role. Times are by this process's clock. */
export interface BotStates {
  /** `null` while nobody polls, or before the first report. */
  readonly poller: PollerReport | null;
  /** The held shards. */
  readonly shards: readonly ShardReport[];
  /** Whether every shard receives events. */
  readonly isOnline: boolean;
  /** Average latency of heartbeats, ms; `null` before the first answer. */
  readonly latencyMs: number | null;
  readonly commands: HousekeeperReport['commands'];
  /** When shards may log in again, if most logins of the day are used; else `null`. */
  readonly loginsRefusedUntil: number | null;
  /** `null` if one process holds all roles. */
  readonly roles: readonly RoleHolder[] | null;
}

/** State of this process's own roles; `null` for roles that it does not hold. */
export interface OwnRoles {
  poller(): PollerReport | null;
  /** Returns its shards. */
  shards(): readonly ShardReport[];
  /**
   * Returns whether it holds all shards of the bot, and each receives events; `null` if other processes hold shards.
   */
  isOnline(): boolean | null;
  commands(): HousekeeperReport['commands'] | null;
}

/** Builds a report of the polls from its parts. */
export function pollerReportOf(parts: {
  readonly feed: Pick<PollerReport['feed'], 'readAt' | 'newestEventAt' | 'lagMs'>;
  readonly remarks: FeedRemarks;
  readonly polls: Readonly<Record<'feed' | 'auctions', { health(): Omit<PollReport, 'pollingForMs'> }>>;
  readonly namedCoin: () => string | null;
  readonly skipped: () => { readonly leftOut: number; readonly tooLarge: number };
  readonly pollingForMs: (what: 'feed' | 'auctions') => number | null;
}): PollerReport {
  const { feed, remarks, polls, namedCoin, skipped, pollingForMs } = parts;
  const { readAt, newestEventAt, lagMs } = feed;
  const pollOf = (what: 'feed' | 'auctions') => {
    const { lastSuccessAt, failures, unreadableSince } = polls[what].health();
    return { lastSuccessAt, failures, unreadableSince, pollingForMs: pollingForMs(what) };
  };
  return {
    feed: { ...pollOf('feed'), readAt, newestEventAt, lagMs, remarks, namedCoin: namedCoin() },
    auctions: { ...pollOf('auctions'), ...skipped() },
  };
}

/** How long the state is cached, ms. */
const CACHE_MS = 1_000;
/** Roles with a single holder, besides the shards. */
const SINGLE_ROLES = ['poller', 'sender', 'housekeeper'] as const;

function shifted(poll: PollReport, shiftMs: number, ageMs: number): PollReport {
  const shift = (at: number | null) => (at === null ? null : at + shiftMs);
  return {
    failures: poll.failures,
    lastSuccessAt: shift(poll.lastSuccessAt),
    unreadableSince: shift(poll.unreadableSince),
    pollingForMs: poll.pollingForMs === null ? null : poll.pollingForMs + ageMs,
  };
}

/** Converts the times of a report to this process's clock, because the clocks of two machines may differ. */
function readPoller({ text, ageMs }: NonNullable<HeldRoleState['report']>, now: number): PollerReport {
  const { at, report } = pollerReportJson.read(text);
  const shiftMs = now - ageMs - at;
  const shift = (time: number | null) => (time === null ? null : time + shiftMs);
  const { feed, auctions } = report;
  return {
    feed: {
      ...shifted(feed, shiftMs, ageMs),
      readAt: shift(feed.readAt),
      newestEventAt: shift(feed.newestEventAt),
      lagMs: feed.lagMs,
      namedCoin: feed.namedCoin,
      remarks:
        feed.remarks === undefined
          ? undefined
          : {
              order: feed.remarks.order,
              idsRepeatedAt: shift(feed.remarks.idsRepeatedAt),
              shrankAt: shift(feed.remarks.shrankAt),
            },
    },
    auctions: {
      ...shifted(auctions, shiftMs, ageMs),
      leftOut: auctions.leftOut,
      tooLarge: auctions.tooLarge,
    },
  };
}

const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;

const latencyOf = (shards: readonly ShardReport[]) =>
  average(shards.map(({ latencyMs }) => latencyMs).filter((one) => one !== null));

function statesOf(board: RoleBoard, own: OwnRoles, now: number): BotStates {
  const held = new Map(board.held.map((one) => [one.role, one]));
  const reportOf = (role: string) => held.get(role)?.report ?? null;
  const poller = reportOf('poller');
  const housekeeper = reportOf('housekeeper');
  const count = board.shardCount ?? 0;
  const shardRoles = allShards(count).map(shardRole);
  const ownShards = new Map(own.shards().map((shard) => [shard.id, shard]));
  const shards = shardRoles.flatMap((role, id): ShardReport[] => {
    const mine = ownShards.get(id);
    if (mine !== undefined) return [mine];
    const report = reportOf(role);
    return report === null ? [] : [shardReportJson.read(report.text)];
  });
  return {
    poller: own.poller() ?? (poller === null ? null : readPoller(poller, now)),
    shards,
    isOnline: count > 0 && shards.length === count && shards.every(({ isReady }) => isReady),
    latencyMs: latencyOf(shards),
    commands:
      own.commands() ??
      (housekeeper === null ? 'not registered' : housekeeperReportJson.read(housekeeper.text).commands),
    loginsRefusedUntil: board.loginsRefusedForMs === null ? null : now + board.loginsRefusedForMs,
    roles: [...SINGLE_ROLES, ...shardRoles].map((role) => ({
      role,
      holder: held.get(role)?.holder ?? null,
      heldForMs: held.get(role)?.heldForMs ?? 0,
    })),
  };
}

/** Reads the state of the bot, with at most one store request a second. */
export interface RoleStates {
  /** Rejects while the store cannot be read. */
  read(): Promise<BotStates>;
}

/**
 * @param deps.board reads the reports of the processes; `null` if one process holds all roles, which knows everything
 * itself
 * @param deps.now epoch ms
 */
export function createRoleStates(deps: {
  readonly own: OwnRoles;
  readonly board: (() => Promise<RoleBoard>) | null;
  readonly now: () => number;
}): RoleStates {
  const { own, board, now } = deps;
  let latest: { readonly at: number; readonly board: Promise<RoleBoard> } | null = null;

  function ownStates(): BotStates {
    const shards = own.shards();
    return {
      poller: own.poller(),
      shards,
      isOnline: own.isOnline() === true,
      latencyMs: latencyOf(shards),
      commands: own.commands() ?? 'not registered',
      loginsRefusedUntil: null,
      roles: null,
    };
  }

  return {
    async read() {
      if (board === null) return ownStates();
      if (latest === null || Math.abs(now() - latest.at) >= CACHE_MS) latest = { at: now(), board: board() };
      return statesOf(await latest.board, own, now());
    },
  };
}
