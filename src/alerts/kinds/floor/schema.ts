import { z } from 'zod';
import { address, bigint } from '#src/chain/codecs.ts';
import { alertChart } from '#src/charts/chart.ts';
import { alertFields, soldItem } from '../parts.ts';
import { FLOOR_TOPIC } from './options.ts';

export const schema = z.object({
  ...alertFields,
  kind: z.literal('floor'),
  topic: z.literal(FLOOR_TOPIC),
  collection: address,
  collectionName: z.string().nullable(),
  way: z.enum(['above', 'below', 'rose', 'fell']),
  floor: bigint,
  // The floor before, and until when it held, epoch seconds.
  from: z.object({ floor: bigint, at: z.number() }).readonly(),
  // When the new floor was first read, epoch seconds.
  since: z.number(),
  // Threshold of the rule; `null` for a move.
  threshold: bigint.nullable(),
  // The cause, if known: the listing that is the new floor, or the sale of the previous one.
  cause: z
    .object({ what: z.enum(['listed', 'sold']), item: soldItem.readonly() })
    .readonly()
    .nullable(),
  chart: alertChart.nullable(),
});

/** The floor of a collection that a rule watches. Made for that rule. */
export type FloorAlert = Readonly<z.infer<typeof schema>>;

/** Returns whether an alert of any kind is of this one. */
export const isFloorAlert = (alert: { readonly kind: string }): alert is FloorAlert => alert.kind === 'floor';

/**
 * Returns the key of an alert: the rule's floor alerts are numbered.
 * @param number from 1
 */
export const floorAlertKey = (subscriptionId: number, collection: string, number: number): string =>
  `floor:${subscriptionId}:${collection}:${number}`;

/** Creates an alert of this kind. */
export function newFloorAlert(fields: Omit<FloorAlert, 'kind' | 'topic' | 'liveKey' | 'txHash'>): FloorAlert {
  return { kind: 'floor', topic: FLOOR_TOPIC, liveKey: null, txHash: null, ...fields };
}
