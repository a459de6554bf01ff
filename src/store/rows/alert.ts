import { z } from 'zod';
import type { Alert, MarketAlert } from '../../domain/alert.ts';
import type { AuctionAlertKind } from '../../domain/alert-kind.ts';
import type { AuctionStatus } from '../../domain/auction.ts';
import { address, bigint, json, reader, writeJson } from './reader.ts';

/** Written into every alert payload; a change of the shape below takes the next number and keeps reading the others. */
const ALERT_PAYLOAD_VERSION = 2;

const toldToken = {
  collection: address,
  collectionName: z.string().nullable(),
  tokenId: z.string(),
  tokenName: z.string().nullable(),
  image: z.string().nullable(),
  rarity: z.object({ rank: z.number(), total: z.number().nullable() }).nullable(),
  attributes: z.array(z.object({ type: z.string(), value: z.string(), rarity: z.number().nullable() })),
  quantity: bigint,
};

const token = z.object(toldToken);

const earlierSale = z.object({ price: bigint, at: z.number() }).nullable();

const story = z.object({
  bought: earlierSale,
  // Stories were written without it at first.
  last: earlierSale.default(null),
  floor: bigint.nullable(),
  record: z.boolean(),
});

/** Not in payloads from before it was read. */
const coin = z.object({ symbol: z.string(), decimals: z.number() }).nullish();

const soldItem = z.object({
  ...toldToken,
  price: bigint.nullable(),
  currency: address.nullable(),
  coin,
  seller: address.nullable(),
  story: story.nullable(),
});

const base = {
  key: z.string(),
  topic: z.string().nullable(),
  txHash: z.string().nullable(),
  occurredAt: z.number(),
};

const auctionKind = z.enum({
  auction_started: 'auction_started',
  auction_bid: 'auction_bid',
  auction_ending: 'auction_ending',
  auction_ended: 'auction_ended',
  auction_cancelled: 'auction_cancelled',
} satisfies { [Kind in AuctionAlertKind]: Kind });

const auctionStatus = z.enum({
  upcoming: 'upcoming',
  running: 'running',
  ended: 'ended',
  sold: 'sold',
  unsold: 'unsold',
  cancelled: 'cancelled',
} satisfies { [Status in AuctionStatus]: Status });

const auction = z.object({
  ...base,
  type: z.literal('auction'),
  kind: auctionKind,
  auction: z.string(),
  auctionId: z.string().nullable(),
  token,
  seller: address.nullable(),
  startingPrice: bigint.nullable(),
  startTime: z.number().nullable(),
  endTime: z.number().nullable(),
  status: auctionStatus,
  leader: address.nullable(),
  highestBid: bigint.nullable(),
  bidCount: z.number(),
  outbid: address.nullable(),
  latestBids: z.array(z.object({ bidder: address.nullable(), amount: bigint, at: z.number().nullable() })),
  extensions: z.number(),
  finalizedAt: z.number().nullable(),
  floor: bigint.nullable(),
  lastPrice: bigint.nullable(),
  leads: z.array(z.number()),
});

const trade = { ...base, kind: z.literal('sale'), buyer: address.nullable() };

const marketAlerts = [
  z.object({ ...trade, type: z.literal('sale'), item: soldItem }),
  z.object({ ...trade, type: z.literal('sweep'), items: z.array(soldItem) }),
  z.object({
    ...trade,
    type: z.literal('storm'),
    item: soldItem,
    wallets: z.tuple([address, address]),
    count: z.number(),
    since: z.number(),
    volume: bigint,
  }),
  z.object({ ...base, type: z.literal('listing'), kind: z.literal('listing'), item: soldItem }),
  z.object({
    ...base,
    type: z.literal('offer'),
    kind: z.literal('offer'),
    collection: address,
    collectionName: z.string().nullable(),
    token: token.nullable(),
    price: bigint.nullable(),
    currency: address.nullable(),
    coin,
    quantity: bigint,
    bidder: address.nullable(),
    floor: bigint.nullable(),
  }),
  z.object({
    ...base,
    type: z.literal('move'),
    kind: z.enum(['transfer', 'mint']),
    tokens: z.array(token),
    from: address.nullable(),
    to: address.nullable(),
    price: bigint.nullable(),
    currency: address.nullable(),
    coin,
  }),
  auction,
] as const;

const marketAlert = z.discriminatedUnion('type', marketAlerts);

const notice = z.object({
  ...base,
  type: z.literal('notice'),
  kind: z.literal('notice'),
  channelId: z.string(),
  code: z.number(),
  missing: z.array(z.string()).nullable().default(null),
  askers: z.array(z.string()),
  waiting: z.number(),
});

/** Version 1 knew two types, without topic and story; its first payloads are from before prices had a currency. */
const soldItemBefore = soldItem.omit({ story: true, currency: true }).extend({
  currency: address.nullable().default(null),
});
const tradeBefore = { ...trade, topic: z.null().default(null) };
const withoutStory = (item: z.output<typeof soldItemBefore>) => ({ ...item, story: null });

const alertBefore = z.discriminatedUnion('type', [
  z
    .object({ ...tradeBefore, type: z.literal('sale'), item: soldItemBefore })
    .transform((alert) => ({ ...alert, item: withoutStory(alert.item) })),
  z
    .object({ ...tradeBefore, type: z.literal('sweep'), items: z.array(soldItemBefore) })
    .transform((alert) => ({ ...alert, items: alert.items.map(withoutStory) })),
]);

/** An alert as `writeAlert` wrote it, in this version or an earlier one. */
export const alertPayload = json
  .pipe(
    z.discriminatedUnion('version', [
      z.object({ version: z.literal(1), alert: alertBefore }),
      z.object({
        version: z.literal(ALERT_PAYLOAD_VERSION),
        alert: z.discriminatedUnion('type', [...marketAlerts, notice]),
      }),
    ]),
  )
  .transform((payload): Alert => payload.alert);

/** The state of a topic, as `writeAlert` wrote it. */
export const statePayload = json
  .pipe(z.object({ version: z.literal(ALERT_PAYLOAD_VERSION), alert: marketAlert }))
  .transform((payload): MarketAlert => payload.alert);

/** The alert as JSON text with a version number. `readAlert` takes it back. */
export function writeAlert(alert: Alert): string {
  return writeJson({ version: ALERT_PAYLOAD_VERSION, alert });
}

/** Reads what `writeAlert` wrote. */
export const readAlert: (payload: unknown) => Alert = reader('an alert', alertPayload);

/** Reads the state of a topic. */
export const readState: (payload: unknown) => MarketAlert = reader('a topic', statePayload);

/** Reads `{id, payload, version}`. */
export const readStoredAlert: (row: unknown) => {
  readonly id: number;
  readonly alert: Alert;
  readonly version: number;
} = reader(
  'an alert',
  z
    .object({ id: z.number(), payload: alertPayload, version: z.number() })
    .transform(({ payload, ...row }) => ({ ...row, alert: payload })),
);
