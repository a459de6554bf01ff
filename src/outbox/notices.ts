import type { Logger } from 'pino';
import type { NoticeAlert } from '#src/alerts/alert.ts';
import { newNoticeAlert } from '#src/alerts/kinds/notice.ts';
import { fullJitter } from '#src/chain/backoff.ts';
import type { Clock } from '#src/chain/clock.ts';
import type { DueNotice, NoticeTarget, RefusedNotice } from '#src/store/model/notice-target.ts';
import type { NoticeStore } from '#src/store/notices.ts';
import type { TickerStore } from '#src/store/tickers.ts';

import { createWakeSignal } from './wake-signal.ts';

/** Finds the channels for notices about a stopped channel. */
export interface NoticeTargets {
  /** Returns whether this process receives the server's events. The process that does sends its notices. */
  knows(guildId: string): boolean;
  /**
   * Returns the direct message channels of the rules' authors, as far as they can be opened, once it is their turn.
   * Rejects if that is currently unknown, and once the signal aborts.
   */
  directMessages(
    stopped: Pick<DueNotice, 'guildId' | 'channelId' | 'askers'>,
    signal: AbortSignal,
  ): Promise<readonly NoticeTarget[]>;
  /**
   * Resolves to the nearest channel in which the bot can post; `null` if there is none. Rejects if that is currently
   * unknown.
   */
  nearestChannel(stopped: Pick<DueNotice, 'guildId' | 'channelId'>): Promise<string | null>;
  /** Names of the permissions missing to post there, or to rename a ticker; `null` if unknown. */
  missingIn(stopped: Pick<DueNotice, 'channelId' | 'isTicker'>): readonly string[] | null;
  /** Resolves to whether the authors were already notified of this problem, and only a retry failed. */
  wasNotifiedBefore(stopped: Pick<DueNotice, 'channelId' | 'code'>): Promise<boolean>;
}

/**
 * A refused message may reveal a removal before the gateway reports it. After this delay, other lost channels are known
 * too and share one notice.
 */
const GATEWAY_DELAY_MS = 2_000;
/** Backoff after a failure to find a channel for a notice. */
const RETRIES = { firstMs: 60_000, maxMs: 15 * 60_000 };

/** Notifies the authors of rules, once, that a channel no longer accepts alerts. */
export interface Notices extends AsyncDisposable {
  /** Checks for due notices. Call this when a channel queue may have stopped, and once the gateway is connected. */
  check(): void;
}

function noticeOf(stopped: DueNotice, missing: readonly string[] | null, now: number): NoticeAlert {
  return newNoticeAlert({
    key: `notice:${stopped.channelId}:${stopped.stoppedAt}`,
    liveKey: null,
    channelId: stopped.channelId,
    code: stopped.code,
    missing,
    users: stopped.askers,
    waiting: stopped.waiting,
    ...(stopped.isTicker === true ? { isTicker: true } : {}),
    txHash: null,
    occurredAt: Math.floor(now / 1_000),
  });
}

/** Runs independently of the channel queues, one check at a time. Disposing stops the checks. */
export function createNotices(deps: {
  readonly store: NoticeStore;
  readonly tickers: Pick<TickerStore, 'postNotice'>;
  readonly targets: NoticeTargets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly wake: (channelIds: readonly string[]) => void;
}): Notices {
  const { store, tickers, targets, clock, random, log, wake } = deps;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal(clock, stopping.signal);
  let running: Promise<void> | null = null;

  async function sendNotice(stopped: DueNotice): Promise<void> {
    const { channelId, code, isTicker = false } = stopped;
    const post = isTicker ? tickers.postNotice : store.postNotice;
    if (!isTicker && (await targets.wasNotifiedBefore(stopped))) return post(channelId, null);
    const directChannels = await targets.directMessages(stopped, stopping.signal);
    const nearest = directChannels.length === 0 ? await targets.nearestChannel(stopped) : null;
    const to = nearest === null ? directChannels : [{ channelId: nearest, userId: null }];
    const isUndeliverable = to.length === 0;
    const alert = noticeOf(stopped, targets.missingIn(stopped), clock.now());
    await post(channelId, isUndeliverable ? null : { alert, to });
    if (isUndeliverable) log.warn({ channelId, code }, 'no channel for a notice found');
    else wake(to.map((target) => target.channelId));
  }

  /** Sends the notice to the nearest channel, because no direct message was accepted. */
  async function rerouteToChannel({ alertId, guildId, channelId }: RefusedNotice): Promise<void> {
    const nearest = await targets.nearestChannel({ guildId, channelId });
    await store.rerouteNotice(alertId, nearest);
    if (nearest === null) log.warn({ channelId }, 'no channel for a notice found');
    else wake([nearest]);
  }

  /** Resolves to whether all due notices were handled. */
  async function sendAll(): Promise<boolean> {
    let all = true;
    async function attempt(channelId: string, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (stopping.signal.aborted) return;
        all = false;
        log.warn({ err: error, channelId }, 'search for a notice channel failed; retrying');
      }
    }
    for (const stopped of await store.dueNotices())
      if (targets.knows(stopped.guildId)) await attempt(stopped.channelId, () => sendNotice(stopped));
    for (const refused of await store.refusedNotices())
      if (targets.knows(refused.guildId)) await attempt(refused.channelId, () => rerouteToChannel(refused));
    return all;
  }

  async function runOnce(): Promise<boolean> {
    try {
      return await sendAll();
    } catch (error) {
      log.error({ err: error }, 'due notices not read; retrying');
      return false;
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    do {
      wakeSignal.reset();
      await clock.sleep(GATEWAY_DELAY_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      failures = (await runOnce()) ? 0 : failures + 1;
      if (failures > 0) await wakeSignal.sleepUntil(clock.now() + fullJitter(failures, RETRIES, random));
    } while (!stopping.signal.aborted && (wakeSignal.isNotified() || failures > 0));
    running = null;
  }

  return {
    check() {
      wakeSignal.notify();
      if (!stopping.signal.aborted) running ??= run();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
