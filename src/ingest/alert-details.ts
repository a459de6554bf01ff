import { collectionsOf, type MarketAlert } from '#src/alerts/alert.ts';
import { marketKindOf } from '#src/alerts/kinds/registry.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import type { CollectionPrices } from '#src/alerts/price-context.ts';
import type { Address } from '#src/chain/address.ts';
import type { Token } from '#src/marketplace/model/token.ts';

/** Looked-up details for the alerts of one poll. */
export interface AlertDetails {
  /** By `tokenKey`. */
  readonly tokens: ReadonlyMap<string, Token>;
  readonly marketValues: ReadonlyMap<Address, CollectionPrices>;
}

/** The collections whose market data an alert needs; none for alerts without a price. */
export function measuredCollections(alert: MarketAlert): readonly Address[] {
  return marketKindOf(alert).usesFloor ? collectionsOf(alert) : [];
}

/** The alert with looked-up details. Without them it keeps what the feed reported, and no floor. */
export function withDetails(alert: MarketAlert, { tokens, marketValues }: AlertDetails): MarketAlert {
  return marketKindOf(alert).withDetails(alert, {
    token: ({ collection, tokenId }) => tokens.get(tokenKey(collection, tokenId)) ?? null,
    prices: (collection) => marketValues.get(collection) ?? null,
  });
}
