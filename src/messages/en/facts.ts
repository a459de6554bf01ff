import type { Comparison, PriceChange } from '#src/chain/comparison.ts';
import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';
import { changeWords, digitsOf } from './price-changes.ts';
import { rarityMessages } from './rarity.ts';

/** Facts in alerts: the same words for every kind. */
export const factMessages = (writer: Writer) => {
  const { text, segments, count, number, percent } = writer;
  const rarity = rarityMessages(writer);
  const strong = (...parts: Segments): Segment => ({ type: 'strong', segments: parts });
  const size = ({ percent: size, bound }: Extract<Comparison, { type: 'difference' }>): string => {
    const written = percent(size, { digits: digitsOf(size) });
    if (bound === 'under') return text`under ${written}`;
    return bound === 'over' ? text`over ${written}` : written;
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
  const change = changeWords(writer, text`the same price`);
  /** @param level the lower or higher price, without an article */
  const over = (comparison: Comparison, level: string): Segments => {
    switch (comparison.type) {
      case 'equal':
        return segments`at ${level}`;
      case 'multiple': {
        const times = number(comparison.times);
        return comparison.isMore
          ? segments`▲ over ${times} times the ${level}`
          : segments`▲ ${times} times the ${level}`;
      }
      case 'difference': {
        const { bound, direction } = comparison;
        const share = percent(comparison.percent, { digits: digitsOf(comparison.percent) });
        const written = { exact: share, under: text`less than ${share}`, over: text`more than ${share}` }[
          bound
        ];
        return direction === 'above'
          ? segments`▲ ${written} above ${level}`
          : segments`▼ ${written} below ${level}`;
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
    seller: (wallet: Segment) => segments`seller ${wallet}`,
    by: (wallet: Segment) => segments`by ${wallet}`,
    from: (wallet: Segment) => segments`from ${wallet}`,
    to: (wallet: Segment) => segments`to ${wallet}`,
    flow: (from: Segment, to: Segment) => segments`${from} → ${to}`,
    units: (units: bigint) => segments`${count(units, { one: 'unit', other: 'units' })}`,
    unitsAt: (units: bigint, each: Segment) =>
      segments`${count(units, { one: 'unit', other: 'units' })}, ${each} each`,
    rank: (rank: number) => segments`${rarity.rank(rank)}`,
    /** @param total number of tokens with a rank; `null` if unknown */
    rankOf: (rank: number, total: number | null) =>
      total === null || total < rank
        ? segments`${rarity.rank(rank)}`
        : segments`${rarity.rankOf(rank, total)}`,
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
    highestSale: segments`🏆 ${strong(...segments`highest sale of the collection ever`)}`,
    bought: (price: Segment, when: Segment | null, to: PriceChange | null): Segments => {
      const paid = when === null ? segments`bought for ${price}` : segments`bought for ${price} ${when}`;
      return to === null ? paid : segments`${paid} (${change(to)})`;
    },
    lastSold: (price: Segment, when: Segment | null) =>
      when === null ? segments`last sold for ${price}` : segments`last sold for ${price} ${when}`,
    /** @param each whether the price is for each of several units */
    overFloor: (comparison: Comparison, each: boolean): Segments => {
      const distance = over(comparison, text`floor`);
      return each ? segments`${distance} each` : distance;
    },
    overStartingPrice: (comparison: Comparison) => over(comparison, text`starting price`),
    /**
     * Compares a price with the floor.
     * @param each whether the price is for each of several units
     */
    floor: (comparison: Comparison, floor: Segment, each: boolean): Segments => {
      const distance =
        comparison.type === 'equal'
          ? segments`the floor price`
          : compared(comparison, segments`the floor of ${floor}`);
      return each ? segments`each ${distance}` : distance;
    },
  };
};
