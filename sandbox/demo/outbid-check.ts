import type { StoredMessage } from '../discord/local-discord.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import type { Period, Rule } from './expected-alerts.ts';
import { readMessage } from './message-reader.ts';

/** Who was outbid by somebody else, and when the API showed it, epoch ms. */
function outbidsOf({ bids }: Auction): readonly { readonly bidder: string; readonly atMs: number }[] {
  return bids.flatMap(({ bidder }, place) => {
    const next = bids[place + 1];
    return next === undefined || next.bidder === bidder ? [] : [{ bidder, atMs: next.shownAtMs }];
  });
}

const isAbout = ({ collections }: Rule, { collection }: Auction): boolean =>
  collections === null || collections.includes(collection);

/** The wallets that may be outbid by the rules in force from then until `untilMs`; none while they were being changed. */
function wallets(
  periods: readonly Period[],
  auction: Auction,
  atMs: number,
  untilMs: number,
): readonly string[] {
  const inForce = periods.find(({ fromMs, toMs }) => fromMs < atMs && untilMs < toMs);
  return (inForce?.rules ?? []).flatMap((rule) => (isAbout(rule, auction) ? (rule.outbid ?? []) : []));
}

/** The auctions that a message tells of when it is posted; later edits tell nobody. */
function auctionsIn({ payload, edits }: StoredMessage): readonly string[] {
  const { posted } = readMessage(edits[0]?.before ?? payload);
  return posted.flatMap((one) => (one.type === 'auction' ? [one.auction] : []));
}

/**
 * Who watches for being outbid and was not told: by a message of their own about the auction, after the bid. Between two polls one
 * message tells of all; an auction that is over soon after the bid is told of by its end.
 * @param messages the bot's in one person's direct messages
 * @returns descriptions
 */
export function checkOutbids(
  auctions: readonly Auction[],
  periods: readonly Period[],
  messages: readonly StoredMessage[],
  { fromMs, minVisibleMs }: { readonly fromMs: number; readonly minVisibleMs: number },
): readonly string[] {
  if (periods.every(({ rules }) => rules.every(({ outbid = [] }) => outbid.length === 0))) return [];
  // The rest waits for a summary.
  if (periods.at(-1)?.delaysAlerts === true) return [];
  const told = messages.map((message) => ({ atMs: message.acceptedAtMs, about: auctionsIn(message) }));
  return auctions.flatMap((auction) => {
    const key = `${auction.collection}/${auction.number}`;
    const isTold = (atMs: number): boolean =>
      told.some(({ atMs: toldAtMs, about }) => toldAtMs >= atMs && about.includes(key));
    return outbidsOf(auction)
      .filter(
        ({ bidder, atMs }) =>
          atMs >= fromMs &&
          auction.endsAtMs - atMs >= minVisibleMs &&
          wallets(periods, auction, atMs, atMs + minVisibleMs).includes(bidder) &&
          !isTold(atMs),
      )
      .map(({ bidder, atMs }) => `${bidder} outbid in ${key}, at ${new Date(atMs).toISOString()}`);
  });
}
