import type { Logger } from 'pino';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { type OperatorEntry, operatorMessage, type Severity } from './operator-message.ts';

/** Posts problems to the operator's channel. Disposing of it tries once more to post what is pending. */
export interface OperatorChannel extends AsyncDisposable {
  /** Queues an entry and returns immediately. Repetitions of a pending text are counted. */
  notify(severity: Severity, text: string): void;
}

/** Texts within this time go into one message, ms. */
const BATCH_DELAY_MS = 1_000;
/** Minimum time between two messages, ms. */
const MESSAGE_INTERVAL_MS = 60_000;
/** Wait after a failed message, ms. */
const RETRY_DELAY_MS = 10 * 60_000;
/** Maximum number of different texts kept; further ones are only counted. */
const MAX_ENTRIES = 40;

/**
 * @param deps.send makes one attempt to post and never rejects
 * @param deps.log receives one warning when the channel stops accepting messages
 */
export function createOperatorChannel(deps: {
  readonly send: (message: AlertMessage) => Promise<SendOutcome>;
  readonly messages: Messages;
  readonly clock: { sleep(ms: number, signal: AbortSignal): Promise<void> };
  readonly log: Logger;
}): OperatorChannel {
  const { send, messages, clock, log } = deps;
  const stopping = new AbortController();
  let entries = new Map<string, OperatorEntry>();
  let omitted = 0;
  let running: Promise<void> | null = null;
  let warned = false;

  function restore(earlier: ReadonlyMap<string, OperatorEntry>, earlierOmitted: number): void {
    const later = entries;
    entries = new Map(earlier);
    omitted += earlierOmitted;
    for (const [key, { count }] of later) add(key, later.get(key) ?? null, count);
  }

  function add(key: string, one: OperatorEntry | null, count: number): void {
    const known =
      entries.get(key) ?? (entries.size < MAX_ENTRIES && one !== null ? { ...one, count: 0 } : null);
    if (known === null) omitted += count;
    else entries.set(key, { ...known, count: known.count + count });
  }

  /** Resolves to whether the message was posted. */
  async function post(): Promise<boolean> {
    const [sending, sendingOmitted] = [entries, omitted];
    entries = new Map();
    omitted = 0;
    const outcome = await send(operatorMessage([...sending.values()], sendingOmitted, messages));
    if (outcome.type === 'sent') {
      warned = false;
      return true;
    }
    restore(sending, sendingOmitted);
    if (!warned) log.warn({ outcome }, 'message to OPERATOR_CHANNEL_ID not sent; retrying');
    warned = true;
    return false;
  }

  async function run(): Promise<void> {
    await clock.sleep(BATCH_DELAY_MS, stopping.signal);
    while ((entries.size > 0 || omitted > 0) && !stopping.signal.aborted) {
      const posted = await post();
      await clock.sleep(posted ? MESSAGE_INTERVAL_MS : RETRY_DELAY_MS, stopping.signal);
    }
    running = null;
  }

  return {
    notify(severity, text) {
      add(`${severity} ${text}`, { severity, text, count: 0 }, 1);
      if (!stopping.signal.aborted) running ??= run();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
      if (entries.size > 0 || omitted > 0) await post();
    },
  };
}
