import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertMessage, redrawnMessage } from '../../../src/discord/views/alert-message.ts';
import type { Alert, AuctionAlert } from '../../../src/domain/alert.ts';
import { referenceFor } from '../../../src/domain/delivery.ts';
import { address } from '../../support/build-activity.ts';
import {
  auctionAlert,
  listingAlert,
  moveAlert,
  noticeAlert,
  offerAlert,
  saleAlert,
  soldItem,
  stormAlert,
  sweepAlert,
} from '../../support/build-alert.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyAlert, anyMarketAlert, postOf } from './any-alert.ts';
import { refusals } from './discord-refuses.ts';
import { anyContext, viewContext, withoutPages } from './view-context.ts';

const COIN = 10n ** 18n;
const CHANNEL = '1000';
const START = Date.UTC(2026, 0, 1) / 1_000;

const bodyOf = (alerts: readonly Alert[], context = viewContext()) =>
  alertMessage(postOf(alerts, 'digest'), context, 'normal');
const embedOf = (alerts: readonly Alert[], context = withoutPages) => bodyOf(alerts, context).embeds?.[0];
const linesOf = (alerts: readonly Alert[]) => embedOf(alerts)?.description?.split('\n') ?? [];

const priced = (number: number, price: bigint, collection = 0xc0) =>
  saleAlert(number, {
    item: soldItem({
      collection: address(collection),
      collectionName: `Collection ${collection.toString(16)}`,
      tokenName: `Punk #${number}`,
      price,
    }),
  });

/** How many alerts a digest tells of: those that it names and those that it counts. */
function told(description: string): number {
  const [named = '', rest = ''] = description.split('\n\n**And also**\n');
  const lines = named.split('\n').filter((line) => !line.startsWith('-# '));
  const counts = (rest === '' ? [] : rest.split('\n'))
    .filter((line) => !line.startsWith('-# '))
    .map((line) => Number(/^\S+ ([\d,]+) /.exec(line)?.[1]?.replaceAll(',', '')));
  const inLines = lines.map((line) =>
    Number((/ · ([\d,]+) alerts(?: · |$)/.exec(line)?.[1] ?? '1').replaceAll(',', '')),
  );
  return [...inLines, ...counts].reduce((sum, count) => sum + count, 0);
}

