import type { Writer } from '../writer.ts';

/** `/collection chart`. The caller formats names and amounts. */
export const collectionChartMessages = ({ text, count }: Writer) => ({
  description: text`Shows a collection over time: floor, sales, volume or owners`,
  whatOption: text`What the chart shows; sales with the floor when left out`,
  periodOption: text`How far back; when left out, 7 days or less, as far as is known`,
  what: { floor: text`Floor`, sales: text`Sales`, volume: text`Volume`, owners: text`Owners` },
  titles: {
    floor: (collection: string) => text`Floor of ${collection}`,
    sales: (collection: string) => text`Sales of ${collection}`,
    volume: (collection: string) => text`Volume of ${collection}`,
    owners: (collection: string) => text`Owners of ${collection}`,
  },
  periods: {
    '24h': text`24 hours`,
    '7d': text`7 days`,
    '30d': text`30 days`,
    '90d': text`90 days`,
    all: text`All time`,
  },
  totals: (sales: number, volume: string) =>
    text`${count(sales, { one: 'sale', other: 'sales' })}, ${volume} in all`,
  repeated: (sales: number) =>
    text`${count(sales, { one: 'repeat trade', other: 'repeat trades' })} between two wallets left out`,
  /** @param when with its date */
  since: (when: string) => text`-# Since ${when}; nothing earlier is known.`,
  missed: (before: string) => text`-# Some sales before ${before} are missing.`,
  nothingYet: text`Nothing happened in this period, or I do not know of it: I keep floor, owners and sales from the time that I first read them.`,
});
