import type { Logger } from 'pino';
import type { NoticeAlert } from '../../domain/alert.ts';
import { createAlarm } from '../alarm.ts';
import { fullJitter } from '../backoff.ts';
import type { Clock, NoticeBoard, NoticePlaces, RefusedNotice, StoppedChannel } from '../ports.ts';

/**
 * So long the gateway gets to tell of a removal that a refused message was the first to show: then it is known which other
 * channels are gone too, and several that stop together are told of together.
 */
const BEFORE_TELLING_MS = 2_000;
/** Waits after a failure to find a place. */
const RETRIES = { firstMs: 60_000, maxMs: 15 * 60_000 };

/** Tells people, once, that a channel of theirs takes no alerts any more. */
export interface Notices extends AsyncDisposable {
  /** A lane may have stopped; also to be called once the gateway is connected. */
  look(): void;
}

function noticeOf(stopped: StoppedChannel, missing: readonly string[] | null, now: number): NoticeAlert {
  return {
    type: 'notice',
    kind: 'notice',
    key: `notice:${stopped.channelId}:${stopped.stoppedAt}`,
    topic: null,
    channelId: stopped.channelId,
    code: stopped.code,
    missing,
    askers: stopped.askers,
    waiting: stopped.waiting,
    txHash: null,
    occurredAt: Math.floor(now / 1_000),
  };
}

/** Notices that wait for nobody: they run beside the lanes, one look at a time. Disposing it ends the looking. */
export function createNotices(deps: {
  readonly board: NoticeBoard;
  readonly places: NoticePlaces;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly wake: (channelIds: readonly string[]) => void;
}): Notices {
  const { board, places, clock, random, log, wake } = deps;
  const stopping = new AbortController();
  const alarm = createAlarm(clock, stopping.signal);
  let looking: Promise<void> | null = null;

  async function tell(stopped: StoppedChannel): Promise<void> {
    const { channelId, code } = stopped;
    if (await places.toldBefore(stopped)) return board.postNotice(channelId, null);
    const alone = await places.directMessages(stopped);
    const nearest = alone.length === 0 ? await places.nearestChannel(stopped) : null;
    const to = nearest === null ? alone : [nearest];
    const nobody = to.length === 0;
    const alert = noticeOf(stopped, places.missingIn(channelId), clock.now());
    await board.postNotice(channelId, nobody ? null : { alert, to });
    if (nobody) log.warn({ channelId, code }, 'nobody can be told that a channel takes no alerts');
    else wake(to);
  }

  /** Nobody could be told alone, so the nearest channel is told. */
  async function tellInPublic({ alertId, guildId, channelId }: RefusedNotice): Promise<void> {
    const nearest = await places.nearestChannel({ guildId, channelId });
    await board.rerouteNotice(alertId, nearest);
    if (nearest === null) log.warn({ channelId }, 'nobody can be told that a channel takes no alerts');
    else wake([nearest]);
  }

  /** Resolves to whether everybody was told who can be. */
  async function tellAll(): Promise<boolean> {
    let all = true;
    async function attempt(channelId: string, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        all = false;
        log.warn({ err: error, channelId }, 'a notice finds no place yet; trying again later');
      }
    }
    for (const stopped of await board.noticesDue()) await attempt(stopped.channelId, () => tell(stopped));
    for (const refused of await board.refusedNotices()) {
      await attempt(refused.channelId, () => tellInPublic(refused));
    }
    return all;
  }

  async function lookOnce(): Promise<boolean> {
    try {
      return await tellAll();
    } catch (error) {
      log.error({ err: error }, 'the notices that are due could not be read');
      return false;
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    do {
      alarm.reset();
      await clock.sleep(BEFORE_TELLING_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      failures = (await lookOnce()) ? 0 : failures + 1;
      if (failures > 0) await alarm.sleepUntil(clock.now() + fullJitter(failures, RETRIES, random));
    } while (!stopping.signal.aborted && (alarm.rung() || failures > 0));
    looking = null;
  }

  return {
    look() {
      alarm.ring();
      if (!stopping.signal.aborted) looking ??= run();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await looking;
    },
  };
}
