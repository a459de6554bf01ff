import type { LaneWork } from '../../domain/lane.ts';
import type { Clock, Outbox } from '../ports.ts';

/** The store works in the event loop. After so much of it others have it: heartbeats, and people who wait for an answer. */
const SLICE_MS = 10;

type Work = () => Promise<void>;

/** Takes the oldest out. */
function takeFrom(line: Set<Work>): Work | undefined {
  const [oldest] = line;
  if (oldest !== undefined) line.delete(oldest);
  return oldest;
}

/** The outbox as lanes have it. */
export interface LaneOutbox extends Outbox {
  /** `expire` and then `laneWork` in one go: the first of ten thousand lanes must not wait until all others have expired. */
  lookInto(
    channelId: string,
    limit: number,
    occurredBefore: number,
  ): Promise<{ readonly expired: number; readonly work: LaneWork }>;
  /** `laneWork` for a lane whose turn has come. */
  readonly laneWorkInTurn: Outbox['laneWork'];
}

/**
 * The same outbox for ten thousand lanes that are woken at once: what they ask of it is done in order, and after each slice of
 * work the event loop turns. What belongs to a request waits for one other piece of work at most: a turn that waits behind all
 * lanes that only look what there is to do would come to nothing. And those get every other piece, because among them may be one
 * that has to tell of an auction about to end.
 * @param deps.signal aborts when no more work is begun; then nothing is spread any more
 */
export function inSlices(
  outbox: Outbox,
  deps: { readonly clock: Clock; readonly signal: AbortSignal },
): LaneOutbox {
  const { clock, signal } = deps;
  const inTurn = new Set<Work>();
  const others = new Set<Work>();
  let [preferred, deferred] = [others, inTurn];
  function nextWork(): Work | undefined {
    [preferred, deferred] = [deferred, preferred];
    return takeFrom(preferred) ?? takeFrom(deferred);
  }
  let working = false;
  let workedMs = 0;

  async function work(): Promise<void> {
    working = true;
    for (let next = nextWork(); next !== undefined; next = nextWork()) {
      const begunAt = performance.now();
      await next();
      workedMs += performance.now() - begunAt;
      if (workedMs < SLICE_MS || signal.aborted) continue;
      await clock.sleep(0, signal);
      workedMs = 0;
    }
    working = false;
  }

  function within(line: Set<Work>) {
    return <A extends readonly unknown[], R>(
      verb: (...args: A) => Promise<R>,
    ): ((...args: A) => Promise<R>) =>
      (...args) =>
        new Promise<R>((resolve, reject) => {
          line.add(() => verb(...args).then(resolve, reject));
          if (!working) void work();
        });
  }
  const sliced = within(others);
  const slicedInTurn = within(inTurn);

  return {
    recover: sliced(outbox.recover),
    lanesWithWork: sliced(outbox.lanesWithWork),
    laneWork: sliced(outbox.laneWork),
    lookInto: sliced(async (channelId: string, limit: number, occurredBefore: number) => {
      const expired = await outbox.expire(channelId, occurredBefore);
      return { expired, work: await outbox.laneWork(channelId, limit) };
    }),
    laneWorkInTurn: slicedInTurn(outbox.laneWork),
    expire: sliced(outbox.expire),
    beginPost: slicedInTurn(outbox.beginPost),
    foldWaiting: sliced(outbox.foldWaiting),
    markShown: slicedInTurn(outbox.markShown),
    letCardBe: slicedInTurn(outbox.letCardBe),
    markDrawn: slicedInTurn(outbox.markDrawn),
    markPublished: slicedInTurn(outbox.markPublished),
    retryPost: slicedInTurn(outbox.retryPost),
    markSent: slicedInTurn(outbox.markSent),
    markAmbiguous: slicedInTurn(outbox.markAmbiguous),
    holdPost: slicedInTurn(outbox.holdPost),
    release: slicedInTurn(outbox.release),
    markDead: slicedInTurn(outbox.markDead),
    stopLane: slicedInTurn(outbox.stopLane),
  };
}
