import type { Logger } from 'pino';
import type { AlertMessage } from '../discord/views/alert-message.ts';
import type { SendOutcome } from '../domain/posting.ts';
import { type OperatorNews, operatorMessage, type Weight } from './operator-message.ts';

/** Tells the operator what needs a hand. Disposing of it tries once more to tell what was not told yet. */
export interface OperatorChannel extends AsyncDisposable {
  /** Returns at once. What is told again before it was posted is counted. */
  tell(weight: Weight, text: string): void;
}

/** What comes together is told together. */
const GATHERED_MS = 1_000;
/** The first is told at once, and then at most one message in so long. */
const PAUSE_MS = 60_000;
/** A channel that takes nothing is left alone for so long. */
const REFUSED_PAUSE_MS = 10 * 60_000;
/** So many different things are told one by one. */
const MOST_NEWS = 40;

/**
 * @param deps.send posts once and never rejects
 * @param deps.log hears, at `warn`, that the channel takes nothing; that is not told there, and only once until it takes
 * something again
 */
export function createOperatorChannel(deps: {
  readonly send: (message: AlertMessage) => Promise<SendOutcome>;
  readonly clock: { sleep(ms: number, signal: AbortSignal): Promise<void> };
  readonly log: Logger;
}): OperatorChannel {
  const { send, clock, log } = deps;
  const stopping = new AbortController();
  let news = new Map<string, OperatorNews>();
  let unnamed = 0;
  let running: Promise<void> | null = null;
  let complained = false;

  function putBack(earlier: ReadonlyMap<string, OperatorNews>, earlierUnnamed: number): void {
    const later = news;
    news = new Map(earlier);
    unnamed += earlierUnnamed;
    for (const [key, { count }] of later) add(key, later.get(key) ?? null, count);
  }

  function add(key: string, one: OperatorNews | null, count: number): void {
    const known = news.get(key) ?? (news.size < MOST_NEWS && one !== null ? { ...one, count: 0 } : null);
    if (known === null) unnamed += count;
    else news.set(key, { ...known, count: known.count + count });
  }

  /** Resolves to whether it was posted, or to be given up. */
  async function post(): Promise<boolean> {
    const [told, toldUnnamed] = [news, unnamed];
    news = new Map();
    unnamed = 0;
    const outcome = await send(operatorMessage([...told.values()], toldUnnamed));
    if (outcome.type === 'sent') {
      complained = false;
      return true;
    }
    putBack(told, toldUnnamed);
    if (!complained)
      log.warn({ outcome }, 'the channel of OPERATOR_CHANNEL_ID takes no messages; trying again later');
    complained = true;
    return false;
  }

  async function run(): Promise<void> {
    await clock.sleep(GATHERED_MS, stopping.signal);
    while ((news.size > 0 || unnamed > 0) && !stopping.signal.aborted) {
      const posted = await post();
      await clock.sleep(posted ? PAUSE_MS : REFUSED_PAUSE_MS, stopping.signal);
    }
    running = null;
  }

  return {
    tell(weight, text) {
      add(`${weight} ${text}`, { weight, text, count: 0 }, 1);
      if (!stopping.signal.aborted) running ??= run();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
      if (news.size > 0 || unnamed > 0) await post();
    },
  };
}
