import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { GavelError } from '#src/chain/errors.ts';
import { createPreview } from '#src/ingest/preview.ts';
import type { RuleExamples } from '#src/ingest/rule-examples.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { sale, sales } from '../support/build-activity.ts';
import { ruleOf, saleAlert } from '../support/build-alert.ts';

const COIN = 10n ** 18n;
const DAY = 86_400;

/** A preview of these activities, and the alerts that were enriched. */
function rehearse(
  activities: readonly Activity[],
  change: {
    readonly enrich?: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
    readonly examples?: Partial<RuleExamples>;
    readonly madeNow?: () => Promise<MarketAlert | null>;
  } = {},
) {
  const enriched: MarketAlert[] = [];
  const preview = createPreview({
    activities: async (limit) => activities.slice(0, limit),
    examples: {
      storedSales: async () => ({ weekly: null, newest: async () => null }),
      withToken: async () => null,
      ...change.examples,
    },
    madeNow: change.madeNow ?? (async () => null),
    async enrich(alerts) {
      enriched.push(...alerts);
      return change.enrich === undefined ? alerts : change.enrich(alerts);
    },
    facts: { isWhitelisted: () => true },
    now: () => Date.UTC(2026, 0, 9),
  });
  return { preview, enriched };
}

const withRank = (rank: number) => async (alerts: readonly MarketAlert[]) =>
  alerts.map(
    (alert): MarketAlert =>
      alert.kind === 'sale' ? { ...alert, item: { ...alert.item, rarity: { rank, total: null } } } : alert,
  );

describe('a preview', () => {
  it('contains the alerts of the latest fifty activities that match, oldest first, at any age', async () => {
    const feed = sales(60).map((one, position) =>
      sale({
        ...one,
        price: position % 10 === 0 ? 5n * COIN : COIN,
        timestamp: (one.timestamp ?? 0) - position * DAY,
      }),
    );
    const { preview } = rehearse(feed);
    const previewed = await preview(ruleOf({ filter: { ...MATCH_ALL, price_from: 2n * COIN } }));
    expect(previewed.matching).toHaveLength(5);
    const times = previewed.matching.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('looks up the newest alert only, or all if the rule depends on looked-up details', async () => {
    const plain = rehearse(sales(5));
    await plain.preview(ruleOf());
    expect(plain.enriched).toHaveLength(1);
    const ranked = rehearse(sales(5), { enrich: withRank(3) });
    const preview = await ranked.preview(ruleOf({ filter: { ...MATCH_ALL, rank: 3 } }));
    expect(ranked.enriched).toHaveLength(5);
    expect(preview.matching).toHaveLength(5);
    const rare = await ranked.preview(ruleOf({ filter: { ...MATCH_ALL, rank: 2 } }));
    expect(rare.matching).toEqual([]);
  });

  it('shows the newest match, else the newest stored sale, else an example with a token', async () => {
    const stored = { alert: saleAlert(7), happened: true };
    const madeUp = { alert: saleAlert(8), happened: false };
    const examples = {
      storedSales: async () => ({ weekly: 3, newest: async () => stored }),
      withToken: async () => madeUp,
    };
    const rule = ruleOf({ filter: { ...MATCH_ALL, price_from: 2n * COIN } });
    const dear = [sale({ price: 5n * COIN })];
    const exampleOf = async (activities: readonly Activity[], change: Partial<RuleExamples>) =>
      (await rehearse(activities, { examples: change }).preview(rule)).example;
    expect(await exampleOf(dear, examples)).toMatchObject({
      happened: true,
      alert: { occurredAt: dear[0]?.timestamp },
    });
    expect(await exampleOf([], examples)).toBe(stored);
    expect(await exampleOf([], { withToken: examples.withToken })).toBe(madeUp);
    expect(await exampleOf([], {})).toBeNull();
  });

  it('reads no activities for auction rules, which none matches', async () => {
    const preview = await rehearse(sales(5)).preview(ruleOf({ topics: ['auction_bid'] }));
    expect(preview).toEqual({ matching: [], example: null, weeklySales: null });
  });

  it('shows what would be made for the rule now, for topics that are made for rules', async () => {
    const alert = saleAlert(9);
    const { preview } = rehearse(sales(5), { madeNow: async () => alert });
    expect(await preview(ruleOf({ topics: ['floor'] }))).toEqual({
      ...{ matching: [], weeklySales: null },
      example: { alert, happened: true },
    });
  });

  it('rejects if the marketplace does not answer', async () => {
    const down = createPreview({
      activities: () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down')),
      examples: {
        storedSales: async () => ({ weekly: null, newest: async () => null }),
        withToken: async () => null,
      },
      madeNow: async () => null,
      enrich: async (alerts) => alerts,
      facts: { isWhitelisted: () => true },
      now: () => 0,
    });
    await expect(down(ruleOf())).rejects.toThrow('down');
  });
});
