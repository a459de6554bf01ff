import { describe, expect, it } from 'vitest';
import { sweepEmbeds } from '../../../src/discord/views/sweep.ts';
import type { SweepAlert } from '../../../src/domain/alert.ts';
import { address } from '../../support/build-activity.ts';
import { soldItem, sweepAlert } from '../../support/build-alert.ts';
import { viewContext, withoutPages } from './view-context.ts';

const NORMAL = { mark: 'alert abcd1234', look: 'normal' } as const;
const embedsOf = (count: number, change: Partial<SweepAlert> = {}, context = viewContext()) =>
  sweepEmbeds(sweepAlert(count, change), NORMAL, context);
const embedOf = (...parameters: Parameters<typeof embedsOf>) => {
  const [embed] = embedsOf(...parameters);
  if (embed === undefined) throw new Error('a sweep has an embed');
  return embed;
};
const fieldOf = (name: string, items: SweepAlert['items']) =>
  embedOf(3, { items }).fields?.find((field) => field.name === name)?.value;

/** How many items the list tells of: those that it names and those that it counts. */
function told(description: string | undefined): { readonly named: number; readonly counted: number } {
  const lines = description?.split('\n') ?? [];
  const counted = Number(
    /^and ([\d,]+) more in the same transaction$/.exec(lines.at(-1) ?? '')?.[1]?.replaceAll(',', '') ?? 0,
  );
  return { named: counted > 0 ? lines.length - 1 : lines.length, counted };
}

