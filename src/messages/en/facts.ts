import type { Comparison } from '#src/chain/comparison.ts';
import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';
import { digitsOf } from './price-changes.ts';
import { rarityMessages } from './rarity.ts';

/** Facts in alerts: the same words for every kind. */
export const factMessages = (writer: Writer) => {
  const { text, segments, count, number, percent, approximateDuration } = writer;
  const rarity = rarityMessages(writer);
  const strong = (...parts: Segments): Segment => ({ type: 'strong', segments: parts });
  const size = ({ percent: size, bound }: Extract<Comparison, { type: 'difference' }>): string => {
    const written = percent(size, { digits: digitsOf(size) });
    if (bound === 'under') return text`less than ${written}`;
    return bound === 'over' ? text`more than ${written}` : written;
  };
  /** @param level the compared price, with its article */
  const compared = (comparison: Comparison, level: Segments): Segments => {
    switch (comparison.type) {
      case 'equal':
        return segments`at ${level}`;
      case 'multiple': {
        const times = number(comparison.times);
        return comparison.isMore ? segments`over ${times} times ${level}` : segments`${times} times ${level}`;
      }
      case 'difference':
        return comparison.direction === 'above'
          ? segments`${size(comparison)} above ${level}`
          : segments`${size(comparison)} below ${level}`;
      default:
        return comparison satisfies never;
    }
  };
  /** @param level the lower or higher price, without an article */
  const over = (comparison: Comparison, level: string): Segments => {
    switch (comparison.type) {
      case 'equal':
        return segments`at ${level}`;
      case 'multiple': {
        const times = number(comparison.times);
        return comparison.isMore
          ? segments`over ${times} times the ${level}`
          : segments`${times} times the ${level}`;
      }
      case 'difference': {
        const { bound, direction } = comparison;
        const share = percent(comparison.percent, { digits: digitsOf(comparison.percent) });
        const written = { exact: share, under: text`less than ${share}`, over: text`more than ${share}` }[
          bound
        ];
        return direction === 'above'
          ? segments`${written} above ${level}`
          : segments`${written} below ${level}`;
      }
      default:
        return comparison satisfies never;
    }
  };

  return {
    transaction: segments`transaction`,
    noPrice: segments`price not reported`,
    /** For an amount that cannot be formatted. */
    anotherCoin: segments`another coin`,
    coin: (contract: Segment) => segments`coin ${contract}`,
    /** @param price total price, in the smallest unit of a coin whose decimals are unknown */
    baseUnits: (price: bigint, contract: Segment) =>
      segments`${count(price, { one: 'base unit', other: 'base units' })} of another coin (${contract})`,
    /** @param coin name of the coin */
    baseUnitsOf: (price: bigint, coin: Segment) =>
      segments`${count(price, { one: 'base unit', other: 'base units' })} of ${coin}`,
    otherCoin: (amount: Segment, contract: Segment) => segments`${amount} (${contract})`,
    /** The people of an event, with their roles. */
    roles: {
      buyer: (wallet: Segment) => segments`Buyer ${wallet}`,
      seller: (wallet: Segment) => segments`Seller ${wallet}`,
      bidder: (wallet: Segment) => segments`Bidder ${wallet}`,
      minter: (wallet: Segment) => segments`Minted by ${wallet}`,
      burner: (wallet: Segment) => segments`Burned by ${wallet}`,
      sender: (wallet: Segment) => segments`From ${wallet}`,
      receiver: (wallet: Segment) => segments`To ${wallet}`,
    },
    seller: (wallet: Segment) => segments`seller ${wallet}`,
    to: (wallet: Segment) => segments`to ${wallet}`,
    units: (units: bigint) => segments`${count(units, { one: 'unit', other: 'units' })}`,
    unitsAt: (units: bigint, each: Segment) =>
      segments`${count(units, { one: 'unit', other: 'units' })}, ${each} each`,
    rank: (rank: number) => segments`${rarity.rank(rank)}`,
    /**
     * `12 × Punks`.
     * @param units of all tokens together
     */
    severalOf: (units: bigint, collection: Segment) => segments`${number(units)} × ${collection}`,
    severalOfMany: (units: bigint, collections: number) =>
      segments`${number(units)} NFTs from ${count(collections, { one: 'collection', other: 'collections' })}`,
    unitsOfToken: (token: Segment, units: bigint) => segments`${token} × ${number(units)}`,
    ofCollection: (token: string, collection: string) => text`${token} of ${collection}`,
    numbered: (collection: string, tokenId: string) => text`${collection} #${tokenId}`,
    moreInTransaction: (more: number) => text`and ${number(more)} more in the same transaction`,
    highestSale: segments`🏆 ${strong(...segments`highest sale ever in this collection`)}`,
    bought: (price: Segment, when: Segment | null) =>
      when === null ? segments`bought for ${price}` : segments`bought for ${price} ${when}`,
    /**
     * How long the seller had a token.
     * @param result what the sale brought; `null` if unknown
     */
    held: (seconds: number, result: Segments | null): Segments => {
      const held =
        seconds < 60 ? segments`held under a minute` : segments`held ${approximateDuration(seconds)}`;
      return result === null ? held : segments`${held}, ${result}`;
    },
    /** How long the seller had a token, alone. */
    heldFor: (seconds: number): Segments =>
      seconds < 60 ? segments`under a minute` : segments`${approximateDuration(seconds)}`,
    gained: (amount: Segment) => segments`+${amount}`,
    lost: (amount: Segment) => segments`-${amount}`,
    samePrice: segments`same price`,
    lastSold: (price: Segment, when: Segment | null) =>
      when === null ? segments`last sold for ${price}` : segments`last sold for ${price} ${when}`,
    /** @param each whether the price is for each of several units */
    overFloor: (comparison: Comparison, each: boolean): Segments => {
      const distance = over(comparison, text`floor`);
      return each ? segments`${distance} per unit` : distance;
    },
    overStartingPrice: (comparison: Comparison) => over(comparison, text`starting price`),
    /**
     * Compares a price with the floor.
     * @param each whether the price is for each of several units
     */
    floor: (comparison: Comparison, floor: Segment, each: boolean): Segments => {
      const distance =
        comparison.type === 'equal'
          ? segments`at the floor price`
          : compared(comparison, segments`the floor of ${floor}`);
      return each ? segments`each unit ${distance}` : distance;
    },
  };
};
