import type { PriceChange } from '#src/chain/comparison.ts';
import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';
import { changeWords } from './price-changes.ts';

/** Texts of recaps. */
export const recapMessages = (writer: Writer) => {
  const { text, segments, count, number } = writer;
  const strong = (...parts: Segments): Segment => ({ type: 'strong', segments: parts });
  const sales = (sales: number): string => count(sales, { one: 'sale', other: 'sales' });
  const changed = changeWords(writer, text`unchanged`);

  return {
    label: (every: 'day' | 'week') => (every === 'day' ? text`Daily recap` : text`Weekly recap`),
    headline: (every: 'day' | 'week', of: Segment) =>
      every === 'day' ? segments`${of} · daily recap` : segments`${of} · weekly recap`,
    recaps: (recaps: number) => text`${count(recaps, { one: 'recap', other: 'recaps' })}`,
    everyCollection: text`All collections`,
    whitelistedCollections: text`All whitelisted collections`,
    nothing: segments`No sales, and no auctions started or ended.`,
    sold: (number: number, volume: Segment) =>
      segments`${strong(...segments`${volume}`)} in ${sales(number)}`,
    nothingSold: segments`no sales`,
    volume: text`Volume`,
    floorTitle: text`Floor`,
    auctions: text`Auctions`,
    /**
     * Compares with the previous period.
     * @param to how the volume changed; `null` if not comparable
     */
    before: (every: 'day' | 'week', volume: Segment, to: PriceChange | null): Segments => {
      const then = every === 'day' ? text`Previous day` : text`Previous week`;
      const was = segments`${then}: ${volume}`;
      return to === null ? was : segments`${was} (${changed(to)})`;
    },
    /** @param amounts the first and the last floor */
    floor: (amounts: Segments, change: PriceChange | null) =>
      change === null ? amounts : segments`${amounts} (${changed(change)})`,
    notListed: text`nothing listed`,
    auctionsStarted: (auctions: number) => segments`${number(auctions)} started`,
    auctionsSold: (auctions: number, volume: Segment | null) =>
      volume === null
        ? segments`${number(auctions)} sold`
        : segments`${number(auctions)} sold for ${strong(volume)}`,
    auctionsUnsold: (auctions: number) => segments`${number(auctions)} ended without a bid`,
    burned: (tokens: bigint) => segments`${count(tokens, { one: 'token', other: 'tokens' })} burned`,
    unpriced: (number: number) =>
      segments`volume excludes ${sales(number)} without a price in the chain’s coin`,
    repeated: (trades: number) =>
      segments`excluding ${count(trades, { one: 'repeat trade', other: 'repeat trades' })} between the same wallets`,
    since: (when: Segment) => segments`data since ${when}`,
    missed: (before: Segment) => segments`some sales before ${before} are missing`,
    topSales: text`Top sales`,
    topSale: (token: Segment, price: Segment, buyer: Segment | null) =>
      buyer === null
        ? segments`${token}: ${strong(price)}`
        : segments`${token}: ${strong(price)} to ${buyer}`,
    movers: text`Biggest movers`,
    /** @param amounts the first and the last floor */
    mover: (collection: Segment, amounts: Segments, change: PriceChange | null, number: number) =>
      change === null
        ? segments`${collection}: floor ${amounts}, ${sales(number)}`
        : segments`${collection}: floor ${amounts} (${changed(change)}), ${sales(number)}`,
    buyers: text`Most active buyers`,
    buyer: (wallet: Segment, number: number, volume: Segment) =>
      segments`${wallet}: ${sales(number)} for ${volume}`,
  };
};

/** Prompts for recap options, and descriptions of rules. */
export const recapOptionMessages = ({ text, segments, number }: Writer) => {
  const day = (choice: string): string => {
    switch (choice) {
      case 'monday':
        return text`Monday`;
      case 'tuesday':
        return text`Tuesday`;
      case 'wednesday':
        return text`Wednesday`;
      case 'thursday':
        return text`Thursday`;
      case 'friday':
        return text`Friday`;
      case 'saturday':
        return text`Saturday`;
      case 'sunday':
        return text`Sunday`;
      default:
        return text`every day`;
    }
  };
  const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const onDay = (choice: string): string =>
    choice === 'daily' ? text`Recap every day` : text`Recap every ${day(choice)}`;
  return {
    recap: {
      on: {
        option: text`Recap every day, or weekly on this day`,
        byDefault: text`daily`,
        label: text`Recap schedule`,
        about: text`Enter “daily”, or a day of the week`,
        inFile: text`must be "daily" or a day of the week in English, for example "monday"`,
        choice: day,
        menu: onDay,
        hint: text`Enter “daily”, or a day of the week like Monday.`,
      },
      hour: {
        option: text`Hour in the server’s time zone, 0 to 23`,
        byDefault: text`9`,
        label: text`Recap hour`,
        alone: { title: text`Recap time`, button: text`Time` },
        about: text`0 to 23, in the server’s time zone. Leave empty for 9:00`,
        inFile: text`must be a whole number from 0 to 23`,
        hint: text`Enter an hour from 0 to 23, like 9 or 18:00.`,
      },
      empty: {
        option: text`What to post when nothing happened`,
        byDefault: text`one line`,
        label: text`When nothing happened`,
        about: text`Enter “line” to post one line, or “nothing” to post no recap`,
        inFile: text`must be "line" or "nothing"`,
        choice: (value: string) =>
          value === 'line' ? text`line: post one line` : text`nothing: post no recap`,
        menu: (value: string) =>
          value === 'line' ? text`When nothing happened: one line` : text`When nothing happened: no recap`,
        hint: text`Enter “line” to post one line, or “nothing” to post no recap.`,
      },
      /**
       * @param weekday 0 is Sunday; `null` for every day
       * @param hour 0 to 23
       */
      words: (weekday: number | null, hour: number): Segments => {
        const at = text`${number(hour)}:00`;
        return weekday === null
          ? segments`recap daily at ${at}`
          : segments`recap every ${day(WEEKDAYS[weekday] ?? 'daily')} at ${at}`;
      },
      silentWhenEmpty: segments`no empty recaps`,
    },
  };
};
