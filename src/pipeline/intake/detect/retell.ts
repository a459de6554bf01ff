import type { MarketAlert } from '../../../domain/alert.ts';
import type { FeedRecord } from '../../../domain/feed-record.ts';
import type { Happening, TokenHappening } from './happening.ts';
import { listingAlert } from './listings.ts';
import { moveAlert } from './moves.ts';
import { offerAlert } from './offers.ts';
import { saleAlert, sweepAlert } from './sales.ts';

/**
 * The alert that these records were told in, as they tell it by now. It stays of its kind and under its key: three sales whose
 * buyer is known only now are no sweep any more. `null` where the records do not say what it was.
 */
export function retell(alertKey: string, records: readonly FeedRecord[]): MarketAlert | null {
  const happenings = records.flatMap(({ activity, occurredAt }, position): Happening[] => {
    const { collection } = activity;
    return collection === null ? [] : [{ position, key: activity.keys[0], activity, collection, occurredAt }];
  });
  const ofTokens = happenings.flatMap((happening): TokenHappening[] => {
    const { tokenId } = happening.activity;
    return tokenId === null ? [] : [{ ...happening, tokenId }];
  });
  const [first] = ofTokens;
  const [offer] = happenings;
  const [kind] = alertKey.split(':');
  if (kind === 'offer') return offer === undefined ? null : { ...offerAlert(offer), key: alertKey };
  if (first === undefined) return null;
  switch (kind) {
    case 'sale':
      return { ...saleAlert(first), key: alertKey };
    case 'sweep':
      return { ...sweepAlert(ofTokens, first), key: alertKey };
    case 'listing':
      return { ...listingAlert(first), key: alertKey };
    case 'transfer':
    case 'mint':
      return { ...moveAlert(ofTokens, first), key: alertKey, kind };
    default:
      return null;
  }
}
