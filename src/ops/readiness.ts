import type { InteractionDelivery } from '#src/discord/interactions/http/delivery-check.ts';
import type { PollReport } from '#src/store/model/role-report.ts';
import type { BotStates } from '#src/store/role-states.ts';

/** State of one part of the bot. */
export interface Check {
  readonly ok: boolean;
  readonly state: string;
}

/** Whether the bot is ready, with the state of each part. Contains no secrets. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<
    Record<'discord' | 'interactions' | 'commands' | 'store' | 'feed' | 'auctions', Check>
  > & {
    /** Only if several processes may share the roles. */
    readonly roles?: Check;
  };
}

/** Polls never take this long, because requests time out after ten seconds. */
const STUCK_AFTER_MS = 5 * 60_000;

/**
 * Checks a poll. A marketplace that is down counts as ok: the bot recovers by itself, keeps sending, and a restart
 * would not help; the monitoring alert rules cover it. A poll that never finished, that hangs, or whose answers cannot
 * be decoded is not ok, because an operator must act. The time since the last success is not used, because it depends
 * on the schedule.
 */
function checkPoll(poll: PollReport | undefined): Check {
  // Only if several processes share the roles.
  if (poll === undefined) return { ok: false, state: 'nobody polls' };
  const { lastSuccessAt, failures, unreadableSince, pollingForMs } = poll;
  if (pollingForMs !== null && pollingForMs > STUCK_AFTER_MS) return { ok: false, state: 'stuck' };
  if (unreadableSince !== null) return { ok: false, state: 'unreadable' };
  if (failures > 0) return { ok: true, state: 'marketplace down' };
  return lastSuccessAt === null ? { ok: false, state: 'starting' } : { ok: true, state: 'ok' };
}

/** Formats the holders of the roles: `poller: host:7, sender: nobody`. */
function checkRoles(roles: NonNullable<BotStates['roles']>): Check {
  const named = roles.map(({ role, holder }) => `${role}: ${holder ?? 'nobody'}`);
  return { ok: roles.every(({ holder }) => holder !== null), state: named.join(', ') };
}

/** Checks the connection to Discord. A shard that needs a new login is offline until then (`store/identify.ts`). */
function checkDiscord({ isOnline, loginsRefusedUntil }: BotStates): Check {
  const state = isOnline ? 'online' : 'offline';
  if (loginsRefusedUntil === null) return { ok: isOnline, state };
  return {
    ok: isOnline,
    state: `${state}, logins refused until ${new Date(loginsRefusedUntil).toISOString()}`,
  };
}

/** State while the store cannot be read, because processes learn about each other through it. */
const UNKNOWN: Check = { ok: false, state: 'unknown' };

function checkStates(
  states: BotStates | null,
): Pick<Readiness['checks'], 'discord' | 'commands' | 'feed' | 'auctions' | 'roles'> {
  if (states === null) return { discord: UNKNOWN, commands: UNKNOWN, feed: UNKNOWN, auctions: UNKNOWN };
  const { commands, poller, roles } = states;
  return {
    discord: checkDiscord(states),
    commands: { ok: commands === 'registered', state: commands },
    feed: checkPoll(poller?.feed),
    auctions: checkPoll(poller?.auctions),
    ...(roles === null ? {} : { roles: checkRoles(roles) }),
  };
}

/**
 * Creates the readiness check. Ready means: online at Discord, interactions delivered to the bot according to Discord,
 * commands registered, database readable and writable, and feed and auctions read, or the marketplace known to be down.
 * If several processes share the roles, each reports the state of all.
 */
export function createReadiness(sources: {
  /** Rejects if the store must be read but cannot be. */
  readonly states: () => Promise<BotStates>;
  readonly interactions: () => InteractionDelivery;
  /** Rejects if the store cannot be used. */
  readonly readStore: () => Promise<unknown>;
  /** Returns why the store cannot be written; `null` if it can. */
  readonly storeProblem: () => Promise<string | null>;
}): () => Promise<Readiness> {
  return async () => {
    const interactions = sources.interactions();
    const problem = await sources.readStore().then(sources.storeProblem, () => 'unusable');
    const { discord, commands, ...others } = checkStates(await sources.states().catch(() => null));
    const checks: Readiness['checks'] = {
      discord,
      interactions: { ok: interactions !== 'lost', state: interactions },
      commands,
      store: problem === null ? { ok: true, state: 'ok' } : { ok: false, state: problem },
      ...others,
    };
    return { ready: Object.values(checks).every(({ ok }) => ok), checks };
  };
}
