import { type APIEmbed, ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert, AuctionAlert } from '#src/alerts/alert.ts';
import type { Row } from '#src/discord/answer.ts';
import { alertMessage, rebuiltMessage } from '#src/discord/render/alert-message.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { address } from '../../support/build-activity.ts';
import {
  auctionAlert,
  listingAlert,
  moveAlert,
  noticeAlert,
  offerAlert,
  repeatTradesAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../../support/build-alert.ts';
import { isFound } from '../../support/is-found.ts';
import { cases } from '../../support/thorough.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyAlert, anyMarketAlert, postOf } from '../views/any-alert.ts';
import { refusals } from '../views/discord-refuses.ts';
import { anyContext, viewContext, withoutPages } from '../views/view-context.ts';

const COIN = 10n ** 18n;
const CHANNEL = '1000';
const START = Date.UTC(2026, 0, 1) / 1_000;

const bodyOf = (alerts: readonly Alert[], context = viewContext()) =>
  alertMessage(postOf(alerts, 'summary'), context, 'normal');
const embedOf = (alerts: readonly Alert[], context = withoutPages) => bodyOf(alerts, context).embeds?.[0];
const linesOf = (alerts: readonly Alert[]) => embedOf(alerts)?.description?.split('\n') ?? [];

const priced = (number: number, price: bigint, collection = 0xc0) =>
  saleAlert(number, {
    item: soldItem({
      collection: address(collection),
      collectionName: `Collection ${collection.toString(16)}`,
      tokenId: String(number),
      tokenName: `Punk #${number}`,
      price,
    }),
  });

/** What the embeds of a summary of so many alerts say: its head, the collections, and the alerts that it names. */
function read(embeds: readonly APIEmbed[] | undefined, alerts: number) {
  const parts = (embeds ?? []).flatMap(({ description = '' }) => description.split('\n\n'));
  const [first = ''] = parts;
  const isCounted = parts.some((part) => part.startsWith('**Top '));
  const head = first.startsWith('-# ') || alerts > 5 || isCounted ? [first] : [];
  const [collections = ''] = isCounted ? parts.slice(head.length) : [];
  const named = parts.slice(head.length + (isCounted ? 1 : 0)).filter((part) => part !== '');
  const totals = head.flatMap((part) => part.split('\n')).filter((line) => !line.startsWith('-# '));
  return {
    totals,
    collections: collections === '' ? [] : collections.split('\n'),
    named: named.flatMap((part) => part.split('\n')).filter((line) => !line.startsWith('**Top ')),
  };
}

const numberIn = (text: string, pattern: RegExp): number =>
  Number((pattern.exec(text)?.[1] ?? 'none').replaceAll(',', ''));

/** How many alerts a summary counts by kind and by collection, or names; `null` for what it does not show. */
function countAlerts(body: { readonly embeds?: readonly APIEmbed[] | undefined }, alerts: number) {
  const { totals, collections, named } = read(body.embeds, alerts);
  const inLines = named.map((line) =>
    / · [\d,]+ alerts(?: · |$)/.test(line) ? numberIn(line, / · ([\d,]+) alerts(?: · |$)/) : 1,
  );
  const byCollection = collections.map((line) => numberIn(line, /: \*\*([\d,]+)\*\*(?: · [^:]+)?$/));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    all: collections.length === 0 ? sum(inLines) : sum(byCollection),
    inTotals: totals.length === 0 ? null : sum(totals.map((line) => numberIn(line, /^\S+ ([\d,]+) /))),
    named: named.length,
  };
}

/** The buttons under a message. */
const buttonsOf = ({ components }: ReturnType<typeof bodyOf>) =>
  ((components ?? []) as readonly Row[]).flatMap((row) =>
    row.components.flatMap((one) => (one.type === ComponentType.Button && 'label' in one ? [one] : [])),
  );

