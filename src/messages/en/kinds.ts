import type { PriceChange } from '#src/chain/comparison.ts';
import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';
import { changeWords } from './price-changes.ts';

/** Texts specific to each kind of alert. */
export const kindMessages = (writer: Writer) => {
  const { text, segments, count, approximateDuration } = writer;
  const times = (trades: number): string =>
    trades === 1 ? text`once` : count(trades, { one: 'time', other: 'times' });
  const strong = (parts: Segments): Segment => ({ type: 'strong', segments: parts });
  const changeBy = changeWords(writer, text`unchanged`);
  const changeWithin = (change: PriceChange, time: string): string =>
    change.type === 'percent' || change.type === 'slight'
      ? text`${changeBy(change)} in ${time}`
      : text`${changeBy(change)} after ${time}`;

  return {
    sale: {
      label: text`Sale`,
      sold: (subject: Segment) => segments`${strong([subject])} sold`,
      soldFor: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} sold for ${strong(price)}`,
      sales: (sales: number) => text`${count(sales, { one: 'sale', other: 'sales' })}`,
    },
    sweep: {
      label: text`Sweep`,
      swept: (subject: Segment) => segments`${subject} swept`,
      sweptFor: (subject: Segment, price: Segments) => segments`${subject} swept for ${price}`,
      sweeps: (sweeps: number) => text`${count(sweeps, { one: 'sweep', other: 'sweeps' })}`,
      average: (price: Segment) => segments`${price} on average`,
      averageOfUnit: (price: Segment) => segments`${price} per unit on average`,
      buyer: (wallet: Segment) => segments`Buyer ${wallet}`,
      inOtherCurrencies: segments`prices in other currencies`,
      atLeast: (amount: Segment) => segments`at least ${strong([amount])}`,
      /**
       * Explains why a total is incomplete.
       * @param unknown number of unreported prices
       * @param foreign number of prices in another currency
       */
      missing: (unknown: number, foreign: number): Segments => {
        const notTold = text`${count(unknown, { one: 'price', other: 'prices' })} not reported`;
        const other = text`${count(foreign, { one: 'price', other: 'prices' })} in another currency`;
        if (foreign === 0) return segments`${notTold}`;
        return unknown === 0 ? segments`${other}` : segments`${notTold}, ${other}`;
      },
    },
    repeatTrades: {
      label: (trades: number) => text`Traded ${times(trades)} between two wallets`,
      traded: (subject: Segment, trades: number) =>
        segments`${subject} traded ${times(trades)} between two wallets`,
      tokens: (tokens: number) =>
        text`${count(tokens, { one: 'token', other: 'tokens' })} traded back and forth`,
      between: (one: Segment, other: Segment) => segments`${one} ⇄ ${other}`,
      countedHere: segments`Further trades are counted here.`,
      since: (when: Segment) => segments`started ${when}`,
      inAll: (volume: Segment) => segments`${volume} total`,
      latestFor: (price: Segments) => segments`latest price ${price}`,
    },
    listing: {
      label: text`Listing`,
      listed: (subject: Segment) => segments`${strong([subject])} listed`,
      listedFor: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} listed for ${strong(price)}`,
      listedFrom: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} listed for ${strong(price)}, falling`,
      listedPrivately: (subject: Segment) => segments`${strong([subject])} listed privately`,
      listedPrivatelyFor: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} listed privately for ${strong(price)}`,
      listedPrivatelyFrom: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} listed privately for ${strong(price)}, falling`,
      /** @param wallet `null` if unknown */
      reservedFor: (wallet: Segment | null) =>
        wallet === null ? segments`for one wallet only` : segments`for ${wallet} only`,
      /** @param until `null` if unknown */
      falling: (from: Segments, to: Segments, until: Segment | null) =>
        until === null
          ? segments`from ${from}, falling to ${to}`
          : segments`from ${from}, falling to ${to} by ${until}`,
      listings: (listings: number) => text`${count(listings, { one: 'listing', other: 'listings' })}`,
    },
    offer: {
      label: text`Offer`,
      anyLabel: text`Collection offer`,
      offered: (subject: Segment) => segments`${strong([subject])} received an offer`,
      offeredAny: (subject: Segment) => segments`${strong([subject])} received a collection offer`,
      offeredFor: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} received an offer of ${strong(price)}`,
      offeredForAny: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} received a collection offer of ${strong(price)}`,
      offers: (offers: number) => text`${count(offers, { one: 'offer', other: 'offers' })}`,
    },
    floor: {
      label: text`Floor`,
      /**
       * @param amounts the earlier and the new floor
       * @param change `null` if the earlier floor was 0
       * @param seconds time since the earlier floor
       */
      changed: (
        subject: Segment,
        amounts: Segments,
        change: PriceChange | null,
        seconds: number,
      ): Segments => {
        const time = approximateDuration(Math.max(60, seconds));
        const how = change === null ? text`in ${time}` : changeWithin(change, time);
        return segments`${subject} floor ${amounts} (${how})`;
      },
      /** The change alone: `+13%`. */
      changeBy: (change: PriceChange): Segments => segments`${changeBy(change)}`,
      alerts: (alerts: number) => text`${count(alerts, { one: 'floor alert', other: 'floor alerts' })}`,
      threshold: (amount: Segment) => segments`threshold: ${amount}`,
      since: (when: Segment) => segments`changed ${when}`,
      listed: (token: Segment, price: Segments) => segments`${token} was listed for ${price}`,
      sold: (token: Segment, price: Segments) => segments`${token} was sold for ${price}`,
    },
    transfer: {
      label: text`Transfer`,
      transferred: (subject: Segment) => segments`${strong([subject])} transferred`,
      transfers: (transfers: number) => text`${count(transfers, { one: 'transfer', other: 'transfers' })}`,
    },
    mint: {
      label: text`Mint`,
      minted: (subject: Segment) => segments`${strong([subject])} minted`,
      mintedFor: (subject: Segment, price: Segments) =>
        segments`${strong([subject])} minted for ${strong(price)}`,
      mints: (mints: number) => text`${count(mints, { one: 'mint', other: 'mints' })}`,
    },
    reverted: {
      label: (label: string) => text`Reverted: ${label}`,
      headline: (headline: Segments) => segments`Reverted: ${headline}`,
      noLongerCounts: segments`The marketplace has reverted this event. It no longer counts.`,
      events: (events: number) => text`${count(events, { one: 'reverted event', other: 'reverted events' })}`,
    },
    /** An alert that a member asked to post again. */
    again: {
      asked: (sign: string) => segments`${sign} Posted again on request`,
      alerts: (alerts: number) =>
        text`${count(alerts, { one: 'alert posted again', other: 'alerts posted again' })}`,
    },
    burn: {
      label: text`Burn`,
      burned: (subject: Segment) => segments`${strong([subject])} burned`,
      burns: (burns: number) => text`${count(burns, { one: 'burn', other: 'burns' })}`,
    },
  };
};

/** Options specific to kinds: their prompts, and descriptions of rules. */
export const kindOptionMessages = ({ text, segments, number, percent, count, listOf }: Writer) => ({
  floor: {
    above: {
      label: text`Floor rises to`,
      about: text`For example 120 or 1.5k. Leave empty for no threshold`,
      inFile: text`must be an amount in quotation marks, for example "12.5"`,
      words: (amount: Segment) => segments`floor rises to ${amount}`,
    },
    below: {
      label: text`Floor falls to`,
      about: text`For example 80 or 0.5. Leave empty for no threshold`,
      inFile: text`must be an amount in quotation marks, for example "12.5"`,
      words: (amount: Segment) => segments`floor falls to ${amount}`,
    },
    moves: {
      label: text`Floor moves by`,
      about: text`For example 15% in 48h (168h at most). Default if no floor option is set: 10% in 24h`,
      inFile: text`must be a percentage and hours in quotation marks, for example "10% in 24h"`,
      hint: text`Enter a percentage (1% to 1000%) and a number of hours (1 to 168), like 10% in 24h.`,
      words: (share: number, hours: number) =>
        segments`floor moves ${percent(share, { digits: 0 })} in ${count(hours, { one: 'hour', other: 'hours' })}`,
    },
    rearm: {
      label: text`Percent to move back before next alert`,
      about: text`How far the floor must move back before the next alert. Leave empty for 3%`,
      inFile: text`must be a whole number from 1 to 50`,
      hint: text`Enter a whole number from 1 to 50, like 3 for 3%.`,
    },
    /** @param when each of them is enough */
    words: (when: readonly Segments[]): Segments => listOf(when, 'or'),
    rearmedBy: (share: number): Segments =>
      segments`next alert after the floor moves back ${percent(share, { digits: 0 })}`,
    needsCollections: (option: Segment) =>
      segments`Floor alerts need a collection. Choose at least one in ${option}.`,
  },

  ending: {
    label: text`Minutes before auction end`,
    about: text`60, 30, 10 or 5 minutes`,
    inFile: text`must be 60, 30, 10 or 5`,
    menu: (minutes: string) => text`${minutes} minutes before an auction ends`,
    words: (minutes: number) => segments`${number(minutes)} minutes before auctions end`,
    hint: text`Enter 60, 30, 10 or 5 (minutes before an auction ends).`,
  },
});

/** Names of alert topics. */
export const topicMessages = ({ text }: Writer) => ({
  /** The announced events of each topic, in the plural. Sweeps are sales. */
  plural: {
    sale: text`sales`,
    listing: text`listings`,
    offer: text`offers`,
    transfer: text`transfers`,
    mint: text`mints`,
    burn: text`burns`,
    auction_started: text`auction starts`,
    auction_bid: text`auction bids`,
    auction_ending: text`auction endings`,
    auction_ended: text`auction results`,
    auction_cancelled: text`cancelled auctions`,
    floor: text`floors`,
    recap: text`recaps`,
  },
  /** For use after another auction topic: `auction starts and bids`. */
  further: {
    auction_started: text`starts`,
    auction_bid: text`bids`,
    auction_ending: text`endings`,
    auction_ended: text`results`,
  },
  /** Names of several choices, for a label. */
  joined: (first: string, next: string) => text`${first}, ${next}`,
  /** All topics of auctions together. */
  auctions: text`auctions`,
  everything: text`everything`,
  /**
   * Choices suggested while a user types. `topics: 'all'` for every topic; `belowFloor` for a choice that also sets
   * that filter.
   */
  choices: [
    { name: text`Sales`, topics: ['sale'] },
    {
      name: text`Auctions`,
      topics: ['auction_started', 'auction_bid', 'auction_ending', 'auction_ended', 'auction_cancelled'],
    },
    { name: text`Listings`, topics: ['listing'] },
    { name: text`Listings below floor`, topics: ['listing'], belowFloor: true },
    { name: text`Offers`, topics: ['offer'] },
    { name: text`Mints`, topics: ['mint'] },
    { name: text`Transfers`, topics: ['transfer'] },
    { name: text`Burns`, topics: ['burn'] },
    { name: text`Floor`, topics: ['floor'] },
    { name: text`Everything`, topics: 'all' },
    { name: text`Auction starts`, topics: ['auction_started'] },
    { name: text`Auction bids`, topics: ['auction_bid'] },
    { name: text`Auctions ending soon`, topics: ['auction_ending'] },
    { name: text`Auction results`, topics: ['auction_ended'] },
    { name: text`Cancelled auctions`, topics: ['auction_cancelled'] },
    { name: text`Recaps`, topics: ['recap'] },
  ] as const,
  /** Accepted synonyms of choices, in lower case. */
  synonyms: [
    { names: ['all', 'all alerts'], topics: 'all' },
    { names: ['auction started'], topics: ['auction_started'] },
    { names: ['auction ending', 'auctions ending', 'auction endings'], topics: ['auction_ending'] },
    { names: ['auction ended', 'auction ends'], topics: ['auction_ended'] },
    { names: ['auction cancelled', 'auction cancellations'], topics: ['auction_cancelled'] },
    { names: ['bid', 'bids'], topics: ['auction_bid'] },
    { names: ['listing below floor'], topics: ['listing'], belowFloor: true },
    { names: ['sweep', 'sweeps'], topics: ['sale'] },
    { names: ['floors', 'floor alerts', 'floor changes'], topics: ['floor'] },
    { names: ['daily recap', 'weekly recap'], topics: ['recap'] },
  ] as const,
  didYouMean: (name: string) => text`Did you mean “${name}”?`,
  unknown: text`Choose from sales, listings, offers, mints, transfers, burns, auctions, floors, recaps and everything.`,
  none: text`Choose what to post, for example sales, auctions or everything.`,
});
