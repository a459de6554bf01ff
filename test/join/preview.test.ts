import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '../../src/alerts/alert.ts';
import { MATCH_ALL } from '../../src/alerts/filters/index.ts';
import { GavelError } from '../../src/chain/errors.ts';
import type { AlertMessage } from '../../src/discord/render/alert-message.ts';
import { createPreview } from '../../src/join/preview.ts';
import type { RuleExamples } from '../../src/join/rule-examples.ts';
import type { Activity } from '../../src/marketplace/model/activity.ts';
import { english } from '../../src/messages/messages.ts';
import type { SendOutcome } from '../../src/outbox/posting.ts';
import { sale, sales } from '../support/build-activity.ts';
import { ruleOf, saleAlert } from '../support/build-alert.ts';
import { pseudoMessages } from '../support/pseudo-language.ts';
import { unmarkedWords } from '../support/unmarked-words.ts';

const COIN = 10n ** 18n;
const DAY = 86_400;
const CHANNEL = '900000000000000001';

/** A preview of these activities, with its requests. */
function rehearse(
  activities: readonly Activity[],
  change: {
    readonly enrich?: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
    readonly outcome?: SendOutcome;
    readonly examples?: Partial<RuleExamples>;
  } = {},
) {
  const enriched: MarketAlert[] = [];
  const sent: { readonly channelId: string; readonly message: AlertMessage }[] = [];
  const previews = createPreview({
    activities: async (limit) => activities.slice(0, limit),
    examples: {
      storedSales: async () => ({ weekly: null, newest: async () => null }),
      withToken: async () => null,
      ...change.examples,
    },
    async enrich(alerts) {
      enriched.push(...alerts);
      return change.enrich === undefined ? alerts : change.enrich(alerts);
    },
    facts: { isWhitelisted: () => true },
    testMessage: (_channelId, alert) => ({
      content: 'A test',
      embeds: [{ title: alert.key }],
      allowed_mentions: { parse: [] },
    }),
    async send(channelId, message) {
      sent.push({ channelId, message });
      return change.outcome ?? { type: 'sent', messageId: '1' };
    },
    now: () => Date.UTC(2026, 0, 9),
  });
  return { previews, enriched, sent };
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
    const { previews } = rehearse(feed);
    const preview = await previews.preview(ruleOf({ filter: { ...MATCH_ALL, price_from: 2n * COIN } }));
    expect(preview.matching).toHaveLength(5);
    const times = preview.matching.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('looks up the newest alert only, or all if the rule depends on looked-up details', async () => {
    const plain = rehearse(sales(5));
    await plain.previews.preview(ruleOf());
    expect(plain.enriched).toHaveLength(1);
    const ranked = rehearse(sales(5), { enrich: withRank(3) });
    const preview = await ranked.previews.preview(ruleOf({ filter: { ...MATCH_ALL, rank: 3 } }));
    expect(ranked.enriched).toHaveLength(5);
    expect(preview.matching).toHaveLength(5);
    const rare = await ranked.previews.preview(ruleOf({ filter: { ...MATCH_ALL, rank: 2 } }));
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
      (await rehearse(activities, { examples: change }).previews.preview(rule)).example;
    expect(await exampleOf(dear, examples)).toMatchObject({
      happened: true,
      alert: { occurredAt: dear[0]?.timestamp },
    });
    expect(await exampleOf([], examples)).toBe(stored);
    expect(await exampleOf([], { withToken: examples.withToken })).toBe(madeUp);
    expect(await exampleOf([], {})).toBeNull();
  });

  it('reads no activities for auction rules, which none matches', async () => {
    const preview = await rehearse(sales(5)).previews.preview(ruleOf({ topics: ['auction_bid'] }));
    expect(preview).toEqual({ matching: [], example: null, weeklySales: null });
  });

  it('rejects if the marketplace does not answer', async () => {
    const down = createPreview({
      activities: () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down')),
      examples: {
        storedSales: async () => ({ weekly: null, newest: async () => null }),
        withToken: async () => null,
      },
      enrich: async (alerts) => alerts,
      facts: { isWhitelisted: () => true },
      testMessage: () => ({ embeds: [], allowed_mentions: { parse: [] } }),
      send: async () => ({ type: 'unauthorized' }),
      now: () => 0,
    });
    await expect(down.preview(ruleOf())).rejects.toThrow('down');
  });

  it('shows an alert without the test marker', () => {
    const message = rehearse([]).previews.message(CHANNEL, saleAlert(1));
    expect(message).toEqual({ embeds: [{ title: 'sale:id:1' }], allowed_mentions: { parse: [] } });
  });
});

describe('a test', () => {
  it('is posted in the channel with the test marker', async () => {
    const { previews, sent } = rehearse([]);
    expect(await previews.post(CHANNEL, saleAlert(1))).toBeNull();
    expect(sent).toMatchObject([{ channelId: CHANNEL, message: { content: 'A test' } }]);
  });

  const refusals: readonly (readonly [SendOutcome, string])[] = [
    [{ type: 'refused', retryAfterMs: 5, detail: '' }, 'try again in a minute'],
    [{ type: 'invalid', detail: '' }, 'another look'],
    [{ type: 'stopped', state: 'paused', code: 50_013, detail: '' }, 'Give me “View Channel”'],
    [{ type: 'stopped', state: 'closed', code: 10_003, detail: '' }, 'Choose another channel'],
    [{ type: 'unauthorized' }, 'inform the one who runs me'],
    [{ type: 'ambiguous', detail: '', serverError: false }, 'may be in <#900000000000000001> or not'],
  ];
  it.each(refusals)('that ends as %o is answered with what to do', async (outcome, words) => {
    const refusal = await rehearse([], { outcome }).previews.post(CHANNEL, saleAlert(1));
    expect(refusal?.(english)).toContain(words);
    expect(unmarkedWords(refusal?.(pseudoMessages))).toEqual([]);
  });
});
