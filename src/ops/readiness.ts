/** How one part of the bot is. `ok` decides; `state` says it in a word. */
export interface Check {
  readonly ok: boolean;
  readonly state: string;
}

/** Whether the bot does what it is there for, and each part that this is made of. Holds nothing secret. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<'discord' | 'commands' | 'store' | 'feed' | 'auctions', Check>>;
}

/** What is known of a poll. */
export interface PollSigns {
  /** Epoch ms; `null` before the first success. */
  readonly lastSuccessAt: number | null;
  /** In a row. */
  readonly failures: number;
  /** Since when nearly nothing of what is read can be understood, epoch ms; `null` while it can. */
  readonly unreadableSince: number | null;
  /** Since when a look is under way, ms of the clock that `now` is; `null` while none is. */
  readonly lookingSince: number | null;
}

/** A look ends long before, whatever the marketplace does: a request is given up after ten seconds. */
const STUCK_AFTER_MS = 5 * 60_000;

/**
 * A marketplace that is known to be down is no fault of the bot: it goes on by itself when that is back, what it knows is still
 * told meanwhile, and a new start would change nothing. So it counts as ok; the alert rules tell of it. A poll that has never
 * ended or does not end is a fault, and so is one that reads what the bot does not understand: somebody has to act. How long ago the last success was says nothing: that depends on the schedule.
 */
function checkPoll(
  { lastSuccessAt, failures, unreadableSince, lookingSince }: PollSigns,
  now: number,
): Check {
  if (lookingSince !== null && now - lookingSince > STUCK_AFTER_MS) return { ok: false, state: 'stuck' };
  if (unreadableSince !== null) return { ok: false, state: 'unreadable' };
  if (failures > 0) return { ok: true, state: 'marketplace down' };
  return lastSuccessAt === null ? { ok: false, state: 'starting' } : { ok: true, state: 'ok' };
}

/**
 * Ready means: online at Discord, commands registered, the database readable and written to, and the feed and the auctions were read, or the
 * marketplace is known to be down.
 * @param signs.now ms of a clock that only goes forward
 */
export function createReadiness(signs: {
  readonly online: () => boolean;
  readonly registered: () => boolean;
  /** Rejects while the store cannot be used. */
  readonly readStore: () => Promise<unknown>;
  /** What keeps the store from being written, in a word; `null` for nothing. */
  readonly storeTrouble: () => Promise<string | null>;
  readonly feed: () => PollSigns;
  readonly auctions: () => PollSigns;
  readonly now: () => number;
}): () => Promise<Readiness> {
  return async () => {
    const now = signs.now();
    const trouble = await signs.readStore().then(signs.storeTrouble, () => 'unusable');
    const checks: Readiness['checks'] = {
      discord: signs.online() ? { ok: true, state: 'online' } : { ok: false, state: 'offline' },
      commands: signs.registered()
        ? { ok: true, state: 'registered' }
        : { ok: false, state: 'not registered' },
      store: trouble === null ? { ok: true, state: 'ok' } : { ok: false, state: trouble },
      feed: checkPoll(signs.feed(), now),
      auctions: checkPoll(signs.auctions(), now),
    };
    return { ready: Object.values(checks).every(({ ok }) => ok), checks };
  };
}
