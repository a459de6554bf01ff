import type { Logger } from 'pino';
import type { ListedCollection } from '../marketplace/model/collection.ts';
import type { GapStore } from '../store/gap-store.ts';
import type { SalesReading } from '../store/model/gap-size.ts';
import { estimateSizes, planEstimate } from './gap-estimate.ts';

/** Maximum of collections in a log line. */
const LOGGED = 20;

/** Estimates how many sales were missed in gaps of the feed. Sends no requests of its own. */
export interface GapEstimator extends AsyncDisposable {
  /** Takes the totals of a collection list that was read anyway; `run` writes them. @param askedAt epoch ms */
  learn(collections: readonly ListedCollection[], askedAt: number): void;
  /** Writes the totals and estimates the gaps that can be estimated. Never rejects: failures are logged. Disposing waits for it. */
  run(): Promise<void>;
}

/**
 * @param deps.feedReadAt when the feed was last read without a failure, epoch ms; `null` for never
 * @param deps.now epoch ms
 */
export function createGapEstimator(deps: {
  readonly store: GapStore;
  readonly feedReadAt: () => number | null;
  readonly log: Logger;
  readonly now: () => number;
}): GapEstimator {
  const { store, feedReadAt, log, now } = deps;
  let pendingTotals: SalesReading | null = null;
  let running: Promise<void> | null = null;
  let stopping = false;

  async function writeTotals(): Promise<void> {
    if (pendingTotals === null) return;
    const reading = pendingTotals;
    pendingTotals = null;
    if (reading.totals.length > 0) await store.noteSales(reading);
  }

  async function sizeGaps(): Promise<void> {
    const open = await store.openGaps();
    const plan = planEstimate(open, feedReadAt(), now());
    if (plan.do === 'wait') return;
    const sizes = plan.do === 'size' ? estimateSizes(await store.gapEvidence(plan.span)) : [];
    await store.closeGaps(
      open.gaps.map(({ id }) => id),
      sizes,
    );
    const gaps = open.gaps.map(({ noticedAt }) => new Date(noticedAt).toISOString());
    if (sizes.length === 0) log.info({ gaps }, 'the number of sales missed in a gap of the feed is unknown');
    else
      log.warn(
        {
          gaps,
          atLeast: sizes.reduce((sum, { atLeast }) => sum + atLeast, 0),
          atMost: sizes.reduce((sum, { atMost }) => sum + atMost, 0),
          collections: sizes.slice(0, LOGGED),
        },
        'the totals of the marketplace show sales that were missed in a gap of the feed',
      );
  }

  async function runOnce(): Promise<void> {
    try {
      await writeTotals();
      await sizeGaps();
    } catch (error) {
      log.error({ err: error }, 'could not estimate the size of a gap of the feed');
    }
    running = null;
  }

  return {
    learn(collections, askedAt) {
      const totals = collections.flatMap(({ address, totalSales }) =>
        totalSales === null ? [] : [{ collection: address, total: totalSales }],
      );
      pendingTotals = { askedAt, totals };
    },
    run: async () => {
      if (!stopping) running ??= runOnce();
      await running;
    },
    async [Symbol.asyncDispose]() {
      stopping = true;
      await running;
    },
  };
}
