import type { Logger } from 'pino';
import type { ListedCollection } from '../../domain/collection.ts';
import type { SalesReading } from '../../domain/gap-size.ts';
import type { GapBook } from '../ports.ts';
import { planSizing, sizesOf } from './gap-sizes.ts';

/** Collections that a line of the log names. */
const LOGGED = 20;

/** Estimates how many sales lay in gaps of the feed. It asks the marketplace for nothing. */
export interface GapSizing extends AsyncDisposable {
  /** Takes over the totals of a list of collections that was read anyway; `look` writes them. @param askedAt epoch ms */
  learn(collections: readonly ListedCollection[], askedAt: number): void;
  /** Writes what was learnt, and sizes the gaps that can be sized by now. Never rejects: a failure is logged. Disposing waits for it. */
  look(): Promise<void>;
}

/**
 * @param deps.feedReadAt when the feed was last read without a failure, epoch ms; `null` before the first time
 * @param deps.now epoch ms
 */
export function createGapSizing(deps: {
  readonly book: GapBook;
  readonly feedReadAt: () => number | null;
  readonly log: Logger;
  readonly now: () => number;
}): GapSizing {
  const { book, feedReadAt, log, now } = deps;
  let learnt: SalesReading | null = null;
  let looking: Promise<void> | null = null;
  let stopping = false;

  async function writeLearnt(): Promise<void> {
    if (learnt === null) return;
    const reading = learnt;
    learnt = null;
    if (reading.totals.length > 0) await book.noteSales(reading);
  }

  async function sizeGaps(): Promise<void> {
    const open = await book.openGaps();
    const plan = planSizing(open, feedReadAt(), now());
    if (plan.do === 'wait') return;
    const sizes = plan.do === 'size' ? sizesOf(await book.gapEvidence(plan.span)) : [];
    await book.closeGaps(
      open.gaps.map(({ id }) => id),
      sizes,
    );
    const gaps = open.gaps.map(({ noticedAt }) => new Date(noticedAt).toISOString());
    if (sizes.length === 0) log.info({ gaps }, 'how many sales lay in a gap of the feed cannot be told');
    else
      log.warn(
        {
          gaps,
          atLeast: sizes.reduce((sum, { atLeast }) => sum + atLeast, 0),
          atMost: sizes.reduce((sum, { atMost }) => sum + atMost, 0),
          collections: sizes.slice(0, LOGGED),
        },
        'sales that the marketplace counted were not shown by its feed around a gap',
      );
  }

  async function lookOnce(): Promise<void> {
    try {
      await writeLearnt();
      await sizeGaps();
    } catch (error) {
      log.error({ err: error }, 'the size of a gap of the feed could not be worked out');
    }
    looking = null;
  }

  return {
    learn(collections, askedAt) {
      const totals = collections.flatMap(({ address, totalSales }) =>
        totalSales === null ? [] : [{ collection: address, total: totalSales }],
      );
      learnt = { askedAt, totals };
    },
    look: async () => {
      if (!stopping) looking ??= lookOnce();
      await looking;
    },
    async [Symbol.asyncDispose]() {
      stopping = true;
      await looking;
    },
  };
}