describe('a digest', () => {
  it('says how many alerts it holds, and of how long', () => {
    const alerts = [saleAlert(0), saleAlert(1, { occurredAt: START + 7_500 })];
    expect(embedOf(alerts)?.title).toBe('2 alerts in 2 h 5 min');
    expect(linesOf(alerts)[0]).toBe(`-# <t:${START}:f> – <t:${START + 7_500}:f>`);
    expect(embedOf([saleAlert(0)])?.title).toBe('1 alert');
  });

  it('names auctions that ended first, then the others by price', () => {
    const alerts = [
      priced(1, COIN),
      listingAlert({ item: soldItem({ price: 50n * COIN }) }),
      auctionAlert({ kind: 'auction_ended', status: 'sold', endTime: START }),
      priced(2, 9n * COIN),
      moveAlert(),
    ];
    const when = ` · <t:${START}:R>`;
    expect(linesOf(alerts).slice(1)).toEqual([
      `🏁 Punk #7 sold at auction for **3 ETH**${when}`,
      `🏷️ Punk #7 listed for **50 ETH**${when}`,
      `💰 Punk #2 sold for **9 ETH** · <t:${START + 2}:R>`,
      `💰 Punk #1 sold for **1 ETH** · <t:${START + 1}:R>`,
      `📦 Punk #7 transferred${when}`,
    ]);
  });

  it('tells an auction in one line, as it stands, with the signs of all that is told of it', () => {
    const auction = (id: string, change: Partial<AuctionAlert>) =>
      auctionAlert({ auction: id, key: `${id}:${change.kind}`, endTime: START + 9_000, ...change });
    const bid = { highestBid: 55n * COIN, bidCount: 2, status: 'running' } as const;
    const none = { highestBid: null, leader: null, bidCount: 0, startingPrice: 10n * COIN } as const;
    const alerts = [
      auction('one', { kind: 'auction_ending', status: 'sold' }),
      auction('one', { kind: 'auction_started', status: 'sold' }),
      auction('one', { kind: 'auction_ended', status: 'sold' }),
      auction('two', { kind: 'auction_started', ...bid }),
      auction('three', { kind: 'auction_started', status: 'running', ...none }),
      auction('four', { kind: 'auction_bid', ...bid }),
      auction('five', { kind: 'auction_ending', ...bid, highestBid: 5n * COIN }),
      auction('six', { kind: 'auction_ending', status: 'unsold', ...none }),
      auction('seven', { kind: 'auction_started', status: 'cancelled', ...none }),
      auction('eight', { kind: 'auction_ending', status: 'running', ...none }),
    ];
    const [ends, ended] = [` · ends <t:${START + 9_000}:R>`, ` · <t:${START + 9_000}:R>`];

    expect(embedOf(alerts)?.title).toBe('10 alerts');
    expect(linesOf(alerts).slice(1)).toEqual([
      `🔨⏰🏁 Punk #7 sold at auction for **3 ETH** · 3 alerts${ended}`,
      `🔨 Punk #7 is up for auction, highest bid **55 ETH**${ends}`,
      `📈 Bid of **55 ETH** on Punk #7${ends}`,
      `⏰ Auction of Punk #7 is about to end at **5 ETH**${ends}`,
      `🔨 Punk #7 is up for auction from **10 ETH**${ends}`,
      `⏰ Auction of Punk #7 ended without a bid${ended}`,
      `🔨 Auction of Punk #7 was cancelled · <t:${START}:R>`,
      `⏰ Auction of Punk #7 is about to end without a bid${ends}`,
    ]);
  });

  it('counts what it does not name, by kind and collection, and adds up what was paid', () => {
    const alerts = Array.from({ length: 200 }, (_, number) => priced(number, COIN, 0xc0 + (number % 5)));
    const lines = linesOf(alerts);
    expect(lines.slice(-4)).toEqual([
      '',
      '**And also**',
      '💰 180 sales · **180 ETH**',
      '-# Collection c0 (36), Collection c1 (36), Collection c2 (36) and 2 more collections',
    ]);
  });

  it('never adds up what was only asked or offered', () => {
    const alerts = Array.from({ length: 60 }, (_, number) =>
      number % 2 === 0 ? listingAlert({ key: `listing:${number}` }) : offerAlert({ key: `offer:${number}` }),
    );
    const counted = linesOf(alerts).filter((line) => /^(?:🏷️|✋) \d/u.test(line));
    expect(counted).toHaveLength(2);
    for (const line of counted) expect(line).toMatch(/^\S+ \d+ (?:listings|offers)$/u);
  });

  it('links what it names', () => {
    const [, line] = embedOf([saleAlert(7)], viewContext())?.description?.split('\n') ?? [];
    expect(line).toMatch(
      /^💰 \[Punk #7\]\(https:\/\/market\.example\/item\/.*\/7\) sold for \*\*22\.75 ETH\*\*/u,
    );
  });

  it('has the reference of its first alert', () => {
    const alerts = [saleAlert(4), saleAlert(9)];
    expect(embedOf(alerts)?.footer?.text).toBe(`Test Market · alert ${referenceFor(CHANNEL, saleAlert(4))}`);
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
        expect(told(body.embeds?.[0]?.description ?? '')).toBe(alerts.length);
      }),
      { numRuns: 60 },
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
        const edit = redrawnMessage(postOf(after, 'digest'), withoutPages, 'normal');
        const [embed] = edit.embeds ?? [];
        const text = embed?.description ?? '';
        expect([embed?.title, embed?.footer]).toEqual([sent?.title, sent?.footer]);
        expect(edit).toMatchObject({ allowed_mentions: { parse: [] } });
        expect(told(text)).toBe(sales.length);
        const amounts = [...text.matchAll(/\*\*([\d,]+) ETH\*\*/g)].map(([, amount]) =>
          BigInt(amount?.replaceAll(',', '') ?? 0),
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
    const forms = fc.constantFrom('digest' as const, 'plain' as const);
    fc.assert(
      fc.property(some, forms, anyContext, (alerts, form, context) => {
        const post = postOf(alerts, form, { pingRoleId: '900000000000000001' });
        const body = alertMessage(post, context, 'normal');
        expect(refusals(body)).toEqual([]);
        const [first] = alerts;
        const reference = first === undefined ? '' : referenceFor(CHANNEL, first);
        expect(JSON.stringify(body)).toContain(`alert ${reference}`);
      }),
      { numRuns: 150 },
    );
  });

  it('mentions no one and opens no block, whatever is named in it', () => {
    fc.assert(
      fc.property(fc.array(anyMarketAlert, { minLength: 1, maxLength: 5 }), (alerts) => {
        const text = embedOf(alerts)?.description?.replaceAll(/<t:\d+:[Rf]>/g, 'a moment') ?? '';
        expect(readMarkdown(text).mentions).toEqual([]);
        expect(readMarkdown(text).blocks.filter((line) => !line.startsWith('-# a moment'))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('tells of sweeps and storms for themselves', () => {
    expect(linesOf([sweepAlert(7), stormAlert()]).slice(1)).toEqual([
      `🌀 Punk #7 traded 76 times between two wallets · <t:${START}:R>`,
      `🧹 Sweep: 7 × Punks for **7 ETH** · <t:${START}:R>`,
    ]);
  });

  it('tells a notice in its text', () => {
    const body = bodyOf([noticeAlert(), saleAlert(1)]);
    expect(body.content).toContain('<@700000000000000001> I had to stop the alerts');
    expect(body.embeds?.[0]?.title).toBe('1 alert');
  });
});
