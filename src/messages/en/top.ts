import type { Forms, Writer } from '../writer.ts';

const SALES: Forms = { one: 'sale', other: 'sales' };
const PURCHASES: Forms = { one: 'purchase', other: 'purchases' };

/** `/collection top`: the wallets and sales with the highest volume. The caller formats names, amounts and times. */
export const topMessages = ({ text, count }: Writer) => ({
  description: text`Show a collection’s top buyers, sellers or sales`,
  whatOption: text`What to show (default: buyers)`,
  periodOption: text`Period (default: last 7 days)`,
  tab: text`Top`,
  what: { buyers: text`Buyers`, sellers: text`Sellers`, sales: text`Sales` },
  titles: {
    buyers: (collection: string) => text`${collection} top buyers`,
    sellers: (collection: string) => text`${collection} top sellers`,
    sales: (collection: string) => text`${collection} top sales`,
  },
  /** @param when with its date */
  since: (when: string) => text`data since ${when}`,
  missed: (before: string) => text`some sales before ${before} are missing`,
  sales: (sales: number) => count(sales, SALES),
  purchases: (sales: number) => count(sales, PURCHASES),
  unpriced: (sales: number) => text`excluding ${count(sales, SALES)} without a price in this coin`,
  soldTo: (buyer: string) => text`to ${buyer}`,
  openProfile: text`Open a profile`,
  openToken: text`Open a token`,
  empty: text`No sales in this period. I only have sales from when I started recording.`,
});