describe('the embed of a sweep', () => {
  it('tells what was swept and for how much in all', () => {
    const embed = embedOf(7);
    expect(embed.title).toBe('Sweep: 7 × Punks for 7 ETH');
    expect(embed.fields?.map(({ name, value }) => [name, value.replace(/\(.*\)/, '')])).toEqual([
      ['Total', '**7 ETH**'],
      ['Average', '1 ETH'],
      ['Buyer', '[0x0000…00b0]'],
      ['Transaction', '[view]'],
    ]);
    expect(embed.footer?.text).toBe('Test Market · alert abcd1234');
    expect(embed.image?.url).toBe('https://example.com/7.png');
  });

  it('links every item that it names once, with price and rank', () => {
    expect(embedOf(3).description?.split('\n')).toEqual(
      [0, 1, 2].map(
        (id) =>
          `[Punk #${id}](https://market.example/item/0x00000000000000000000000000000000000000c0/${id}) · **1 ETH** · rank 12`,
      ),
    );
  });

  it('counts how many collections were swept where it was more than one', () => {
    const items = [soldItem(), soldItem({ collection: address(0xc1) }), soldItem()];
    expect(embedOf(3, { items }).title).toBe('Sweep: 3 NFTs of 2 collections for 68.25 ETH');
  });

  it.each([3, 25, 26, 27, 2_000])('names or counts each of %d items', (count) => {
    const { named, counted } = told(embedOf(count).description);
    expect(named + counted).toBe(count);
    expect(named).toBeGreaterThanOrEqual(Math.min(3, count));
  });

  it('counts those that it does not name also where names are long', () => {
    const items = Array.from({ length: 2_000 }, () => soldItem({ tokenName: '*'.repeat(1_800) }));
    const { named, counted } = told(embedOf(3, { items }).description);
    expect(named + counted).toBe(2_000);
  });

  it('keeps a name from ending its link or formatting what follows', () => {
    const items = [1, 2, 3].map(() => soldItem({ tokenName: '](https://evil.example) **#' }));
    expect(embedOf(3, { items }, withoutPages).description?.split('\n')[0]).toBe(
      '\\]\\(https:\u200b//evil.example\\) \\*\\*# · **22.75 ETH** · rank 12',
    );
  });

  it('does not become a heading by a token that is called #', () => {
    const items = [1, 2, 3].map(() => soldItem({ tokenName: '#' }));
    expect(embedOf(3, { items }, withoutPages).description).toMatch(/^\\# · /);
  });

  it('tells every digit of the total', () => {
    const items = [1n, 1n, 1_234_567_890_123_456_789_012n].map((price) => soldItem({ price }));
    expect(fieldOf('Total', items)).toBe('**1,235 ETH**\n-# exactly 1234.567890123456789014 ETH');
  });

  it('says what is known of the total where prices were not told', () => {
    const told = soldItem({ price: 10n ** 18n });
    const untold = soldItem({ price: null });
    expect(fieldOf('Total', [told, told, untold])).toBe('at least **2 ETH**\n-# 1 price was not told');
    expect(fieldOf('Total', [told, untold, untold])).toBe('at least **1 ETH**\n-# 2 prices were not told');
    expect(fieldOf('Total', [untold, untold, untold])).toBe('not told by the marketplace');
    expect(fieldOf('Average', [told, told, untold])).toBeUndefined();
    expect(embedOf(3, { items: [told, told, untold] }).title).toBe('Sweep: 3 × Punks');
    expect(embedOf(3, { items: [untold, told, told] }).description).toContain(') · price not told · rank');
  });

  it('keeps what was paid in another coin out of the total', () => {
    const foreign = { currency: address(0xcc), price: 9n };
    const items = [soldItem({ price: 10n ** 18n }), soldItem(foreign), soldItem({ price: null })];
    expect(fieldOf('Total', items)).toBe(
      'at least **1 ETH**\n-# 1 price was not told, 1 price is in another currency',
    );
    expect(fieldOf('Total', [soldItem(foreign), soldItem(foreign)])).toBe(
      '18 base units of another coin (0x0000…00cc)',
    );
    expect(fieldOf('Total', [soldItem(foreign), soldItem({ ...foreign, currency: address(0xcd) })])).toBe(
      'in other currencies',
    );
    expect(embedOf(3, { items }).description?.split('\n')[1]).toContain(
      '9 base units of another coin (0x0000…00cc)',
    );
  });

  it('tells how many units were bought, of each item and in all, and what one of them cost on average', () => {
    const price = 7n * 10n ** 18n;
    const items = [soldItem({ quantity: 5n, price }), soldItem({ price }), soldItem({ price })];
    expect(embedOf(3, { items }).title).toBe('Sweep: 7 × Punks for 21 ETH');
    expect(fieldOf('Average', items)).toBe('3 ETH a unit');
    expect(embedOf(3, { items }, withoutPages).description?.split('\n')[0]).toBe(
      'Punk #7 × 5 · **7 ETH** · rank 12',
    );
  });

  it('takes the first picture that Discord can show', () => {
    const items = [
      soldItem({ image: null }),
      soldItem({ image: 'data:,' }),
      soldItem({ image: 'ipfs://Qm/3.png' }),
    ];
    expect(embedOf(3, { items }).image?.url).toBe('https://ipfs.io/ipfs/Qm/3.png');
    expect(embedOf(3, { items: [soldItem({ image: null })] })).not.toHaveProperty('image');
  });

  it('shows the first four pictures as one gallery: further embeds with the same address and nothing but a picture', () => {
    const items = Array.from({ length: 6 }, (_, number) =>
      soldItem({ image: `https://example.com/${number}.png` }),
    );
    const [embed, ...others] = embedsOf(6, { items });
    expect(embed?.image?.url).toBe('https://example.com/0.png');
    expect(others).toEqual(
      [1, 2, 3].map((number) => ({ url: embed?.url, image: { url: `https://example.com/${number}.png` } })),
    );
  });

  it('holds the gallery together by the collection’s page where the transaction has none', () => {
    const items = [1, 2, 3].map((number) => soldItem({ image: `https://example.com/${number}.png` }));
    const page = 'https://market.example/collection/0x00000000000000000000000000000000000000c0';
    expect(embedsOf(3, { items, txHash: null }).map(({ url }) => url)).toEqual([page, page, page]);
    expect(embedsOf(3, { items, txHash: null }, withoutPages)).toHaveLength(1);
  });

  it('shows a picture once, however many tokens have it', () => {
    expect(embedsOf(7)).toHaveLength(1);
  });
});
