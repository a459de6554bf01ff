import type { Writer } from '../writer.ts';

/** `/collection chart`. The caller formats names and amounts. */
export const collectionChartMessages = ({ text, count }: Writer) => ({
  description: text`Chart a collection’s floor, sales, volume or owners`,
  whatOption: text`What to show (default: sales with floor)`,
  periodOption: text`Period (default: last 7 days)`,
  what: { floor: text`Floor`, sales: text`Sales`, volume: text`Volume`, owners: text`Owners` },
  titles: {
    floor: (collection: string) => text`${collection} floor`,
    sales: (collection: string) => text`${collection} sales`,
    volume: (collection: string) => text`${collection} volume`,
    owners: (collection: string) => text`${collection} owners`,
  },
  periods: {
    '24h': text`24 hours`,
    '7d': text`7 days`,
    '30d': text`30 days`,
    '90d': text`90 days`,
    all: text`All time`,
  },
  totals: (sales: number, volume: string) =>
    text`Volume ${volume} (${count(sales, { one: 'sale', other: 'sales' })})`,
  repeated: (sales: number) =>
    text`excluding ${count(sales, { one: 'repeat trade', other: 'repeat trades' })} between the same wallets`,
  /** @param when with its date */
  since: (when: string) => text`-# Data since ${when}.`,
  missed: (before: string) => text`-# Some sales before ${before} are missing.`,
  nothingYet: text`No data in this period. I only have data from when I started recording.`,
});
