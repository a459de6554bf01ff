import { z } from 'zod';
import type { MissingDetails } from '../../alerts/missing-details.ts';
import { address } from '../../chain/codecs.ts';
import type { UndecidedAlert } from '../../domain/undecided.ts';
import { statePayload } from './alert.ts';
import { flag, json, rowMapper } from './row-mapper.ts';

const missingDetails = json.pipe(z.object({ tokens: z.array(z.string()), collections: z.array(address) }));

/** As JSON text. */
export const writeLacking = ({ tokens, collections }: MissingDetails): string =>
  JSON.stringify({ tokens, collections });

/** Maps a row of table undecided with the alert's `payload` and `version`. */
export const readUndecided: (row: unknown) => UndecidedAlert = rowMapper(
  'an undecided alert',
  z
    .object({
      payload: statePayload,
      version: z.number(),
      missing_details: missingDetails,
      awaits_feed: flag,
      since: z.number(),
    })
    .transform(({ payload, missing_details, awaits_feed, ...row }) => ({
      ...row,
      alert: payload,
      missingDetails: missing_details,
      awaitsFeed: awaits_feed,
    })),
);

/** The undecided events of one channel that were given up; `lastAt` in epoch ms. */
export interface UndecidedCount {
  readonly count: number;
  readonly lastAt: number;
}

/** Maps `{count, last_at}`; `null` for a count of none. */
export const readUndecidedCount: (row: unknown) => UndecidedCount | null = rowMapper(
  'a count of undecided events',
  z
    .object({ count: z.number().nullable(), last_at: z.number().nullable() })
    .transform(({ count, last_at }) =>
      count === null || last_at === null ? null : { count, lastAt: last_at },
    ),
);
