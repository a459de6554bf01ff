import type { APIMessage } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activity } from '#commands/activity/command.ts';
import { summaryScreen } from '#commands/activity/summary.ts';
import type { Alert } from '#src/alerts/alert.ts';
import { everywhereOf } from '#src/discord/availability.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { startCommandBot } from '../discord/command-bot.ts';
import { inMemoryServices } from '../discord/command-services.ts';
import { anyAlert, postOf } from '../discord/views/any-alert.ts';
import { refusals } from '../discord/views/discord-refuses.ts';
import { viewContext } from '../discord/views/view-context.ts';
import { auctionAlert, saleAlert, soldItem, sweepAlert } from '../support/build-alert.ts';

const COIN = 10n ** 18n;

const sales = (count: number): readonly Alert[] =>
  Array.from({ length: count }, (_, number) =>
    saleAlert(number, {
      item: soldItem({
        tokenId: String(number),
        tokenName: `Punk #${number}`,
        price: BigInt(number + 1) * COIN,
      }),
    }),
  );

/**
 * A bot whose summary of these alerts is in the channel.
 * @param kept the alerts that are still stored, if not all
 * @param postedIn another channel, if the post is of that
 */
async function withSummary(alerts: readonly Alert[], kept = alerts, postedIn: string | null = null) {
  const parts = new AsyncDisposableStack();
  const data = { postedAlerts: { channelId: '', alerts: kept } };
  const { services } = inMemoryServices();
  const bot = parts.use(
    await startCommandBot({
      commands: [activity],
      services: { ...services, store: { ...services.store, alertsOfPost: async () => data.postedAlerts } },
    }),
  );
  data.postedAlerts.channelId = postedIn ?? bot.channelId;
  const post = postOf(alerts, 'summary', { channelId: bot.channelId });
  const { nonce: _, enforce_nonce: __, ...body } = alertMessage(post, viewContext(), 'normal');
  const { body: posted } = await bot.call('POST', `/channels/${bot.channelId}/messages`, body);
  const message = posted as APIMessage;
  return {
    press: (label: string) => bot.member.press(message, label),
    member: bot.member,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

const linesOf = (message: APIMessage | null) => message?.embeds[0]?.description?.split('\n') ?? [];

describe('the button “All …” under a summary', () => {
  it('shows all alerts to the person who presses it, ten a page, the most expensive first', async () => {
    await using posted = await withSummary(sales(25));
    const first = await posted.press('All 25');
    expect(first.ephemeral).toBe(true);
    const [embed] = first.message?.embeds ?? [];
    expect(embed?.title).toBe('25 alerts');
    expect(embed?.footer?.text).toBe('Test Market · page 1 of 3');
    expect(linesOf(first.message).slice(1)).toHaveLength(10);
    expect(linesOf(first.message)[1]).toMatch(/^💰 \[Punk #24\]\(.+\) · \*\*25 ETH\*\*$/u);

    if (first.message === null) throw new Error('There is no answer.');
    const second = await posted.member.press(first.message, 'Next ›');
    expect(linesOf(second.message)[1]).toContain('Punk #14');
    if (second.message === null) throw new Error('There is no second page.');
    const last = await posted.member.press(second.message, 'Next ›');
    expect(linesOf(last.message).at(-1)).toContain('Punk #0');
  });

  it('shows an auction once, as it stands now', async () => {
    const auction = auctionAlert({ key: 'started', liveKey: null });
    const alerts = [...sales(11), auction];
    const kept = [...sales(11), auctionAlert({ key: 'started', status: 'sold', liveKey: null })];
    await using posted = await withSummary(alerts, kept);
    const { message } = await posted.press('All 12');
    expect(linesOf(message).join('\n')).toContain('sold at auction for **3 ETH**');
  });

  it('says so when the alerts are no longer stored', async () => {
    await using posted = await withSummary(sales(25), []);
    expect((await posted.press('All 25')).message?.content).toBe('These alerts are no longer stored.');
  });

  it('shows nothing that another channel got, nor another post that got its number', async () => {
    await using elsewhere = await withSummary(sales(25), sales(25), '900000000000000009');
    expect((await elsewhere.press('All 25')).message?.content).toBe('These alerts are no longer stored.');
    await using other = await withSummary(sales(25), [sweepAlert(3)]);
    expect((await other.press('All 25')).message?.content).toBe('These alerts are no longer stored.');
  });

  it('works in direct messages too', () => {
    expect(everywhereOf([activity]).components).toContain(summaryScreen.id);
  });

  it('is taken by Discord, whatever the alerts are', async () => {
    const pages = fc.constantFrom(1, 2, 9);
    await fc.assert(
      fc.asyncProperty(fc.array(anyAlert, { minLength: 1, maxLength: 25 }), pages, async (alerts, page) => {
        const [first] = alerts;
        if (first === undefined) return;
        const { services } = inMemoryServices({ postedAlerts: { channelId: '1000', alerts } });
        const values = { post: '1', mark: referenceFor('1000', first), page };
        const context = { services, requester: '100000000000000001', channelId: '1000' };
        const answer = await summaryScreen.show(values, context as never);
        expect(refusals(answer)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
