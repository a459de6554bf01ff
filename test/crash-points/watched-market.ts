import type { OptionValues } from '../../sandbox/discord/person/options.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { addressOf } from '../../sandbox/marketplace/random/hex.ts';
import type { Auction } from '../../sandbox/marketplace/world/auctions/auction.ts';
import { auctionPage, type Due, itemPage, NO_PAGE } from './direct-messages.ts';

/** What one person watches, and what of it happens in a run. */
export interface Watched {
  /** Says what they watch. */
  readonly name: string;
  /** The options of each `/watch add`. */
  readonly watches: () => readonly OptionValues[];
  /** Whether they are to be told in the order of `due`. */
  readonly isInOrder: boolean;
  /** Lets what is due by then happen. @param done which share of the run is over, 0 to 1 */
  readonly proceed: (done: number) => void;
  /** @param endedAtMs what is not over by then need not be told, epoch ms */
  readonly due: (endedAtMs: number) => readonly Due[];
}

export interface WatchedMarket {
  readonly all: readonly Watched[];
  /** Bids where it is time to. To be called several times a second. */
  bid(): void;
}

/** A person gets twenty messages an hour; what is beyond them would wait for a summary until the hour is over. */
const EVENTS = 15;
const AUCTIONS = 8;
/** Later auctions might not be over in the run. */
const AUCTIONS_UNTIL = 0.8;
const LASTS_MS = 60_000;
/** A bot that is killed again and again may not read an auction for a minute; one that is over then is told of by its end. */
const OUTBID_LASTS_MS = 30 * 60_000;
/** Auctions that begin with the run, and are watched by their number. */
const ENDING_AFTER_MS: readonly number[] = [70_000, 120_000];
/** The bot reminds of its end five minutes before. */
const REMINDED = { endsInMs: 5 * 60_000 + 60_000, minutes: '5' };
const SETTLED_AFTER_MS = 12_000;
/** Between the bid of the person and the one that outbids it. */
const OUTBID_AFTER_MS = 8_000;
/** Others bid no more by then (`busy-market.ts`). */
const LAST_BID_MS = 900;
const EXTENSION_MS = 10_000;
/** Who was outbid so shortly before the end may be told of the end only. */
const VISIBLE_MS = 5 * 60_000;
/** About the end of an auction: one that it is over, and one if somebody else won than it seemed. */
const MESSAGES_OF_END = 2;
const BIDDER = addressOf('crash:bidder');
const WINNER = addressOf('crash:winner');
const BUYER = addressOf('crash:buyer');

const pageOf = ({ collection, number }: Auction): string => auctionPage(`${collection}/${number}`);

/** When somebody else bid more than this wallet, epoch ms; `null` when nobody did. */
function outbidAt({ bids }: Auction, wallet: string): number | null {
  const own = bids.findLastIndex(({ bidder }) => bidder === wallet);
  return (own < 0 ? undefined : bids[own + 1])?.atMs ?? null;
}

/** Events of the feed, spread over the run. @param cause causes one, and returns the token that it is about */
function happenings(cause: () => string): Pick<Watched, 'isInOrder' | 'proceed' | 'due'> {
  const caused: string[] = [];
  return {
    isInOrder: true,
    proceed(done) {
      while (caused.length < EVENTS && caused.length <= done * EVENTS) caused.push(cause());
    },
    due: () => caused.map((item) => ({ about: itemPage(item), isDue: true })),
  };
}

/**
 * What people watch: low listings of a collection, tokens that are sold, a wallet that buys, auctions in which a wallet is outbid, or wins,
 * and auctions that end. No other event is about it, so what is due follows from what is caused here and from the bids.
 */
