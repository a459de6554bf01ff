import { z } from 'zod';
import { address, bigint } from '#src/chain/codecs.ts';
import { alertChart } from '#src/charts/chart.ts';
import type { AlertBase } from '../alert-base.ts';
import { alertFields, alertToken } from '../parts.ts';

/** Maximum entries of each list in a recap. */
export const MOST = { topSales: 4, movers: 5, buyers: 3 } as const;

const total = z.object({ sales: z.number(), volume: bigint }).readonly();

export const schema = z.object({
  ...alertFields,
  kind: z.literal('recap'),
  topic: z.literal('recap'),
  every: z.enum(['day', 'week']),
  // Epoch seconds: `from` ≤ time < `to`.
  from: z.number(),
  to: z.number(),
  // The collections that the rule chose; `null` for all, or all that the marketplace lists.
  chosen: z
    .array(z.object({ collection: address, collectionName: z.string().nullable() }).readonly())
    .readonly()
    .nullable(),
  isWhitelisted: z.boolean(),
  // Start of complete sales data, epoch seconds; absent if the data covers the whole period.
  since: z.number().optional(),
  // Sales before this are missing, because the marketplace no longer showed them, epoch seconds; absent if none is
  // missing.
  missedBefore: z.number().optional(),
  // docs/recaps.md defines which sales count. Amounts in the chain's own coin, wei.
  total,
  // The same for the previous period; `null` if the bot did not read the feed for all of it.
  before: total.nullable(),
  // Sales in `total` whose price is unknown or in another coin, and repeat trades, which do not count.
  unpriced: z.number(),
  repeated: z.number(),
  // For a single collection; `null` for several, and if unknown. An amount is `null` while nothing is listed.
  floor: z.object({ from: bigint.nullable(), to: bigint.nullable() }).readonly().nullable(),
  topSales: z
    .array(alertToken.extend({ price: bigint, buyer: address.nullable(), at: z.number() }).readonly())
    .max(MOST.topSales)
    .readonly(),
  // Collections whose floor moved most; for recaps of several collections.
  movers: z
    .array(
      z
        .object({
          collection: address,
          collectionName: z.string().nullable(),
          from: bigint,
          to: bigint,
          sales: z.number(),
        })
        .readonly(),
    )
    .max(MOST.movers)
    .readonly(),
  auctions: z
    .object({ started: z.number(), sold: z.number(), soldFor: bigint, unsold: z.number() })
    .readonly(),
  buyers: z
    .array(z.object({ wallet: address, sales: z.number(), volume: bigint }).readonly())
    .max(MOST.buyers)
    .readonly(),
  // Units of burned tokens; absent if there are none.
  burned: bigint.optional(),
  chart: alertChart.nullable(),
});

/** Events of a day or a week, summarized for the channel of one rule. */
export type RecapAlert = Readonly<z.infer<typeof schema>>;

/** Whether nothing happened in its period. */
export const isUneventful = ({
  total: { sales },
  auctions,
  burned = 0n,
}: Pick<RecapAlert, 'total' | 'auctions' | 'burned'>): boolean =>
  sales === 0 && burned === 0n && auctions.started === 0 && auctions.sold === 0 && auctions.unsold === 0;

export function isRecap(alert: AlertBase | RecapAlert): alert is RecapAlert {
  return alert.kind === schema.shape.kind.value;
}

/** Topic that rules select to get recaps. */
export const RECAP_TOPIC = schema.shape.topic.value;

/**
 * Returns the key of the recap of a rule and local day. It is posted once, even if clocks or processes restart.
 * @param date `2026-03-29`
 */
export const recapKey = (ruleId: number, date: string): string => `recap:${ruleId}:${date}`;

/** Creates an alert of this kind. */
export function newRecapAlert(fields: Omit<RecapAlert, 'kind' | 'topic' | 'liveKey' | 'txHash'>): RecapAlert {
  return { kind: 'recap', topic: RECAP_TOPIC, liveKey: null, txHash: null, ...fields };
}