describe('a summary', () => {
  it('says how many alerts it holds, and of how long', () => {
    const alerts = [saleAlert(0), saleAlert(1, { occurredAt: START + 7_500 })];
    expect(embedOf(alerts)?.title).toBe('2 alerts in 2h 5m');
    expect(linesOf(alerts)[0]).toBe(`-# <t:${START}:f> – <t:${START + 7_500}:f>`);
    expect(embedOf([saleAlert(0)])?.title).toBe('1 alert');
  });

  it('of ten names each in a short line, the most expensive first, below what they make together', () => {
    const alerts = Array.from({ length: 10 }, (_, number) => priced(number, BigInt(number + 1) * COIN));
    const [embed, ...others] = bodyOf(alerts, withoutPages).embeds ?? [];
    expect(others).toEqual([]);
    expect(embed?.title).toBe('10 alerts in 9s');
    expect(embed?.description?.split('\n')).toEqual([
      `-# <t:${START}:f> – <t:${START + 9}:f>`,
      '💰 10 sales · **55 ETH** · 1 ETH to 10 ETH',
      '',
      ...alerts.toReversed().map((_, position) => `💰 Punk #${9 - position} · **${10 - position} ETH**`),
    ]);
    expect(buttonsOf(bodyOf(alerts))).toEqual([]);
  });

  it('of five hundred counts all by kind and collection, names the top ten, and leads to all by a button', () => {
    const alerts = Array.from({ length: 500 }, (_, number) =>
      priced(number, BigInt(number + 1) * COIN, number % 4 === 0 ? 0xc1 : 0xc0),
    );
    const body = bodyOf(alerts);
    expect(refusals(body)).toEqual([]);
    expect(body.embeds?.map(({ title }) => title)).toEqual(['500 alerts in 8m 19s']);
    expect(body.embeds?.[0]?.description?.split('\n').slice(1, 8)).toEqual([
      '💰 500 sales · **125,250 ETH** · 1 ETH to 500 ETH',
      '',
      'Collection c0: **375** · 94,125 ETH',
      'Collection c1: **125** · 31,125 ETH',
      '',
      '**Top 10**',
      `💰 [Punk #499](https://market.example/item/${address(0xc0)}/499) · **500 ETH**`,
    ]);
    expect(read(body.embeds, 500).named).toHaveLength(10);
    expect(body.components).toHaveLength(1);
    expect(buttonsOf(body)).toMatchObject([
      { label: 'All 500', custom_id: `all.AQ.${referenceFor(CHANNEL, saleAlert(0))}` },
    ]);
  });

  it('has no button in a channel that publishes, and as plain text', () => {
    const alerts = Array.from({ length: 30 }, (_, number) => saleAlert(number));
    const published = alertMessage(postOf(alerts, 'summary'), viewContext(), 'normal', 'embed');
    expect(published).not.toHaveProperty('components');
    const text = alertMessage(postOf(alerts, 'text'), viewContext(), 'normal');
    expect(text).not.toHaveProperty('components');
    expect(text.content).toContain(
      '\n💰 30 sales · **682.5 ETH** · 22.75 ETH\n\nPunks: **30** · 682.5 ETH\n',
    );
  });

  it('lists no times, but says when what still runs ends', () => {
    const alerts = Array.from({ length: 9 }, (_, number) => saleAlert(number));
    const auction = auctionAlert({ topic: 'auction_bid', status: 'running', endTime: START + 9_000 });
    const { named } = read(bodyOf([...alerts, auction]).embeds, 10);
    expect(named).toHaveLength(10);
    expect(named.filter((line) => line.includes('<t:'))).toEqual([
      expect.stringMatching(`^📈 .* · end: <t:${START + 9_000}:R>$`),
    ]);
  });

  it('names auctions that ended first, then the others by price', () => {
    const alerts = [
      priced(1, COIN),
      listingAlert({ item: soldItem({ price: 50n * COIN }) }),
      auctionAlert({ topic: 'auction_ended', status: 'sold', endTime: START }),
      priced(2, 9n * COIN),
      moveAlert(),
    ];
    expect(read([embedOf(alerts) ?? {}], 5).named).toEqual([
      '🏁 Punk #7 sold at auction for **3 ETH**',
      '🏷️ Punk #7 · **50 ETH**',
      '💰 Punk #2 · **9 ETH**',
      '💰 Punk #1 · **1 ETH**',
      '📦 Punk #7 transferred',
    ]);
  });

  it('shows an auction in one line, as it stands, with the signs of all its alerts', () => {
    const auction = (id: string, change: Partial<AuctionAlert>) =>
      auctionAlert({ auction: id, key: `${id}:${change.topic}`, endTime: START + 9_000, ...change });
    const bid = { highestBid: 55n * COIN, bidCount: 2, status: 'running' } as const;
    const none = { highestBid: null, leader: null, bidCount: 0, startingPrice: 10n * COIN } as const;
    const alerts = [
      auction('one', { topic: 'auction_ending', status: 'sold' }),
      auction('one', { topic: 'auction_started', status: 'sold' }),
      auction('one', { topic: 'auction_ended', status: 'sold' }),
      auction('two', { topic: 'auction_started', ...bid }),
      auction('three', { topic: 'auction_started', status: 'running', ...none }),
      auction('four', { topic: 'auction_bid', ...bid }),
      auction('five', { topic: 'auction_ending', ...bid, highestBid: 5n * COIN }),
      auction('six', { topic: 'auction_ending', status: 'unsold', ...none }),
      auction('seven', { topic: 'auction_started', status: 'cancelled', ...none }),
      auction('eight', { topic: 'auction_ending', status: 'running', ...none }),
    ];
    const ends = ` · end: <t:${START + 9_000}:R>`;

    expect(embedOf(alerts)?.title).toBe('10 alerts');
    expect(read([embedOf(alerts) ?? {}], 10).named).toEqual([
      '🔨⏳🏁 Punk #7 sold at auction for **3 ETH** · 3 alerts',
      `🔨 Punk #7 is up for auction, top bid **55 ETH**${ends}`,
      `📈 Bid of **55 ETH** on Punk #7${ends}`,
      `⏳ Punk #7 ends soon, top bid **5 ETH**${ends}`,
      `🔨 Punk #7 is up for auction from **10 ETH**${ends}`,
      '⏳ Auction of Punk #7 ended without a bid',
      '🔨 Auction of Punk #7 was cancelled',
      `⏳ Punk #7 ends soon, no bids yet${ends}`,
    ]);
  });

  it('counts all by collection, the largest first, with what was paid there', () => {
    const alerts = [
      ...Array.from({ length: 200 }, (_, number) => priced(number, COIN, 0xc0 + (number % 15))),
      ...Array.from({ length: 30 }, (_, number) => listingAlert({ key: `listing:${number}` })),
    ];
    const { totals, collections } = read([embedOf(alerts) ?? {}], 230);
    expect(totals[0]).toBe('💰 200 sales · **200 ETH** · 1 ETH');
    expect(collections).toHaveLength(6);
    expect(collections[0]).toBe('Collection c0: **44** · 14 ETH');
    expect(collections.at(-1)).toMatch(/^10 more collections: \*\*\d+\*\*$/);
  });

  it('counts collections of one name with the ends of their addresses, and sweeps of several by themselves', () => {
    const twins = Array.from({ length: 60 }, (_, number) =>
      saleAlert(number, {
        item: soldItem({ collection: address(0xc0 + (number % 2)), collectionName: 'Twins', price: 1n }),
      }),
    );
    const sweep = sweepAlert(2);
    const mixed = {
      ...sweep,
      items: sweep.items.map((item, at) => ({ ...item, price: null, collection: address(0xc0 + at) })),
    };
    const { collections } = read([embedOf([...twins, mixed]) ?? {}], 61);
    expect(collections.map((line) => line.replace(/:.*/, ''))).toEqual([
      'Twins (…00c0)',
      'Twins (…00c1)',
      'several collections',
    ]);
  });

  it('never adds up what was only asked or offered', () => {
    const alerts = Array.from({ length: 60 }, (_, number) =>
      number % 2 === 0
        ? listingAlert({ key: `listing:${number}`, item: soldItem({ price: BigInt(number + 1) * COIN }) })
        : offerAlert({ key: `offer:${number}`, price: 2n * COIN }),
    );
    const { totals, collections } = read([embedOf(alerts) ?? {}], 60);
    expect(totals).toEqual(['🏷️ 30 listings · 1 ETH to 59 ETH', '✋ 30 offers · 2 ETH']);
    expect(collections).toEqual(['Punks: **60**']);
  });

  it('links what it names', () => {
    const [line] = read(bodyOf([saleAlert(7)]).embeds, 1).named;
    expect(line).toMatch(/^💰 \[Punk #7\]\(https:\/\/market\.example\/item\/.*\/7\) · \*\*22\.75 ETH\*\*$/u);
  });

  it('has the mark of its first alert, in its footer where it may have no components', () => {
    const alerts = [saleAlert(4), saleAlert(9)];
    expect(isFound(bodyOf(alerts), CHANNEL, alerts[0])).toBe(true);
    const published = alertMessage(postOf(alerts, 'summary'), viewContext(), 'normal', 'embed');
    expect(published.embeds?.[0]?.footer?.text).toBe(
      `Test Market · alert ${referenceFor(CHANNEL, saleAlert(4))}`,
    );
    expect(isFound(published, CHANNEL, alerts[0])).toBe(true);
    const many = Array.from({ length: 500 }, (_, number) => saleAlert(number));
    expect(isFound(bodyOf(many), CHANNEL, many[0])).toBe(true);
  });

  it('names or counts every alert in it, and is taken by Discord, up to a thousand of the worst', () => {
    const many = fc
      .tuple(fc.array(anyMarketAlert, { minLength: 1, maxLength: 12 }), fc.constantFrom(1, 2, 40, 1_000))
      .map(([some, times]) =>
        Array.from({ length: times }, (_, number) => some[number % some.length]).filter(
          (alert) => alert !== undefined,
        ),
      );
    fc.assert(
      fc.property(many, (alerts) => {
        const body = bodyOf(alerts);
        expect(refusals(body)).toEqual([]);
        const counts = countAlerts(body, alerts.length);
        expect(counts.named).toBeLessThanOrEqual(10);
        expect([counts.all, counts.inTotals ?? counts.all]).toEqual([alerts.length, alerts.length]);
        const all = buttonsOf(body).find(({ label }) => label?.startsWith('All '));
        expect(all?.label?.replaceAll(/\D/g, '')).toBe(counts.named < 10 ? undefined : String(alerts.length));
      }),
      { numRuns: cases(20, 60) },
    );
  });

  it('names or counts every sale once when prices come later, under the same reference, and adds them up', () => {
    const prices = fc.array(fc.tuple(fc.option(fc.bigInt(1n, 99n)), fc.bigInt(1n, 99n)), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(prices, (sales) => {
        const withPrices = (price: (sale: (typeof sales)[number]) => bigint | null) =>
          sales.map((sale, number) => saleAlert(number, { item: soldItem({ price: price(sale) }) }));
        const before = withPrices(([first]) => (first === null ? null : first * COIN));
        const after = withPrices(([, now]) => now * COIN);
        const sent = bodyOf(before).embeds?.[0];
        const edit = rebuiltMessage(postOf(after, 'summary'), withoutPages, 'normal');
        const [embed] = edit.embeds ?? [];
        expect([embed?.title, embed?.footer]).toEqual([sent?.title, sent?.footer]);
        expect(isFound(edit, CHANNEL, after[0])).toBe(true);
        expect(edit).toMatchObject({ allowed_mentions: { parse: [] } });
        expect(countAlerts(edit, sales.length).all).toBe(sales.length);
        const { named, collections } = read(edit.embeds, sales.length);
        const amounts = (collections.length === 0 ? named : collections).map((line) =>
          BigInt(/ · \*{0,2}([\d,]+) ETH\*{0,2}$/.exec(line)?.[1]?.replaceAll(',', '') ?? 0),
        );
        expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(
          sales.reduce((sum, [, now]) => sum + now, 0n),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('is taken by Discord in every setting, also with notices in it, and in plain words', () => {
    const some = fc.array(anyAlert, { minLength: 1, maxLength: 30 });
    const layouts = fc.constantFrom('summary' as const, 'text' as const);
    fc.assert(
      fc.property(some, layouts, anyContext, (alerts, layout, context) => {
        const post = postOf(alerts, layout, { pingRoleIds: ['900000000000000001'] });
        const body = alertMessage(post, context, 'normal');
        expect(refusals(body)).toEqual([]);
        expect(isFound(body, CHANNEL, alerts[0])).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('mentions no one and opens no block, whatever is named in it', () => {
    fc.assert(
      fc.property(fc.array(anyMarketAlert, { minLength: 1, maxLength: 9 }), (alerts) => {
        const text = (bodyOf(alerts, withoutPages).embeds ?? [])
          .map(({ description = '' }) => description)
          .join('\n')
          .replaceAll(/<t:\d+:[Rf]>/g, 'a moment');
        expect(readMarkdown(text).mentions).toEqual([]);
        expect(readMarkdown(text).blocks.filter((line) => !line.startsWith('-# a moment'))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('shows sweeps and repeat trades for themselves', () => {
    expect(linesOf([sweepAlert(7), repeatTradesAlert()]).slice(2)).toEqual([
      '🌀 Punk #7 traded 76 times between two wallets',
      '🧹 7 × Punks · **7 ETH**',
    ]);
  });

  it('shows a notice in its text', () => {
    const body = bodyOf([noticeAlert(), saleAlert(1)]);
    expect(body.content).toContain('<@700000000000000001> Alerts in');
    expect(body.embeds?.[0]?.title).toBe('1 alert');
  });
});
