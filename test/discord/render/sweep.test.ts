import { describe, expect, it } from 'vitest';
import type { SweepAlert } from '#src/alerts/alert.ts';
import { address } from '../../support/build-activity.ts';
import { soldItem, sweepAlert } from '../../support/build-alert.ts';
import { viewContext, withoutPages } from '../views/view-context.ts';
import { cardOf } from './draw.ts';

const embedsOf = (count: number, change: Partial<SweepAlert> = {}, context = viewContext()) =>
  cardOf(sweepAlert(count, change), 'normal', context);
/** With a large picture, or several. */
const bigEmbedsOf = (count: number, change: Partial<SweepAlert> = {}, context = viewContext()) =>
  cardOf(sweepAlert(count, change), 'big', context);
const embedOf = (...parameters: Parameters<typeof embedsOf>) => {
  const [embed] = embedsOf(...parameters);
  if (embed === undefined) throw new Error('a sweep has an embed');
  return embed;
};
/** What is said above the list. */
const contextOf = (items: SweepAlert['items']) =>
  embedOf(items.length, { items, buyer: null }, withoutPages).description?.split('\n')[0];
/** The list alone. */
const listOf = (...parameters: Parameters<typeof embedsOf>) =>
  embedOf(...parameters)
    .description?.split('\n')
    .slice(1);

/** How many items the list shows: those that it names and those that it counts. */
function countListed(lines: readonly string[] = []): { readonly named: number; readonly counted: number } {
  const counted = Number(
    /^and ([\d,]+) more in the same transaction$/.exec(lines.at(-1) ?? '')?.[1]?.replaceAll(',', '') ?? 0,
  );
  return { named: counted > 0 ? lines.length - 1 : lines.length, counted };
}

