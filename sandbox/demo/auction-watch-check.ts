import type { StoredMessage } from '../discord/local-discord.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import type { Period, Rule } from './expected-alerts.ts';
import { readMessage } from './message-reader.ts';

/** What somebody who has such a wallet is to be told. Epoch ms. */
interface Event {
  readonly wallet: string;
  /** Whose watches ask for it. */
  readonly watch: 'outbid' | 'won';
  /** When the API first showed it. */
  readonly atMs: number;
  /** When the bot has to know it. */
  readonly dueMs: number;
}

/** For so long after an end the bot waits for late bids before it names the winner, with the poll after that. */
const GRACE_MS = 60_000;

/** Who was outbid by somebody else; an auction that is over soon after the bid is told of by its end. */
function outbidsOf({ bids, endsAtMs }: Auction, minVisibleMs: number): readonly Event[] {
  return bids.flatMap(({ bidder }, place) => {
    const next = bids[place + 1];
    if (next === undefined || next.bidder === bidder || endsAtMs - next.shownAtMs < minVisibleMs) return [];
    return [{ wallet: bidder, watch: 'outbid', atMs: next.shownAtMs, dueMs: next.shownAtMs }];
  });
}

/** Who won, once it is settled or no late bid is expected any more. */
function winsOf({ bids, endsAtMs, close }: Auction, untilMs: number): readonly Event[] {
  const winner = close === null ? bids.at(-1)?.bidder : close.winner;
  const atMs = Math.min(endsAtMs, close?.atMs ?? endsAtMs);
  const dueMs = Math.min(endsAtMs + GRACE_MS, close?.shownAtMs ?? Number.POSITIVE_INFINITY);
  return winner === undefined || winner === null || dueMs > untilMs
    ? []
    : [{ wallet: winner, watch: 'won', atMs, dueMs }];
}

const isAbout = ({ collections }: Rule, { collection }: Auction): boolean =>
  collections === null || collections.includes(collection);

/** The wallets of such watches by the rules in force from then until `untilMs`; none while they were being changed. */
function wallets(
  periods: readonly Period[],
  auction: Auction,
  { watch, atMs }: Event,
  untilMs: number,
): readonly string[] {
  const inForce = periods.find(({ fromMs, toMs }) => fromMs < atMs && untilMs < toMs);
  return (inForce?.rules ?? []).flatMap((rule) => (isAbout(rule, auction) ? (rule[watch] ?? []) : []));
}

/** The auctions that a message tells of when it is posted; later edits tell nobody. */
function auctionsIn({ payload, edits }: StoredMessage): readonly string[] {
  const { posted } = readMessage(edits[0]?.before ?? payload);
  return posted.flatMap((one) => (one.type === 'auction' ? [one.auction] : []));
}

/**
 * Who watches for being outbid or for winning and was not told: by a message of their own about the auction, after the bid or the end.
 * Between two polls one message tells of all.
 * @param messages the bot's in one person's direct messages
 * @param times `untilMs`: auctions that are over later are not due. Epoch ms
 * @returns descriptions
 */
export function checkAuctionWatches(
  auctions: readonly Auction[],
  periods: readonly Period[],
  messages: readonly StoredMessage[],
  {
    fromMs,
    untilMs,
    minVisibleMs,
  }: { readonly fromMs: number; readonly untilMs: number; readonly minVisibleMs: number },
): readonly string[] {
  const isWatching = ({ outbid = [], won = [] }: Rule): boolean => outbid.length + won.length > 0;
  if (!periods.some(({ rules }) => rules.some(isWatching))) return [];
  // The rest waits for a summary.
  if (periods.at(-1)?.delaysAlerts === true) return [];
  const told = messages.map((message) => ({ atMs: message.acceptedAtMs, about: auctionsIn(message) }));
  return auctions.flatMap((auction) => {
    const key = `${auction.collection}/${auction.number}`;
    const isTold = ({ atMs }: Event): boolean =>
      told.some(({ atMs: toldAtMs, about }) => toldAtMs >= atMs && about.includes(key));
    return [...outbidsOf(auction, minVisibleMs), ...winsOf(auction, untilMs)]
      .filter(
        (event) =>
          event.atMs >= fromMs &&
          wallets(periods, auction, event, event.dueMs + minVisibleMs).includes(event.wallet) &&
          !isTold(event),
      )
      .map(
        ({ wallet, watch, atMs }) =>
          `${wallet} ${watch} ${watch === 'won' ? '' : 'in '}${key}, at ${new Date(atMs).toISOString()}`,
      );
  });
}
