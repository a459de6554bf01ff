import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShownAuction } from '#commands/auction/exact.ts';
import { exactAuctionEmbed } from '#commands/auction/exact.ts';
import { auctionAbout, auctionListEmbed } from '#commands/auction/list.ts';
import { auctionEmbed } from '#commands/auction/show.ts';
import { endText } from '#src/discord/views/auction-words.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { anyAuction, auctionOf } from '../any-auction.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyText } from '../nasty-text.ts';
import { anyContext, viewContext } from './view-context.ts';

const ETHER = 10n ** 18n;
const START = 1_767_225_600;
const DURING = START + 600;
const END = START + 3_600;

const embedOf = (change: Partial<Auction> = {}, now = DURING, more: Partial<ShownAuction> = {}) =>
  auctionEmbed({ auction: auctionOf(change), token: null, floor: null, ...more }, now, viewContext());
const fieldsOf = (...args: Parameters<typeof embedOf>) =>
  Object.fromEntries((embedOf(...args).fields ?? []).map(({ name, value }) => [name, value]));

const nobody = { bids: [], highestBid: null, highestBidder: null };
/** As it was written a day before its start. */
const announced = { ...nobody, createdAt: START - 86_400, updatedAt: START - 86_400 };

describe('the embed of an auction', () => {
  it('shows its state, the bids with their bidders, and the starting price', () => {
    const embed = embedOf();
    expect(embed.title).toBe('🔨 0x0000…00c0 #7');
    expect(embed.url).toBe(`https://market.example/auction/${address(0xc0)}/9`);
    expect(embed.description).toBe(`**Running** · ends <t:${END}:R> (<t:${END}:f>)`);
    const link = (who: string) => `](https://market.example/profile/${who})`;
    expect(fieldsOf()).toEqual({
      'Highest bid': '**2 ETH**',
      Leader: `[0x0000…00b0${link(address(0xb0))}`,
      'Starting price': '**1 ETH**',
      Seller: `[0x0000…005e${link(address(0x5e))}`,
      Bids: `**2 ETH** by [0x0000…00b0${link(address(0xb0))} · <t:1767225700:R>`,
    });
  });

  it('shows its token: name, picture, rarity, collection', () => {
    const token = {
      name: 'Punk 7',
      image: 'https://example.com/7.png',
      rarity: { rank: 12, total: 1_000, percentile: null, score: null },
      collectionName: 'Punks',
    };
    expect(embedOf({}, DURING, { token })).toMatchObject({
      title: '🔨 Punk 7',
      author: { name: 'Punks', url: `https://market.example/collection/${address(0xc0)}` },
      image: { url: 'https://example.com/7.png' },
    });
    expect(fieldsOf({}, DURING, { token })['Rarity']).toBe('rank 12 of 1,000 (top 1.2%)');
  });

  it.each<[string, Partial<Auction>, number, string]>([
    ['has not begun', announced, START - 60, `**Not started yet** · starts <t:${START}:R> (<t:${START}:f>)`],
    ['runs', {}, DURING, `**Running** · ends <t:${END}:R>`],
    ['is over and not settled', {}, END + 1, `**Ended, waiting for settlement** · ended <t:${END}:R>`],
    ['was sold', { finalizedAt: END + 1_064 }, END + 2_000, `**Sold** · settled <t:${END + 1_064}:R>`],
    [
      'found nobody',
      { ...nobody, active: false, updatedAt: END },
      END + 1,
      `**Ended without a bid** · ended <t:${END}:R>`,
    ],
    ['was cancelled', { active: false, updatedAt: DURING }, END, '**Cancelled**'],
    ['has no end', { endTime: null }, DURING, '**Running**'],
  ])('of one that %s says so', (_what, change, now, line) => {
    expect(embedOf(change, now).description).toContain(line);
  });

  it('calls the one who won the winner, and what was paid the price', () => {
    const fields = fieldsOf({ finalizedAt: END + 1, active: false }, END + 2);
    expect(fields['Sold for']).toBe('**2 ETH**');
    expect(fields['Winner']).toContain('0x0000…00b0');
  });

  it('compares the bid with the floor, and before there is one the starting price', () => {
    const withFloor = (floor: bigint, change: Partial<Auction> = {}) => fieldsOf(change, DURING, { floor });
    expect(withFloor(ETHER)['Highest bid']).toBe('**2 ETH**\n-# 100% above the floor of 1 ETH');
    expect(withFloor(4n * ETHER)['Highest bid']).toBe('**2 ETH**\n-# 50% below the floor of 4 ETH');
    expect(withFloor(2n * ETHER, nobody)['Starting price']).toContain('50% below the floor');
    expect(withFloor(2n * ETHER, nobody)['Highest bid']).toBe('no bids yet');
    expect(withFloor(0n)['Highest bid']).toBe('**2 ETH**');
    expect(withFloor(ETHER, { quantity: 4n })['Highest bid']).toBe(
      '**2 ETH**\n-# each unit 50% below the floor of 1 ETH',
    );
  });

  it('shows the last five bids, newest first, and how many came before', () => {
    const bids = Array.from({ length: 12 }, (_, number) => ({
      bidder: null,
      amount: BigInt(number + 1) * ETHER,
      at: START + number,
      txHash: null,
    }));
    const lines = fieldsOf({ bids })['Bids (12)']?.split('\n') ?? [];
    expect(lines[0]).toBe(`**12 ETH** · <t:${START + 11}:R>`);
    expect(lines).toHaveLength(6);
    expect(lines[5]).toBe('and 7 earlier bids');
  });

  it('shows no lowest next bid, which the API does not document', () => {
    expect(JSON.stringify(embedOf())).not.toMatch(/next|minimum|at least/i);
  });
});

