import type { NewSubscription } from '#src/alerts/subscription.ts';
import type { FeedBatch } from '#src/store/model/ingest-batch.ts';
import type { Store } from '#src/store/open.ts';
import { openStore as openStoreOn } from '#src/store/open.ts';

import { address, txHash } from '../../test/support/build-activity.ts';
import { newSubscription, saleAlert, soldItem } from '../../test/support/build-alert.ts';
import { silentLog } from '../../test/support/silent-log.ts';

/** Alerts rotate over these channels. */
const CHANNELS = 500;
const START = Date.UTC(2026, 0, 1);

const channelOf = (number: number): string => String(900_000_000_000_000_000n + BigInt(number % CHANNELS));

/** Opens a store on a file. */
export function openStore(file: string): Promise<Store> {
  return openStoreOn({ databaseUrl: `sqlite:${file}`, log: silentLog, now: () => START });
}

/** A rule for each of the channels. */
export function rules(): readonly NewSubscription[] {
  return Array.from({ length: CHANNELS }, (_, number) => newSubscription(channelOf(number)));
}

/** The result of one poll: sales, each with two record keys, a saved trade and a delivery to one channel. */
export function createBatch(first: number, count: number): FeedBatch {
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  const collection = (number: number) => address(0xc0 + (number % 50));
  return {
    at: START,
    seen: numbers.flatMap((number) => [
      `id:65a1b2c3d4e5f6${number}`,
      `log:${txHash(number)}:${number % 300}:sale`,
    ]),
    alerts: numbers.map((number) => ({
      alert: saleAlert(number, {
        item: soldItem({ collection: collection(number), tokenId: String(number) }),
      }),
      channels: [
        { channelId: channelOf(number), subscriptionIds: [1 + (number % CHANNELS)], skipIfLive: false },
      ],
    })),
    topics: [],
    trades: numbers.map((number) => ({
      key: `id:65a1b2c3d4e5f6${number}`,
      collection: collection(number),
      tokenId: String(number),
      seller: address(0x5e),
      buyer: address(0xb0),
      price: 10n ** 18n,
      quantity: 1n,
      at: START / 1_000 + number,
    })),
    gap: null,
    newRecordsAfter: first === 0 ? 0 : null,
  };
}
