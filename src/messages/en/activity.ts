import type { Writer } from '../writer.ts';

/** `/activity`: recent activity, everywhere or in one collection. */
export const activityMessages = ({ text }: Writer) => ({
  description: text`Shows what happened lately: sales, listings, offers, transfers, auctions`,
  kindOption: text`What to show; everything when left out`,

  title: text`Activity on the marketplace`,
  heading: (collection: string) => text`Activity of ${collection}`,
  events: {
    sale: text`Sale`,
    listing: text`Listing`,
    listing_updated: text`New price`,
    listing_cancelled: text`Listing withdrawn`,
    listing_expired: text`Listing ran out`,
    offer: text`Offer`,
    collection_offer: text`Offer for any token`,
    offer_cancelled: text`Offer withdrawn`,
    auction_created: text`Auction`,
    auction_bid: text`Bid`,
    auction_extended: text`Auction extended`,
    auction_settled: text`Auction settled`,
    auction_cancelled: text`Auction cancelled`,
    transfer: text`Transfer`,
    mint: text`Mint`,
    burn: text`Burn`,
    ignored: text`Event`,
    unknown: text`Event`,
  },
  filters: {
    all: text`everything`,
    sale: text`sales`,
    listing: text`listings`,
    offer: text`offers`,
    transfer: text`transfers and burns`,
    mint: text`mints`,
    auction: text`auctions and bids`,
  },
  /** The same as labels of a menu. */
  filterLabels: {
    all: text`Everything`,
    sale: text`Sales`,
    listing: text`Listings`,
    offer: text`Offers`,
    transfer: text`Transfers and burns`,
    mint: text`Mints`,
    auction: text`Auctions and bids`,
  },
  /** Stands for the name of what has none. */
  something: text`something`,
  by: (wallet: string) => text`by ${wallet}`,
  to: (wallet: string) => text`to ${wallet}`,
  newestFirst: text`the newest first`,
  latestActivity: text`the latest activity`,
  nothingHappened: text`Nothing happened here lately. “Everywhere” below shows the whole marketplace.`,
  noneOfKind: (kind: string) => text`No ${kind} lately. Choose another kind below, or look at everything.`,
  /** The button that shows amounts with every digit and addresses in full. */
  exact: text`Addresses and amounts`,
  openItem: text`Open an item`,
  shownKind: (kind: string) => text`Shown: ${kind}`,
  collections: text`Collections`,
  everywhere: text`Everywhere`,
});
