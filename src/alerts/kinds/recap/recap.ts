import { DAY_SECONDS } from '#src/chain/durations.ts';
import { withToken } from '../../details.ts';
import { collectionMatchSubject, toParties } from '../../match-subject.ts';
import { LATE_RECAP_MS } from '../../recaps/schedule.ts';
import type { Kind } from '../kind.ts';
import { nativePrice } from '../parts.ts';
import { describe } from './description.ts';
import { recapOptions } from './options.ts';
import { newRecapAlert, RECAP_TOPIC, type RecapAlert, schema } from './schema.ts';

/** Events of a day or a week, summarized for one rule by its schedule (`recaps/`). */
export const recap = {
  kind: 'recap',
  schema,
  topics: [
    {
      topic: RECAP_TOPIC,
      hasPrice: false,
      comparedWithFloor: false,
      ofCollections: true,
      madeForRules: true,
      hasChart: true,
    },
  ],
  options: [recapOptions],
  sample(_topic, { fields: { key, occurredAt }, item, otherWallet }) {
    const volume = nativePrice(item) ?? 0n;
    const { collection, collectionName } = item;
    const { currency: _currency, coin: _coin, priceContext: _context, seller: _seller, ...token } = item;
    return newRecapAlert({
      key,
      occurredAt,
      every: 'day',
      from: occurredAt - DAY_SECONDS,
      to: occurredAt,
      chosen: [{ collection, collectionName }],
      isWhitelisted: false,
      total: { sales: 1, volume },
      before: { sales: 1, volume },
      unpriced: 0,
      repeated: 0,
      floor: null,
      topSales: [{ ...token, price: volume, buyer: otherWallet, at: occurredAt }],
      movers: [],
      auctions: { started: 0, sold: 0, soldFor: 0n, unsold: 0 },
      buyers: otherWallet === null ? [] : [{ wallet: otherWallet, sales: 1, volume }],
      chart: null,
    });
  },
  postableSeconds: ({ every }) => LATE_RECAP_MS[every] / 1_000,
  usesFloor: false,
  tokens: ({ topSales }) => topSales,
  collections: ({ chosen, topSales, movers }) =>
    [...(chosen ?? []), ...topSales, ...movers].map(({ collection }) => collection),
  parties: ({ buyers }) => buyers.map(({ wallet }) => ({ role: 'buyer', wallet })),
  subjects: ({ chosen, topSales }) =>
    [...(chosen ?? []), ...topSales].map(({ collection }) =>
      collectionMatchSubject(collection, 1n, toParties([], false)),
    ),
  prices: () => [],
  pricePending: () => false,
  // Not the price of a sale: recaps never ping for a high price.
  price: () => null,
  withDetails: (alert, details) => ({
    ...alert,
    topSales: alert.topSales.map((token) => withToken(token, details)),
  }),
  keepDetails: (alert) => alert,
  describe,
} satisfies Kind<RecapAlert>;
