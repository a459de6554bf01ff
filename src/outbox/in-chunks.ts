import type { Clock } from '#src/chain/clock.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { DeliveryStore } from '#src/store/open.ts';

/** The store works synchronously; after this much work the event loop runs gateway heartbeats and command answers. */
const CHUNK_MS = 10;

type Work = () => Promise<void>;

/** Removes and returns the oldest. */
function takeOldest(workQueue: Set<Work>): Work | undefined {
  const [oldest] = workQueue;
  if (oldest !== undefined) workQueue.delete(oldest);
  return oldest;
}

/** The outbox as channel queues use it. */
export interface ChannelQueueOutbox extends DeliveryStore {
  /**
   * `channelWork`, after `expire` where anything has, in one chunk: the first of ten thousand queues must not wait until all
   * others have expired.
   */
  expireAndReadWork(
    channelId: string,
    limit: number,
    occurredBefore: number,
  ): Promise<{ readonly expired: number; readonly work: QueueWork }>;
  /** `channelWork` with priority, for a queue that has been granted a request permit. */
  readonly channelWorkPrioritised: DeliveryStore['channelWork'];
}

/**
 * The same outbox for ten thousand channel queues that are woken at once: calls run in order and yield to the event loop
 * after each chunk of work. Calls that belong to a request run alternately with calls that only read what is due. So a
 * granted permit is not delayed by all reads, and a queue with an auction about to end is still read in time.
 * @param deps.signal aborts on shutdown; remaining calls then run without yielding
 */
export function inChunks(
  outbox: DeliveryStore,
  deps: { readonly clock: Clock; readonly signal: AbortSignal },
): ChannelQueueOutbox {
  const { clock, signal } = deps;
  const withPermit = new Set<Work>();
  const others = new Set<Work>();
  let [preferred, deferred] = [others, withPermit];
  function nextWork(): Work | undefined {
    [preferred, deferred] = [deferred, preferred];
    return takeOldest(preferred) ?? takeOldest(deferred);
  }
  let working = false;
  let workedMs = 0;

  async function work(): Promise<void> {
    working = true;
    for (let next = nextWork(); next !== undefined; next = nextWork()) {
      const startedAt = performance.now();
      await next();
      workedMs += performance.now() - startedAt;
      if (workedMs < CHUNK_MS || signal.aborted) continue;
      await clock.sleep(0, signal);
      workedMs = 0;
    }
    working = false;
  }

  function within(workQueue: Set<Work>) {
    return <A extends readonly unknown[], R>(
      method: (...args: A) => Promise<R>,
    ): ((...args: A) => Promise<R>) =>
      (...args) =>
        new Promise<R>((resolve, reject) => {
          workQueue.add(() => method(...args).then(resolve, reject));
          if (!working) void work();
        });
  }
  const chunked = within(others);
  const chunkedFirst = within(withPermit);

  return {
    recover: chunked(outbox.recover),
    channelsWithWork: chunked(outbox.channelsWithWork),
    channelWork: chunked(outbox.channelWork),
    expireAndReadWork: chunked(async (channelId: string, limit: number, occurredBefore: number) => {
      const work = await outbox.channelWork(channelId, limit);
      if (work.oldestWaitingAt === null || work.oldestWaitingAt >= occurredBefore)
        return { expired: 0, work };
      const expired = await outbox.expire(channelId, occurredBefore);
      return { expired, work: expired === 0 ? work : await outbox.channelWork(channelId, limit) };
    }),
    channelWorkPrioritised: chunkedFirst(outbox.channelWork),
    expire: chunked(outbox.expire),
    startPost: chunkedFirst(outbox.startPost),
    summariseWaiting: chunked(outbox.summariseWaiting),
    markDisplayed: chunkedFirst(outbox.markDisplayed),
    leaveToCard: chunkedFirst(outbox.leaveToCard),
    abandonLiveMessage: chunkedFirst(outbox.abandonLiveMessage),
    noteEditProblem: chunkedFirst(outbox.noteEditProblem),
    markRedrawn: chunkedFirst(outbox.markRedrawn),
    markPublished: chunkedFirst(outbox.markPublished),
    retryPost: chunkedFirst(outbox.retryPost),
    markSent: chunkedFirst(outbox.markSent),
    markAmbiguous: chunkedFirst(outbox.markAmbiguous),
    holdPost: chunkedFirst(outbox.holdPost),
    release: chunkedFirst(outbox.release),
    markDead: chunkedFirst(outbox.markDead),
    stopQueue: chunkedFirst(outbox.stopQueue),
    openForRetry: chunked(outbox.openForRetry),
  };
}
