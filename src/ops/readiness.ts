import type { InteractionDelivery } from '../discord/interactions/http/delivery-check.ts';

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
  >;
}

/** State of a poll. */
export interface PollStatus {
  /** Epoch ms; `null` before the first success. */
  readonly lastSuccessAt: number | null;
  /** In a row. */
  readonly failures: number;
  /** Since when almost no record can be decoded, epoch ms; `null` if it can. */
  readonly unreadableSince: number | null;
  /** Start of the poll in progress, ms of `now`; `null` if there is none. */
  readonly pollingSince: number | null;
}

/** Whether Discord has the commands of this version: not yet, or it refused them and has those from before. */
export type CommandState = 'not registered' | 'registered' | 'refused';

/** A poll never takes that long: requests time out after ten seconds. */
const STUCK_AFTER_MS = 5 * 60_000;

/**
 * A marketplace that is down counts as ok: the bot recovers by itself, keeps sending, and a restart would not help; the
 * monitoring alert rules cover it. A poll that never ended, that hangs, or whose answers cannot be decoded is not ok:
 * somebody has to act. The time since the last success is not used, because it depends on the schedule.
 */
function checkPoll(
  { lastSuccessAt, failures, unreadableSince, pollingSince }: PollStatus,
  now: number,
): Check {
  if (pollingSince !== null && now - pollingSince > STUCK_AFTER_MS) return { ok: false, state: 'stuck' };
  if (unreadableSince !== null) return { ok: false, state: 'unreadable' };
  if (failures > 0) return { ok: true, state: 'marketplace down' };
  return lastSuccessAt === null ? { ok: false, state: 'starting' } : { ok: true, state: 'ok' };
}

/**
 * Ready means: online at Discord, interactions delivered to the bot as far as Discord says, commands registered, database readable and writable, and the feed and the auctions were
 * read, or the marketplace is known to be down.
 * @param signs.now monotonic clock, ms
 */
export function createReadiness(sources: {
  readonly online: () => boolean;
  readonly interactions: () => InteractionDelivery;
  readonly commands: () => CommandState;
  /** Rejects while the store cannot be used. */
  readonly readStore: () => Promise<unknown>;
  /** Why the store cannot be written; `null` if it can. */
  readonly storeProblem: () => Promise<string | null>;
  readonly feed: () => PollStatus;
  readonly auctions: () => PollStatus;
  readonly now: () => number;
}): () => Promise<Readiness> {
  return async () => {
    const now = sources.now();
    const commands = sources.commands();
    const interactions = sources.interactions();
    const problem = await sources.readStore().then(sources.storeProblem, () => 'unusable');
    const checks: Readiness['checks'] = {
      discord: sources.online() ? { ok: true, state: 'online' } : { ok: false, state: 'offline' },
      interactions: { ok: interactions !== 'lost', state: interactions },
      commands: { ok: commands === 'registered', state: commands },
      store: problem === null ? { ok: true, state: 'ok' } : { ok: false, state: problem },
      feed: checkPoll(sources.feed(), now),
      auctions: checkPoll(sources.auctions(), now),
    };
    return { ready: Object.values(checks).every(({ ok }) => ok), checks };
  };
}
