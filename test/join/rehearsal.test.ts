import { describe, expect, it } from 'vitest';
import type { AlertMessage } from '../../src/discord/views/alert-message.ts';
import type { Activity } from '../../src/domain/activity.ts';
import type { MarketAlert } from '../../src/domain/alert.ts';
import { EVERYTHING } from '../../src/domain/alert-filter.ts';
import { GavelError } from '../../src/domain/errors.ts';
import type { SendOutcome } from '../../src/domain/posting.ts';
import { joinRehearsal } from '../../src/join/rehearsal.ts';
import { sale, sales } from '../support/build-activity.ts';
import { ruleOf, saleAlert } from '../support/build-alert.ts';

const COIN = 10n ** 18n;
const DAY = 86_400;
const CHANNEL = '900000000000000001';

/** A rehearsal over these activities, with what it asked for. */
function rehearse(
  activities: readonly Activity[],
  change: {
    readonly enrich?: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
    readonly outcome?: SendOutcome;
  } = {},
) {
  const enriched: MarketAlert[] = [];
  const sent: { readonly channelId: string; readonly message: AlertMessage }[] = [];
  const rehearsal = joinRehearsal({
    activities: async (limit) => activities.slice(0, limit),
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
  return { rehearsal, enriched, sent };
}

const withRank = (rank: number) => async (alerts: readonly MarketAlert[]) =>
  alerts.map(
    (alert): MarketAlert =>
      alert.type === 'sale' ? { ...alert, item: { ...alert.item, rarity: { rank, total: null } } } : alert,
  );

describe('a preview', () => {
  it('counts what of the latest fifty activities would have been posted, oldest first, however old it is', async () => {
    const feed = sales(60).map((one, position) =>
      sale({
        ...one,
        price: position % 10 === 0 ? 5n * COIN : COIN,
        timestamp: (one.timestamp ?? 0) - position * DAY,
      }),
    );
    const { rehearsal } = rehearse(feed);
    const preview = await rehearsal.preview(ruleOf({ filter: { ...EVERYTHING, priceFrom: 2n * COIN } }));
    expect(preview.of).toBe(50);
    expect(preview.matching).toHaveLength(5);
    const times = preview.matching.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('looks the newest up, and everything only where the rule asks for what has to be looked up', async () => {
    const plain = rehearse(sales(5));
    await plain.rehearsal.preview(ruleOf());
    expect(plain.enriched).toHaveLength(1);
    const ranked = rehearse(sales(5), { enrich: withRank(3) });
    const preview = await ranked.rehearsal.preview(ruleOf({ filter: { ...EVERYTHING, rankAtMost: 3 } }));
    expect(ranked.enriched).toHaveLength(5);
    expect(preview.matching).toHaveLength(5);
    const rare = await ranked.rehearsal.preview(ruleOf({ filter: { ...EVERYTHING, rankAtMost: 2 } }));
    expect(rare.matching).toEqual([]);
  });

  it('asks nothing for auctions, which no activity tells of', async () => {
    const preview = await rehearse(sales(5)).rehearsal.preview(ruleOf({ kinds: ['auction_bid'] }));
    expect(preview).toEqual({ of: 0, matching: [], auctionsOnly: true });
  });

  it('rejects where the marketplace does not answer', async () => {
    const down = joinRehearsal({
      activities: () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down')),
      enrich: async (alerts) => alerts,
      facts: { isWhitelisted: () => true },
      testMessage: () => ({ embeds: [], allowed_mentions: { parse: [] } }),
      send: async () => ({ type: 'unauthorized' }),
      now: () => 0,
    });
    await expect(down.preview(ruleOf())).rejects.toThrow('down');
  });

  it('shows an alert without the mark of a test', () => {
    const message = rehearse([]).rehearsal.message(CHANNEL, saleAlert(1));
    expect(message).toEqual({ embeds: [{ title: 'sale:id:1' }], allowed_mentions: { parse: [] } });
  });
});

describe('a test', () => {
  it('is posted in the channel with its mark', async () => {
    const { rehearsal, sent } = rehearse([]);
    expect(await rehearsal.post(CHANNEL, saleAlert(1))).toBeNull();
    expect(sent).toMatchObject([{ channelId: CHANNEL, message: { content: 'A test' } }]);
  });

  const refusals: readonly (readonly [SendOutcome, string])[] = [
    [{ type: 'refused', retryAfterMs: 5, detail: '' }, 'try again in a minute'],
    [{ type: 'invalid', detail: '' }, 'another look'],
    [{ type: 'stopped', state: 'paused', code: 50_013, detail: '' }, 'Give me “View Channel”'],
    [{ type: 'stopped', state: 'closed', code: 10_003, detail: '' }, 'Choose another channel'],
    [{ type: 'unauthorized' }, 'tell the one who runs me'],
    [{ type: 'ambiguous', detail: '', serverError: false }, 'may be in <#900000000000000001> or not'],
  ];
  it.each(refusals)('that ends as %o is told with what to do', async (outcome, words) => {
    expect(await rehearse([], { outcome }).rehearsal.post(CHANNEL, saleAlert(1))).toContain(words);
  });
});
