import { describe, expect, it } from 'vitest';
import { ZERO_ADDRESS } from '#src/chain/address.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { createLinks } from '#src/marketplace/links.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { address, sale, sales, txHash } from '../../support/build-activity.ts';
import { viewContext, withoutPages } from '../views/view-context.ts';
import {
  answerContext,
  answerScreen,
  expectAccepted,
  freshResult,
  isReply,
  pageFrom,
  renderAnswer,
  targetScreen,
} from './answer-context.ts';

const PUNKS = address(0xc0);
const MATCH_ALL = { at: 'activity', collection: null, page: 1, filter: 'all' } as const;

function asks(events: readonly Activity[], view?: typeof withoutPages) {
  const asked: Parameters<Lookups['activities']>[0][] = [];
  const lookups: Partial<Lookups> = {
    async activities(query) {
      asked.push(query);
      return freshResult(pageFrom(events, query));
    },
  };
  return { context: answerContext({ lookups, ...(view === undefined ? {} : { view }) }), asked };
}

const lineOf = async (change: Partial<Activity>) =>
  renderAnswer(await answerScreen(MATCH_ALL, asks([sale(change)], withoutPages).context))
    .text.split('\n')
    .slice(1);

describe('the activity', () => {
  it('shows what happened, for how much, between whom and when, with links', async () => {
    const answer = await answerScreen(MATCH_ALL, asks([sale()]).context);
    const wallet = (number: number, text: string) =>
      `[${text}](https://market.example/profile/${address(number)})`;
    expect(renderAnswer(answer).text.split('\n')).toEqual([
      '-# newest first',
      `💰 Sale · [Punk #7](https://market.example/item/${PUNKS}/7) · **1 ETH**`,
      `-# ${wallet(0x5e, '0x0000…005e')} → ${wallet(0xb0, '0x0000…00b0')} · <t:1767225600:R> · [transaction](https://explorer.example/tx/${txHash(1)})`,
    ]);
    expectAccepted(answer);
  });

  it('keeps the links of tokens, wallets and transactions on a full page', async () => {
    const view = viewContext({
      links: createLinks({
        item: 'https://www.marketplace.example/sonic/collections/{collection}/{tokenId}',
        collection: 'https://www.marketplace.example/sonic/collections/{collection}',
        profile: 'https://www.marketplace.example/sonic/profile/{address}',
        auction: 'https://www.marketplace.example/sonic/auctions/{collection}/{auctionId}',
        transaction: 'https://www.explorer.example/sonic/tx/{txHash}',
      }),
    });
    const answer = await answerScreen(MATCH_ALL, asks(sales(25), view).context);
    const { text } = renderAnswer(answer);
    const entries = text.split('\n').filter((line) => line.startsWith('💰'));
    expect(entries).toHaveLength(7);
    for (const [page, each] of [
      ['collections', 1],
      ['profile', 2],
      ['tx', 1],
    ] as const) {
      expect(text.split(`example/sonic/${page}/`)).toHaveLength(7 * each + 1);
    }
    expectAccepted(answer);
  });

  it('leads to its addresses and transactions in full, to be copied', async () => {
    const { context, asked } = asks([sale({ price: 1n })]);
    const answer = await answerScreen({ ...MATCH_ALL, filter: 'sale' }, context);
    const screen = targetScreen(answer, 'Addresses and amounts');
    expect(screen).toEqual({ ...MATCH_ALL, filter: 'sale', at: 'exact-activity' });
    expect(isReply(screen.at)).toBe(true);
    const exact = await answerScreen(screen, context);
    expect(renderAnswer(exact)).toMatchObject({
      title: 'Marketplace activity: exact amounts',
      text: [
        '**💰 Sale** · Punk #7 · `0.000000000000000001 ETH`',
        `\`${address(0x5e)}\` → \`${address(0xb0)}\``,
        `<t:1767225600:f> · \`${txHash(1)}\``,
      ].join('\n'),
    });
    expect(asked).toEqual([asked[0], asked[0]]);
    expectAccepted(exact);
  });

  it.each([
    [{ kind: 'mint', price: null, from: ZERO_ADDRESS }, '✨ Mint · Punk #7', 'to `0x0000…00b0`'],
    [{ kind: 'burn', price: null, to: ZERO_ADDRESS }, '🔥 Burn · Punk #7', 'by `0x0000…005e`'],
    [{ kind: 'listing', to: null }, '🏷️ Listing · Punk #7 · **1 ETH**', 'by `0x0000…005e`'],
    [
      { kind: 'collection_offer', tokenId: null, tokenName: null, from: null },
      '✋ Collection offer · Punks · **1 ETH**',
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

  it('leaves out what is unknown', async () => {
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
    const screen = { ...MATCH_ALL, collection: PUNKS, page: 2 };
    const answer = await answerScreen(screen, context);
    expect(asked[0]).toMatchObject({ collection: PUNKS, page: 2, filter: 'all' });
    expect(targetScreen(answer, 'Auctions and bids')).toEqual({ ...screen, page: 1, filter: 'auction' });
    expect(targetScreen(answer, 'Everywhere')).toEqual(MATCH_ALL);
    expect(targetScreen(answer, 'Collection')).toEqual({ at: 'collection', collection: PUNKS });
    expectAccepted(answer);
  });

  it('opens each item once, however often it was traded', async () => {
    const events = ['a', 'b', 'c'].map((id) => sale({ id }));
    const answer = await answerScreen(MATCH_ALL, asks(events).context);
    expect(renderAnswer(answer).menus['items']).toEqual(['Punk #7']);
    expect(targetScreen(answer, 'Punk #7')).toEqual({ at: 'token', collection: PUNKS, tokenId: '7' });
    expectAccepted(answer);
  });

  it('that there is none of says what to do', async () => {
    const none = await answerScreen({ ...MATCH_ALL, collection: PUNKS }, asks([]).context);
    const noMints = await answerScreen({ ...MATCH_ALL, filter: 'mint' }, asks([]).context);
    expect(renderAnswer(none).text).toContain('Press “Everywhere”');
    expect(renderAnswer(noMints).text).toContain('No recent mints.');
    expectAccepted(none);
    expectAccepted(noMints);
  });
});
