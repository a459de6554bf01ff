import { z } from 'zod';
import type { Alert, AlertKind, SoldItem } from '../domain/alert.ts';
import type { CollectionSummary } from '../domain/collection.ts';
import type { Delivery, Post } from '../domain/delivery.ts';
import { GavelError } from '../domain/errors.ts';
import type { LaneState } from '../domain/lane.ts';
import type { Subscription } from '../domain/subscription.ts';

/** Written into every alert payload; a change of the shape below takes the next number and keeps reading this one. */
const ALERT_PAYLOAD_VERSION = 1;

/** A lane as it is kept, without what waits in it. */
export interface LaneRow {
  readonly channelId: string;
  readonly state: LaneState;
  readonly problemCode: number | null;
  /** Epoch ms. */
  readonly notBefore: number;
  /** Epoch ms. */
  readonly lastPostAt: number | null;
  /** Its last rule was taken away: nothing new is to be sent. */
  readonly abandoned: boolean;
}

/** A post as it is kept; its alerts are found by its deliveries. */
export type PostRow = Omit<Post, 'alerts'>;

const flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

const bigint = z
  .string()
  .regex(/^-?\d+$/)
  .transform((digits) => BigInt(digits));
const address = z.templateLiteral(['0x', z.string()]);
const alertKind = z.enum({ sale: 'sale' } satisfies Record<AlertKind, AlertKind>);
const laneState = z.enum({ open: 'open', paused: 'paused', closed: 'closed' } satisfies Record<
  LaneState,
  LaneState
>);

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

const soldItem = z.object({
  collection: address,
  collectionName: z.string().nullable(),
  tokenId: z.string(),
  tokenName: z.string().nullable(),
  image: z.string().nullable(),
  rarity: z.object({ rank: z.number(), total: z.number().nullable() }).nullable(),
  attributes: z.array(z.object({ type: z.string(), value: z.string(), rarity: z.number().nullable() })),
  price: bigint.nullable(),
  // Payloads from before prices had a currency are in the chain's own coin.
  currency: address.nullable().default(null),
  seller: address.nullable(),
  quantity: bigint,
});

const alertBase = {
  kind: alertKind,
  key: z.string(),
  buyer: address.nullable(),
  txHash: z.string().nullable(),
  occurredAt: z.number(),
};

const alertPayload = json
  .pipe(
    z.object({
      version: z.literal(ALERT_PAYLOAD_VERSION),
      alert: z.discriminatedUnion('type', [
        z.object({ ...alertBase, type: z.literal('sale'), item: soldItem }),
        z.object({ ...alertBase, type: z.literal('sweep'), items: z.array(soldItem) }),
      ]),
    }),
  )
  .transform((payload): Alert => payload.alert);

/**
 * Makes a reader of one kind of row. What it reads was written by this program, so a row that does not fit means a
 * damaged or foreign database: the reader throws GavelError STORE_UNUSABLE.
 */
function reader<T>(what: string, schema: z.ZodType<T>): (row: unknown) => T {
  return (row) => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    throw new GavelError('STORE_UNUSABLE', `The database holds ${what} that cannot be read.`, {
      cause: result.error,
    });
  };
}

function writableItem(item: SoldItem): unknown {
  return { ...item, price: item.price?.toString() ?? null, quantity: item.quantity.toString() };
}

/** The alert as JSON text with a version number; bigints are decimal strings. `readAlert` takes it back. */
export function writeAlert(alert: Alert): string {
  const writable =
    alert.type === 'sale'
      ? { ...alert, item: writableItem(alert.item) }
      : { ...alert, items: alert.items.map(writableItem) };
  return JSON.stringify({ version: ALERT_PAYLOAD_VERSION, alert: writable });
}

/** The kinds as JSON text in one canonical order, so that equal sets are equal texts. */
export function writeKinds(kinds: readonly AlertKind[]): string {
  return JSON.stringify([...new Set(kinds)].sort());
}

/** Reads what `writeAlert` wrote. */
export const readAlert: (payload: unknown) => Alert = reader('an alert', alertPayload);

/** Reads a column of texts, such as channel ids. */
export const readText: (value: unknown) => string = reader('a text', z.string());

/** Reads a column of numbers, such as ids and counts. */
export const readNumber: (value: unknown) => number = reader('a number', z.number());

/** Reads `{id, alone, payload}`. */
export const readDelivery: (row: unknown) => Delivery = reader(
  'a delivery',
  z
    .object({ id: z.number(), alone: flag, payload: alertPayload })
    .transform(({ id, alone, payload }) => ({ id, alone, alert: payload })),
);

/** Reads a row of `posts` that is not settled. */
export const readPost: (row: unknown) => PostRow = reader(
  'a post',
  z
    .object({
      id: z.number(),
      channel_id: z.string(),
      state: z.enum(['sending', 'ambiguous']),
      form: z.enum(['rich', 'plain']),
      nonce: z.string(),
      attempts: z.number(),
      first_try_at: z.number(),
      last_try_at: z.number(),
    })
    .transform((row) => ({
      id: row.id,
      channelId: row.channel_id,
      state: row.state,
      form: row.form,
      nonce: row.nonce,
      attempts: row.attempts,
      firstTryAt: row.first_try_at,
      lastTryAt: row.last_try_at,
    })),
);

/** Reads a row of `lanes`. */
export const readLane: (row: unknown) => LaneRow = reader(
  'a lane',
  z
    .object({
      channel_id: z.string(),
      state: laneState,
      problem_code: z.number().nullable(),
      not_before: z.number(),
      last_post_at: z.number().nullable(),
      abandoned: flag,
    })
    .transform((row) => ({
      channelId: row.channel_id,
      state: row.state,
      problemCode: row.problem_code,
      notBefore: row.not_before,
      lastPostAt: row.last_post_at,
      abandoned: row.abandoned,
    })),
);

/** Reads a row of `subscriptions`. */
export const readSubscription: (row: unknown) => Subscription = reader(
  'a subscription',
  z
    .object({
      id: z.number(),
      guild_id: z.string(),
      channel_id: z.string(),
      kinds: json.pipe(z.array(alertKind)),
      collection: address.nullable(),
      created_by: z.string(),
      created_at: z.number(),
    })
    .transform((row) => ({
      id: row.id,
      guildId: row.guild_id,
      channelId: row.channel_id,
      kinds: row.kinds,
      collection: row.collection,
      createdBy: row.created_by,
      createdAt: row.created_at,
    })),
);

/** Reads a row of `collections`. */
export const readCollection: (row: unknown) => CollectionSummary = reader(
  'a collection',
  z
    .object({
      address,
      name: z.string(),
      symbol: z.string().nullable(),
      path: z.string().nullable(),
      verified: flag,
      total_volume: bigint.nullable(),
      thumbnail: z.string().nullable(),
    })
    .transform(({ total_volume, ...row }) => ({ ...row, totalVolume: total_volume })),
);