describe('the embed of a sweep', () => {
  it('shows what was swept and the total price', () => {
    const embed = embedOf(7);
    expect(embed.title).toBe('7 × Punks swept for 7 ETH');
    expect(embed.author?.name).toBe('Punks');
    expect(embed.description?.split('\n')[0]).toBe(
      '1 ETH on average · Buyer [0x0000…00b0](https://market.example/profile/0x00000000000000000000000000000000000000b0)',
    );
    expect(embed.footer?.text).toBe('Test Market');
    expect(embed.thumbnail?.url).toBe('https://example.com/7.png');
  });

  it('links every item that it names once, with price and rank', () => {
    expect(listOf(3)).toEqual(
      [0, 1, 2].map(
        (id) =>
          `[Punk #${id}](https://market.example/item/0x00000000000000000000000000000000000000c0/${id}) · **1 ETH** · rank 12`,
      ),
    );
  });

  it('counts how many collections were swept where it was more than one', () => {
    const items = [soldItem(), soldItem({ collection: address(0xc1) }), soldItem()];
    expect(embedOf(3, { items }).title).toBe('3 NFTs from 2 collections swept for 68.25 ETH');
    expect(embedOf(3, { items })).not.toHaveProperty('author');
  });

  it.each([3, 10, 11, 2_000])('names ten of %d items and counts the others', (count) => {
    const { named, counted } = countListed(listOf(count));
    expect(named + counted).toBe(count);
    expect(named).toBe(Math.min(10, count));
  });

  it('names 25 items where the channel wants the big look', () => {
    const [embed] = bigEmbedsOf(200);
    expect(countListed(embed.description?.split('\n').slice(1))).toEqual({ named: 25, counted: 175 });
  });

  it('counts those that it does not name also where names are long', () => {
    const items = Array.from({ length: 2_000 }, () => soldItem({ tokenName: '*'.repeat(1_800) }));
    const { named, counted } = countListed(listOf(3, { items }));
    expect(named + counted).toBe(2_000);
  });

  it('keeps a name from ending its link or formatting what follows', () => {
    const items = [1, 2, 3].map(() => soldItem({ tokenName: '](https://evil.example) **#' }));
    expect(listOf(3, { items }, withoutPages)?.[0]).toBe(
      '\\]\\(https:\u200b//evil.example\\) \\*\\*# · **22.75 ETH** · rank 12',
    );
  });

  it('does not become a heading by a token that is called #', () => {
    const items = [1, 2, 3].map(() => soldItem({ tokenName: '#' }));
    expect(listOf(3, { items }, withoutPages)?.[0]).toMatch(/^\\# · /);
  });

  it('says what is known of the total where prices were not reported', () => {
    const known = soldItem({ price: 10n ** 18n });
    const unknown = soldItem({ price: null });
    expect(contextOf([known, known, unknown])).toBe('at least **2 ETH** · 1 price not reported');
    expect(contextOf([known, unknown, unknown])).toBe('at least **1 ETH** · 2 prices not reported');
    expect(contextOf([unknown, unknown, unknown])).toBe('price not reported');
    expect(embedOf(3, { items: [known, known, unknown] }).title).toBe('3 × Punks swept');
    expect(listOf(3, { items: [unknown, known, known] })?.[2]).toContain(') · price not reported · rank');
  });

  it('keeps what was paid in another coin out of the total', () => {
    const foreign = { currency: address(0xcc), price: 9n };
    const items = [soldItem({ price: 10n ** 18n }), soldItem(foreign), soldItem({ price: null })];
    expect(contextOf(items)).toBe('at least **1 ETH** · 1 price not reported, 1 price in another currency');
    expect(contextOf([soldItem(foreign), soldItem({ ...foreign, currency: address(0xcd) })])).toBe(
      'prices in other currencies',
    );
    expect(listOf(3, { items })?.[1]).toContain('9 base units of another coin (0x0000…00cc)');
  });

  it('has a total in another coin where all was paid in that', () => {
    const usdc = { currency: address(0xcc), coin: { symbol: 'USDC', decimals: 6 }, price: 9_000_000n };
    const items = [soldItem(usdc), soldItem(usdc)];
    expect(embedOf(2, { items }).title).toBe('2 × Punks swept for 18 USDC (0x0000…00cc)');
    expect(contextOf(items)).toBe('coin `0x00000000000000000000000000000000000000cc`');
    const unknown = items.map((item) => ({ ...item, coin: null }));
    expect(embedOf(2, { items: unknown }).title).toBe('2 × Punks swept for another coin');
    expect(contextOf(unknown)).toBe(
      '18,000,000 base units of another coin (`0x00000000000000000000000000000000000000cc`)',
    );
  });

  it('says how many units were bought, of each item and in all, and what one of them cost on average', () => {
    const price = 7n * 10n ** 18n;
    const items = [soldItem({ quantity: 5n, price }), soldItem({ price }), soldItem({ price })];
    expect(embedOf(3, { items }).title).toBe('7 × Punks swept for 21 ETH');
    expect(contextOf(items)).toBe('3 ETH per unit on average');
    expect(listOf(3, { items }, withoutPages)?.[0]).toBe('Punk #7 × 5 · **7 ETH** · rank 12');
  });

  it('takes the first picture that Discord can show', () => {
    const items = [
      soldItem({ image: null }),
      soldItem({ image: 'data:,' }),
      soldItem({ image: 'ipfs://Qm/3.png' }),
    ];
    expect(embedOf(3, { items }).thumbnail?.url).toBe('https://ipfs.io/ipfs/Qm/3.png');
    expect(embedOf(3, { items: [soldItem({ image: null })] })).not.toHaveProperty('thumbnail');
  });

  it('shows the first four pictures as one gallery in the big look: further embeds with the same address and nothing but a picture', () => {
    const items = Array.from({ length: 6 }, (_, number) =>
      soldItem({ image: `https://example.com/${number}.png` }),
    );
    const [embed, ...others] = bigEmbedsOf(6, { items });
    expect(embed?.image?.url).toBe('https://example.com/0.png');
    expect(others).toEqual(
      [1, 2, 3].map((number) => ({ url: embed?.url, image: { url: `https://example.com/${number}.png` } })),
    );
    expect(embedsOf(6, { items })).toHaveLength(1);
  });

  it('shows one picture or four, so that there is no hole in the grid', () => {
    const pictured = (count: number) =>
      Array.from({ length: 5 }, (_, number) =>
        soldItem({ image: number < count ? `https://example.com/${number}.png` : null }),
      );
    for (const [count, shown] of [
      [1, 1],
      [3, 1],
      [4, 4],
      [5, 4],
    ] as const) {
      const embeds = bigEmbedsOf(5, { items: pictured(count) });
      expect(embeds.filter(({ image }) => image !== undefined)).toHaveLength(shown);
    }
  });

  it('holds the gallery together by the collection’s page where the transaction has none', () => {
    const items = [1, 2, 3, 4].map((number) => soldItem({ image: `https://example.com/${number}.png` }));
    const page = 'https://market.example/collection/0x00000000000000000000000000000000000000c0';
    expect(bigEmbedsOf(4, { items, txHash: null }).map(({ url }) => url)).toEqual([page, page, page, page]);
    expect(bigEmbedsOf(4, { items, txHash: null }, withoutPages)).toHaveLength(1);
  });

  it('shows a picture once, however many tokens have it', () => {
    expect(bigEmbedsOf(7)).toHaveLength(1);
  });
});