export function createWatchedMarket({ cause, ledger, collections }: EmbeddedMarketplace): WatchedMarket {
  // The first ones are those of the busiest channels and of floors.
  const [watchedCollection] = collections()
    .slice(3)
    .toSorted((one, other) => other.tokens - one.tokens);
  if (watchedCollection === undefined) throw new Error('There is no collection.');
  const { address: collection, floor } = watchedCollection;
  const used = new Set<string>();

  /** A token that nobody offers, another one each time. */
  function freshToken(): string {
    for (;;) {
      const tokenId = cause.transfer({ collection })[0]?.tokenId ?? '';
      if (used.has(tokenId)) continue;
      used.add(tokenId);
      return tokenId;
    }
  }

  const auctionOf = (id: string): readonly Auction[] => ledger.auctions().filter((one) => one.id === id);

  function startAuction(endsInMs: number): string {
    const options = { collection, tokenId: freshToken(), endsInMs, settlesAfterMs: SETTLED_AFTER_MS };
    return cause.auction(options)[0]?.auctionId ?? '';
  }

  /** Auctions in which a wallet bids, one after the other. */
  function auctionsOf(lastsMs: number, began: (id: string) => void) {
    const ids: string[] = [];
    return {
      ids,
      proceed(done: number) {
        if (
          ids.length >= AUCTIONS ||
          done > AUCTIONS_UNTIL ||
          ids.length > (done * AUCTIONS) / AUCTIONS_UNTIL
        )
          return;
        const id = startAuction(lastsMs);
        ids.push(id);
        began(id);
      },
    };
  }

  const outbid = auctionsOf(OUTBID_LASTS_MS, (auction) =>
    cause.bid({ auction, bidder: BIDDER, extensionMs: EXTENSION_MS }),
  );
  const won = auctionsOf(LASTS_MS, () => undefined);
  /**
   * The watched tokens that were sold since, in the order of their first sales. Others may sell them too: alone, in a sweep,
   * whose message leads to no token or to several, or at auction.
   */
  function soldItems(): readonly Due[] {
    const sales = ledger
      .records()
      .filter((record) => !record.history && record.kind === 'sale' && record.collection === collection);
    const inTransaction = Map.groupBy(sales, ({ txHash }) => txHash);
    const isAlone = ({ txHash }: (typeof sales)[number]) => inTransaction.get(txHash)?.length === 1;
    const sold = sales.filter(({ tokenId }) => soldTokens.includes(tokenId));
    const sweeps = new Set(sold.filter((sale) => !isAlone(sale)).map(({ txHash }) => txHash));
    const auctions = ledger
      .auctions()
      .filter((one) => one.collection === collection && soldTokens.includes(one.tokenId));
    return [
      ...[...Map.groupBy(sold, ({ tokenId }) => tokenId)].map(([tokenId, of]) => ({
        about: itemPage(`${collection}/${tokenId}`),
        isDue: of.some(isAlone),
        atMost: of.length,
      })),
      { about: NO_PAGE, isDue: false, atMost: sweeps.size },
      ...auctions.map((auction) => ({ about: pageOf(auction), isDue: false, atMost: MESSAGES_OF_END })),
    ];
  }

  /** Chosen when channels follow transfers already: to choose one is one. */
  const soldTokens: string[] = [];
  const toSell = soldTokens.values();
  const known: { readonly ending: string[]; reminded: string } = { ending: [], reminded: '' };

  return {
    all: [
      {
        name: 'low listings',
        watches: () => [
          { when: 'collection.listed_below', what: collection, price: String(Number(floor / 100n) / 1e18) },
        ],
        ...happenings(() => {
          const tokenId = freshToken();
          cause.listing({ collection, tokenId, price: floor / 200n });
          return `${collection}/${tokenId}`;
        }),
      },
      {
        name: 'tokens',
        watches() {
          soldTokens.push(...Array.from({ length: EVENTS }, freshToken));
          return soldTokens.map((id) => ({ when: 'token.sold', what: `${collection}/${id}` }));
        },
        ...happenings(() => {
          const tokenId = toSell.next().value ?? '';
          cause.sale({ collection, tokenId });
          return `${collection}/${tokenId}`;
        }),
        due: soldItems,
      },
      {
        name: 'a wallet that buys',
        watches: () => [{ when: 'wallet.bought', what: BUYER }],
        ...happenings(() => {
          const tokenId = freshToken();
          cause.sale({ collection, tokenId, buyer: BUYER });
          return `${collection}/${tokenId}`;
        }),
      },
      {
        name: 'being outbid',
        watches: () => [{ when: 'wallet.outbid', what: BIDDER }],
        isInOrder: false,
        proceed: outbid.proceed,
        due: () =>
          outbid.ids.flatMap(auctionOf).flatMap((auction) => {
            const atMs = outbidAt(auction, BIDDER);
            if (atMs === null) return [];
            return { about: pageOf(auction), isDue: auction.endsAtMs - atMs >= VISIBLE_MS };
          }),
      },
      {
        name: 'winning',
        watches: () => [{ when: 'wallet.won', what: WINNER }],
        isInOrder: false,
        proceed: won.proceed,
        due: (endedAtMs) =>
          won.ids
            .flatMap(auctionOf)
            .filter(({ bids }) => bids.at(-1)?.bidder === WINNER)
            .map((auction) => ({ about: pageOf(auction), isDue: auction.endsAtMs < endedAtMs })),
      },
      {
        name: 'ends of auctions',
        watches() {
          known.ending.push(...ENDING_AFTER_MS.map(startAuction));
          known.reminded = startAuction(REMINDED.endsInMs);
          const named = (id: string) => auctionOf(id).map(({ number }) => `${collection}/${number}`)[0] ?? '';
          return [
            ...known.ending.map((id) => ({ when: 'auction.ended', what: named(id) })),
            { when: 'auction.ending', what: named(known.reminded), minutes: REMINDED.minutes },
          ];
        },
        isInOrder: false,
        proceed: () => undefined,
        due: (endedAtMs) => [
          ...known.ending
            .flatMap(auctionOf)
            .map((auction) => ({ about: pageOf(auction), isDue: auction.endsAtMs < endedAtMs })),
          ...auctionOf(known.reminded).map((auction) => ({
            about: pageOf(auction),
            isDue: auction.endsAtMs - Number(REMINDED.minutes) * 60_000 < endedAtMs,
          })),
        ],
      },
    ],
    bid() {
      const now = Date.now();
      const isOpen = ({ close, endsAtMs }: Auction) => close === null && endsAtMs > now;
      for (const { id, bids } of outbid.ids.flatMap(auctionOf).filter(isOpen)) {
        const lead = bids.at(-1);
        if (lead?.bidder === BIDDER && lead.atMs < now - OUTBID_AFTER_MS)
          cause.bid({ auction: id, extensionMs: EXTENSION_MS });
      }
      for (const { id, bids, endsAtMs } of won.ids.flatMap(auctionOf).filter(isOpen)) {
        if (endsAtMs - now < LAST_BID_MS && bids.at(-1)?.bidder !== WINNER)
          cause.bid({ auction: id, bidder: WINNER, extensionMs: 0 });
      }
    },
  };
}
