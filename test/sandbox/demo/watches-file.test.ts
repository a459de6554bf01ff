import { describe, expect, it } from 'vitest';
import { readWatchesFile } from '../../../sandbox/demo/watches-file.ts';

const FOXES = '0x00000000000000000000000000000000000000f0';
const WALLET = '0x00000000000000000000000000000000000000a1';

function read(filter: object, more: object = {}) {
  const watch = { id: 1, topics: ['listing'], filter, pausedAt: null, ...more };
  return readWatchesFile(JSON.stringify({ person: null, watches: [watch], messages: null }));
}

describe('what a person is owed by their export', () => {
  it('is what they watch and can be judged from the ledger', () => {
    expect(read({ collection: [FOXES], price_to: '1500000000000000000', rank: 100 }).rules).toEqual([
      {
        kinds: ['listing'],
        collections: [FOXES],
        filter: { priceTo: 1_500_000_000_000_000_000n, rankAtMost: 100 },
      },
    ]);
    expect(
      read({ collection: [FOXES], tokens: ['7'] }, { topics: ['sale', 'auction_ended', 'floor'] }).rules,
    ).toEqual([{ kinds: ['sale', 'auction_ended'], collections: [FOXES], filter: { tokens: ['7'] } }]);
    expect(read({ wallets: [WALLET], wallet_role: 'buyer' }, { topics: ['sale'] }).rules).toEqual([
      { kinds: ['sale'], collections: null, filter: { onlyWallets: [WALLET], walletRole: 'buyer' } },
    ]);
  });

  it.each([
    ['who is outbid', { wallets: [WALLET], wallet_role: 'outbid' }],
    ['whose token is offered for', { owners: [WALLET] }],
    ['one auction', { collection: [FOXES], auction: '7' }],
  ])('is open where only the bot knows: %s', (_what, filter) => {
    expect(read(filter).rules).toMatchObject([{ filter: null }]);
  });

  it('is to be told when one of their wallets is outbid', () => {
    const filter = { wallets: [WALLET], wallet_role: 'outbid' };

    expect(read(filter, { topics: ['auction_bid'] }).rules).toEqual([
      { kinds: [], collections: null, filter: null, outbid: [WALLET] },
    ]);
    expect(read({ ...filter, auction: '7' }, { topics: ['auction_bid'] }).rules[0]).not.toHaveProperty(
      'outbid',
    );
  });

  it('is to be told when one of their wallets wins an auction', () => {
    const filter = { wallets: [WALLET], wallet_role: 'leader' };

    expect(read(filter, { topics: ['auction_ended'] }).rules).toEqual([
      { kinds: ['auction_ended'], collections: null, filter: null, won: [WALLET] },
    ]);
    expect(read({ ...filter, auction: '7' }, { topics: ['auction_ended'] }).rules[0]).not.toHaveProperty(
      'won',
    );
  });

  it('is nothing while a watch is paused', () => {
    expect(read({ collection: [FOXES] }, { pausedAt: 1_800_000_000_000 }).rules).toEqual([]);
  });

  it('may wait in quiet hours', () => {
    const messages = { quiet: { from: 60, to: 120 } };

    expect(readWatchesFile(JSON.stringify({ watches: [], messages })).delaysAlerts).toBe(true);
    expect(readWatchesFile(JSON.stringify({ watches: [], messages: { quiet: null } })).delaysAlerts).toBe(
      false,
    );
  });

  it('is not read from another file', () => {
    expect(() => readWatchesFile('{"channels":[]}')).toThrow();
  });
});