describe('the exact amounts of an auction', () => {
  it('are every digit, every bid and every address in full', () => {
    const amount = 2n * ETHER + 1n;
    const bids = [{ bidder: address(0xb0), amount, at: START, txHash: null }];
    const { description } = exactAuctionEmbed(
      { auction: auctionOf({ bids, highestBid: amount }), token: null },
      viewContext(),
    );
    expect(description).toContain('Highest bid: `2.000000000000000001 ETH`');
    expect(description).toContain(`\`${address(0xb0)}\``);
    expect(description).toContain(`<t:${START}:f>`);
  });
});

describe('a list of auctions', () => {
  const list = (change: Partial<Auction>, now = DURING) =>
    auctionListEmbed(
      {
        heading: { title: 'Auctions' },
        page: { items: [auctionOf(change)], page: 1, total: 1, hasNext: false, unreadable: 0 },
        pageSize: 10,
        filter: 'active',
        sort: 'endTime',
        nameOf: () => 'Punk 7',
        now,
      },
      viewContext(),
    ).description ?? '';

  it('shows of each what is bid, until when and who sells', () => {
    expect(list({})).toContain(
      `**[Punk 7](https://market.example/auction/${address(0xc0)}/9)** · **2 ETH** (1 bid)\n-# ends <t:${END}:R> · by [0x0000…005e]`,
    );
    expect(list(nobody)).toContain('no bids, starting price 1 ETH');
    expect(list({}, END + 60)).toContain(`ended, waiting for settlement (<t:${END}:R>)`);
  });

  it('shows for each in a menu how long it runs', () => {
    expect(auctionAbout(auctionOf(), DURING, viewContext())).toBe('2 ETH (1 bid) · ends in 50m');
    expect(auctionAbout(auctionOf(), END + 90, viewContext())).toBe('2 ETH (1 bid) · ended 1m 30s ago');
    expect(endText(auctionOf(announced), START - 7_500, viewContext())).toBe('starts in 2h 5m');
  });
});

describe('whatever the marketplace wrote about an auction', () => {
  it('is taken by Discord, safe and without gaps', () => {
    const token = fc.record({
      name: fc.option(anyText),
      image: fc.constantFrom(null, 'https://example.com/1.png', 'data:,', 'ipfs://Qm'),
      rarity: fc.constantFrom(null, { rank: 1, total: 0, percentile: Number.NaN, score: null }),
      collectionName: fc.option(anyText),
    });
    fc.assert(
      fc.property(
        fc.array(anyAuction, { minLength: 1, maxLength: 10 }),
        fc.option(token),
        fc.constantFrom(null, 0n, 1n, ETHER, 2n ** 256n - 1n),
        anyContext,
        anyText,
        (auctions, token, floor, context, name) => {
          const [auction = auctionOf()] = auctions;
          const embeds = [
            auctionEmbed({ auction, token, floor }, DURING, context),
            exactAuctionEmbed({ auction, token }, context),
            auctionListEmbed(
              {
                heading: { title: 'Auctions' },
                page: { items: auctions, page: 1, total: null, hasNext: true, unreadable: 0 },
                pageSize: 10,
                filter: 'completed',
                sort: 'currentBid',
                nameOf: () => name,
                now: DURING,
              },
              context,
            ),
          ];
          for (const embed of embeds) {
            const errors = validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] });
            expect(flatErrors(errors)).toEqual([]);
            expect(readMarkdown(embed.title ?? '')).toMatchObject({
              live: [],
              blocks: [],
              links: [],
              mentions: [],
            });
            for (const { value } of embed.fields ?? []) expect(value).not.toMatch(/null|undefined|NaN|n\/a/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
