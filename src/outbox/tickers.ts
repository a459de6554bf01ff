import type { Logger } from 'pino';
import { HOUR_MS } from '#src/chain/durations.ts';
import { type Clocks, createAgeClock } from '#src/chain/elapsed.ts';
import type { DueTicker } from '#src/store/model/ticker.ts';
import type { TickerStore } from '#src/store/tickers.ts';

/**
 * What came of one request about the name of a channel. `later`: Discord's wait in ms, `null` if it named none; with
 * `mayArrive` the request may have had an effect. `stopped`: Discord's error code for a permission, channel or name.
 * `unexplained`: refused with a code that names none of these.
 */
export type NameOutcome =
  | { readonly type: 'done'; readonly name: string }
  | { readonly type: 'later'; readonly retryAfterMs: number | null; readonly mayArrive: boolean }
  | { readonly type: 'stopped' | 'unexplained'; readonly code: number; readonly detail: string }
  | { readonly type: 'unauthorized' };

/** Reads and changes names of channels; one request for each call, which never rejects. */
export interface ChannelNames {
  rename(channelId: string, name: string): Promise<NameOutcome>;
  read(channelId: string): Promise<NameOutcome>;
}

/** Wait after a failure without a cause; longer than a request takes, so that a late one has arrived. */
const RETRY_MS = 60_000;
/** An unexplained refusal says nothing about the channel unless it lasts this long (decision 051). */
const UNEXPLAINED_FOR_MS = 5 * 60_000;
/** A refusal is tried again after this, if no permission event comes before. */
const STOPPED_RETRY_MS = HOUR_MS;

/**
 * Renames the voice channels of tickers to the floors that the poller stored. Each request is stored before it is made.
 * If its answer is lost, the channel's name is read before the next one, so no change is made twice.
 * @returns one pass, which does not reject for a single ticker's request
 */
export function createTickers(deps: {
  readonly store: Pick<TickerStore, 'due' | 'beginRename' | 'endRename'>;
  readonly names: ChannelNames;
  /** The name that shows a floor in the format of the server. */
  readonly nameOf: (ticker: Pick<DueTicker, 'guildId' | 'floor'>) => string;
  /** Returns whether this process may still rename. */
  readonly mayRequest: () => boolean;
  /** Called when a ticker was stopped, to notify the member who set it up. */
  readonly onStopped: () => void;
  /** Discord's time, and the monotonic clock. */
  readonly clock: Clocks;
  readonly log: Logger;
}): () => Promise<void> {
  const { store, names, nameOf, mayRequest, onStopped, clock, log } = deps;
  // A clock that is ahead must not shorten Discord's window.
  const now = createAgeClock(clock);
  /** Since when Discord has refused the name of a channel without an explanation. */
  const unexplainedSince = new Map<string, number>();

  /** Returns whether somebody has to act because of an outcome. */
  function isEvident(channelId: string, { type }: NameOutcome, at: number): boolean {
    if (type !== 'unexplained') return type === 'stopped';
    const since = unexplainedSince.get(channelId) ?? at;
    unexplainedSince.set(channelId, since);
    return at - since >= UNEXPLAINED_FOR_MS;
  }

  /** Stores an outcome that is not a name. `isUnknown`: a request may have had an effect. */
  async function end(
    ticker: DueTicker,
    name: string,
    outcome: Exclude<NameOutcome, { type: 'done' }>,
    isUnknown: boolean,
  ): Promise<void> {
    const { channelId } = ticker;
    const at = now();
    if (!('code' in outcome) || !isEvident(channelId, outcome, at)) {
      // After `unauthorized`, the outbox stops the bot.
      const waitMs = outcome.type === 'later' ? outcome.retryAfterMs : null;
      const until = at + (waitMs ?? RETRY_MS);
      return store.endRename(ticker, name, { type: 'later', until, isUnknown });
    }
    const { code, detail } = outcome;
    log.warn({ channelId, code, detail }, 'channel not renamed; ticker on hold');
    await store.endRename(ticker, name, {
      ...{ type: 'stopped', code, at, isUnknown },
      until: at + STOPPED_RETRY_MS,
    });
    onStopped();
  }

  /** Finds out what became of an unanswered request. Resolves to whether the ticker still has to be renamed. */
  async function settleUnknown(ticker: DueTicker, asked: string, name: string): Promise<boolean> {
    const found = await names.read(ticker.channelId);
    if (found.type !== 'done') {
      await end(ticker, asked, found, true);
      return false;
    }
    if (found.name === asked || found.name === name)
      await store.endRename(ticker, found.name, { type: 'renamed', isCurrent: found.name === name });
    return found.name !== name;
  }

  async function update(ticker: DueTicker): Promise<void> {
    const { askedName, shownName, channelId } = ticker;
    const name = nameOf(ticker);
    if (askedName === null && shownName === name) return store.endRename(ticker, name, { type: 'unchanged' });
    if (askedName !== null && !(await settleUnknown(ticker, askedName, name))) return;
    if (!(await store.beginRename(ticker, name, now())) || !mayRequest()) return;
    const outcome = await names.rename(channelId, name);
    if (outcome.type === 'done') {
      unexplainedSince.delete(channelId);
      await store.endRename(ticker, name, { type: 'renamed', isCurrent: true });
    } else await end(ticker, name, outcome, outcome.type === 'later' && outcome.mayArrive);
  }

  return async () => {
    for (const ticker of await store.due(now())) {
      if (!mayRequest()) return;
      await update(ticker);
    }
  };
}
