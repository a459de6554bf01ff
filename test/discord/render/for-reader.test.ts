import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import type { Reader } from '#src/alerts/description.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { address } from '../../support/build-activity.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import { liveMessageBody } from '../../support/live-edit.ts';
import { postOf } from '../views/any-alert.ts';
import { viewContext } from '../views/view-context.ts';

const COIN = 10n ** 18n;
const [ME, MINE_TOO, KALO] = [address(0xb2), address(0xb3), address(0xb1)];
const NAMES = new Map([[KALO, 'kalo']]);

const viewOf = (reader?: Reader) =>
  viewContext({
    walletName: (wallet) => NAMES.get(wallet) ?? null,
    ...(reader === undefined ? {} : { reader }),
  });
const ME_ALONE: Reader = { own: [ME], watched: [] };

const embedOf = (change: Partial<AuctionAlert>, reader?: Reader, cardMessageId: string | null = null) =>
  alertMessage({ ...postOf([auctionAlert(change)]), cardMessageId }, viewOf(reader), 'normal').embeds?.[0];

/** Kalo bids 3, over my 1. */
const OUTBID: Partial<AuctionAlert> = {
  topic: 'auction_bid',
  leader: KALO,
  outbid: ME,
  overtaken: [ME],
  overtakenBids: [COIN],
};

describe('a bid in direct messages', () => {
  it('says to somebody that it was they who were outbid, by whom, and with which bid', () => {
    for (const cardMessageId of [null, '3'])
      expect(embedOf(OUTBID, ME_ALONE, cardMessageId)?.title).toBe(
        '📈 You were outbid on Punk #7: 3 ETH by kalo (`0x0000…00b1`) (yours: 1 ETH)',
      );
  });

  it('says so of a bid that lost the lead before the poll', () => {
    const change = {
      ...OUTBID,
      outbid: address(9),
      overtaken: [address(9), ME],
      overtakenBids: [2n * COIN, COIN],
    };
    expect(embedOf(change, ME_ALONE)?.title).toContain('You were outbid on Punk #7: 3 ETH by kalo');
    expect(embedOf(change, ME_ALONE)?.title).toContain('(yours: 1 ETH)');
  });

  it('names the wallet of somebody else that is watched', () => {
    expect(embedOf(OUTBID, { own: [], watched: [ME] })?.title).toBe(
      '📈 `0x0000…00b2` was outbid on Punk #7: 3 ETH by kalo (`0x0000…00b1`) (theirs: 1 ETH)',
    );
  });

  it.each<[string, Reader | undefined]>([
    ['by another wallet of one’s own', { own: [ME, KALO], watched: [] }],
    ['of somebody else', { own: [MINE_TOO], watched: [] }],
    ['in a channel', undefined],
  ])('says nothing of that %s', (_, reader) => {
    expect(embedOf(OUTBID, reader)?.title).toBe('📈 Bid of 3 ETH on Punk #7');
  });

  it('that is shown after the end has a headline of its own', () => {
    const late = { ...OUTBID, status: 'ended', provisional: true } as const;
    expect(embedOf(late, ME_ALONE, '3')?.title).toMatch(/^📈 You were outbid on Punk #7: 3 ETH by kalo/u);
    expect(embedOf(late, undefined, '3')?.title).toBe('📈 Bid of 3 ETH on Punk #7');
  });

  it('is edited to the latest bid, and still says who lost', () => {
    const state = auctionAlert({
      ...OUTBID,
      highestBid: 5n * COIN,
      latestBids: [
        { bidder: KALO, amount: 5n * COIN, at: 3 },
        { bidder: ME, amount: 4n * COIN, at: 2 },
      ],
    });
    const card = { topic: 'auction_bid', alertKey: 'auction_bid:a-1', state } as const;
    const title = (reader: Reader) =>
      liveMessageBody('dm:1', card, viewOf(reader), 'normal').embeds[0]?.title;
    expect(title(ME_ALONE)).toBe(
      '📈 You were outbid on Punk #7: 5 ETH by kalo (`0x0000…00b1`) (yours: 4 ETH)',
    );
    expect(title({ own: [KALO], watched: [] })).toBe('📈 Bid of 5 ETH on Punk #7');
  });
});

describe('an end in direct messages', () => {
  const won: Partial<AuctionAlert> = { topic: 'auction_ended', leader: ME, highestBid: 3n * COIN };

  it.each<[Partial<AuctionAlert>, sign: string]>([
    [{ status: 'sold' }, '✅'],
    [{ status: 'ended' }, '🏁'],
  ])('says to the winner that they won (%o)', (change, sign) => {
    for (const cardMessageId of [null, '3'])
      expect(embedOf({ ...won, ...change }, ME_ALONE, cardMessageId)?.title).toBe(
        `${sign} You won Punk #7 for 3 ETH`,
      );
    expect(embedOf({ ...won, ...change }, { own: [MINE_TOO], watched: [] })?.title).not.toContain('You');
  });

  it('says to nobody that they won before it is final, or once it is cancelled', () => {
    expect(embedOf({ ...won, status: 'ended', provisional: true }, ME_ALONE)?.title).not.toContain('You');
    expect(
      embedOf({ ...won, topic: 'auction_cancelled', status: 'cancelled' }, ME_ALONE)?.title,
    ).not.toContain('You');
  });

  it('says that they were outbid by a bid of the same poll', () => {
    const lost: Partial<AuctionAlert> = {
      ...OUTBID,
      topic: 'auction_ended',
      status: 'ended',
      provisional: true,
    };
    const followUp = embedOf(lost, ME_ALONE, '3');
    expect(followUp?.title).toBe('🏁 Auction of Punk #7 ended at 3 ETH, settling');
    expect(followUp?.description).toContain('you were outbid (yours: 1 ETH)');
    expect(JSON.stringify(embedOf(lost, ME_ALONE))).toContain('you were outbid (yours: 1 ETH)');
    expect(JSON.stringify(embedOf(lost))).not.toContain('outbid');
  });
});
