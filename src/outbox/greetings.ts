import type { Logger } from 'pino';
import { newGreetingAlert } from '#src/alerts/kinds/greeting.ts';
import { fullJitter } from '#src/chain/backoff.ts';
import type { Clock } from '#src/chain/clock.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import type { GreetingStore } from '#src/store/greetings.ts';

/** An invitation that is older is not greeted: the bot was offline, and somebody may have set it up since. */
const RECENT_MS = HOUR_MS;
/** Discord may grant the bot its role shortly after it reports the server. */
const GATEWAY_DELAY_MS = 1_000;
const RETRIES = { firstMs: 1_000, maxMs: 60_000 };

/** The channel for a greeting, and what alerts lack there, by names in Discord's settings. */
export interface GreetingTarget {
  readonly channelId: string;
  readonly missing: readonly string[];
}

/** Where invitations come from, and where they are greeted. */
export interface GreetingTargets {
  /** Returns whether this process receives the server's events. */
  knows(guildId: string): boolean;
  /** Returns when the bot joined the server, epoch ms; `null` if that is unknown. */
  joinedAt(guildId: string): number | null;
  /** Resolves to `null` if the bot may write nowhere, or if the server is unavailable. */
  channelFor(guildId: string): Promise<GreetingTarget | null>;
}

/** Greets servers that invite the bot, once for each invitation. */
export interface Greetings extends AsyncDisposable {
  /** Starts to greet. Call it with the known servers once the gateway is connected. */
  start(guildIds: Iterable<string>): void;
  /** Checks a server. Call it after every gateway event that changed the server. */
  check(guildId: string): void;
}

/**
 * Greets a server that the bot joined within the last hour. The database decides: a greeting has the key of its
 * invitation, so that no other process, no restart and no repeated event adds a second one. If the bot may write
 * nowhere, the next change of the server is awaited.
 * @param deps.now Discord's time, epoch ms
 * @param deps.wake called with channels that have new deliveries
 */
export function createGreetings(deps: {
  readonly store: GreetingStore;
  readonly targets: GreetingTargets;
  readonly clock: Clock;
  readonly now: () => number;
  readonly random: () => number;
  readonly log: Logger;
  readonly wake: (channelIds: readonly string[]) => void;
}): Greetings {
  const { store, targets, clock, now, random, log, wake } = deps;
  const stopping = new AbortController();
  const pending = new Set<string>();
  /** The last invitation of each server that was decided here, as long as it is recent. */
  const decided = new Map<string, number>();
  let since: number | null = null;
  let hasStarted = false;
  let running: Promise<void> | null = null;

  /** Returns when the bot was invited, if that is to be greeted here; else `null`. */
  function invitationOf(guildId: string): number | null {
    const joinedAt = targets.joinedAt(guildId);
    if (joinedAt === null || joinedAt <= now() - RECENT_MS) {
      decided.delete(guildId);
      return null;
    }
    const isOver = decided.get(guildId) === joinedAt || (since !== null && joinedAt <= since);
    return isOver ? null : joinedAt;
  }

  async function greet(guildId: string): Promise<void> {
    const joinedAt = invitationOf(guildId);
    if (joinedAt === null || !targets.knows(guildId)) return;
    const target = await targets.channelFor(guildId);
    if (target === null) return log.info({ guildId }, 'no channel for a greeting found yet');
    await store.post(newGreetingAlert({ guildId, joinedAt, ...target }, clock.now()));
    decided.set(guildId, joinedAt);
    // Also if it was there: it may have been added by a call whose answer was lost.
    wake([target.channelId]);
  }

  async function learnSince(): Promise<void> {
    since ??= await store.since();
  }

  async function greetPending(): Promise<void> {
    await learnSince();
    for (const guildId of [...pending]) {
      if (stopping.signal.aborted) return;
      // A change that arrives meanwhile makes it pending again.
      pending.delete(guildId);
      try {
        await greet(guildId);
      } catch (error) {
        pending.add(guildId);
        throw error;
      }
    }
  }

  /** Resolves to whether it succeeded. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      log.warn({ err: error }, 'greeting not saved; retrying');
      return false;
    }
  }

  async function run(): Promise<void> {
    let failures = (await attempt(learnSince)) ? 0 : 1;
    while ((failures > 0 || pending.size > 0) && !stopping.signal.aborted) {
      const waitMs = failures === 0 ? GATEWAY_DELAY_MS : fullJitter(failures, RETRIES, random);
      await clock.sleep(waitMs, stopping.signal);
      if (stopping.signal.aborted) return;
      failures = (await attempt(greetPending)) ? 0 : failures + 1;
    }
    running = null;
  }

  function check(guildId: string): void {
    if (invitationOf(guildId) === null) return;
    pending.add(guildId);
    if (hasStarted && !stopping.signal.aborted) running ??= run();
  }

  return {
    start(guildIds) {
      hasStarted = true;
      for (const guildId of guildIds) check(guildId);
      // The first start records since when invitations are greeted.
      if (since === null && !stopping.signal.aborted) running ??= run();
    },
    check,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
