import { describe, expect, it } from 'vitest';
import { answerActivity } from '../../../src/discord/answers/activity.ts';
import type { Lookups } from '../../../src/discord/lookups.ts';
import type { Activity } from '../../../src/domain/activity.ts';
import { ZERO_ADDRESS } from '../../../src/domain/address.ts';
import { address, sale, sales, txHash } from '../../support/build-activity.ts';
import { withoutPages } from '../views/view-context.ts';
import { asking, expectTaken, fresh, pageFrom, placeBehind, shown } from './answering.ts';

const PUNKS = address(0xc0);
const EVERYTHING = { at: 'activity', collection: null, page: 1, filter: 'all' } as const;

function asks(events: readonly Activity[], view?: typeof withoutPages) {
  const asked: Parameters<Lookups['activities']>[0][] = [];
  const lookups: Partial<Lookups> = {
    async activities(query) {
      asked.push(query);
      return fresh(pageFrom(events, query));
    },
  };
  return { context: asking({ lookups, ...(view === undefined ? {} : { view }) }), asked };
}

const lineOf = async (change: Partial<Activity>) =>
  shown(await answerActivity(EVERYTHING, asks([sale(change)], withoutPages).context))
    .text.split('\n')
    .slice(1);

describe('the activity', () => {
  it('tells what happened, for how much, between whom and when, with links', async () => {
    const answer = await answerActivity(EVERYTHING, asks([sale()]).context);
    const wallet = (number: number, text: string) =>
      `[${text}](https://market.example/profile/${address(number)})`;
    expect(shown(answer).text.split('\n')).toEqual([
      '-# the newest first',
      `💰 Sale · [Punk #7](https://market.example/item/${PUNKS}/7) · **1 ETH**`,
      `-# ${wallet(0x5e, '0x0000…005e')} → ${wallet(0xb0, '0x0000…00b0')} · <t:1767225600:R> · [transaction](https://explorer.example/tx/${txHash(1)})`,
    ]);
    expectTaken(answer);
  });

  it.each([
    [{ kind: 'mint', price: null, from: ZERO_ADDRESS }, '✨ Mint · Punk #7', 'to `0x0000…00b0`'],
    [{ kind: 'burn', price: null, to: ZERO_ADDRESS }, '🔥 Burn · Punk #7', 'by `0x0000…005e`'],
    [{ kind: 'listing', to: null }, '🏷️ Listing · Punk #7 · **1 ETH**', 'by `0x0000…005e`'],
    [
      { kind: 'collection_offer', tokenId: null, tokenName: null, from: null },
      '✋ Offer for any token · Punks · **1 ETH**',
      'to `0x0000…00b0`',
    ],
    [
      { quantity: 3n, currency: address(0xcc) },
      '💰 Sale · Punk #7 ×3 · **1,000,000,000,000,000,000 base units of another coin (0x0000…00cc)**',
      '→',
    ],
  ] as const)('reads %o as %s', async (change, what, who) => {
    const [first, second] = await lineOf(change);
    expect(first).toBe(what);
    expect(second).toContain(who);
  });

  it('says nothing of what is not told', async () => {
    const bare = {
      price: null,
      from: null,
      to: null,
      timestamp: null,
      txHash: null,
      tokenName: null,
    } as const;
    expect(await lineOf({ ...bare, collection: null, collectionName: null, tokenId: null })).toEqual([
      '💰 Sale · something',
    ]);
  });

  it('can be sifted by kind, and of one collection leads to its neighbours and everywhere', async () => {
    const { context, asked } = asks(sales(25));
    const place = { ...EVERYTHING, collection: PUNKS, page: 2 };
    const answer = await answerActivity(place, context);
    expect(asked[0]).toMatchObject({ collection: PUNKS, page: 2, filter: 'all' });
    expect(placeBehind(answer, 'Auctions and bids')).toEqual({ ...place, page: 1, filter: 'auction' });
    expect(placeBehind(answer, 'Everywhere')).toEqual(EVERYTHING);
    expect(placeBehind(answer, 'Collection')).toEqual({ at: 'collection', collection: PUNKS });
    expectTaken(answer);
  });

  it('opens each item once, however often it was traded', async () => {
    const events = ['a', 'b', 'c'].map((id) => sale({ id }));
    const answer = await answerActivity(EVERYTHING, asks(events).context);
    expect(shown(answer).menus['items']).toEqual(['Punk #7']);
    expect(placeBehind(answer, 'Punk #7')).toEqual({ at: 'token', collection: PUNKS, tokenId: '7' });
    expectTaken(answer);
  });

  it('that there is none of says what to do', async () => {
    const none = await answerActivity({ ...EVERYTHING, collection: PUNKS }, asks([]).context);
    const noMints = await answerActivity({ ...EVERYTHING, filter: 'mint' }, asks([]).context);
    expect(shown(none).text).toContain('“Everywhere” below');
    expect(shown(noMints).text).toContain('No mints lately.');
    expectTaken(none);
    expectTaken(noMints);
  });
});
