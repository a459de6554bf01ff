import { z } from 'zod';
import type { Lacking } from '../../domain/lacking.ts';
import type { UndecidedAlert } from '../../domain/undecided.ts';
import { statePayload } from './alert.ts';
import { address, flag, json, reader } from './reader.ts';

const lacking = json.pipe(z.object({ tokens: z.array(z.string()), collections: z.array(address) }));

/** As JSON text. */
export const writeLacking = ({ tokens, collections }: Lacking): string =>
  JSON.stringify({ tokens, collections });

/** Reads a row of `undecided` with the alert's `payload` and `version`. */
export const readUndecided: (row: unknown) => UndecidedAlert = reader(
  'an alert that is not decided',
  z
    .object({ payload: statePayload, version: z.number(), lacking, awaits_feed: flag, since: z.number() })
    .transform(({ payload, awaits_feed, ...row }) => ({ ...row, alert: payload, awaitsFeed: awaits_feed })),
);

/** What could not be decided in one channel; `lastAt` in epoch ms. */
export interface UndecidedCount {
  readonly count: number;
  readonly lastAt: number;
}

/** Reads `{count, last_at}`; `null` where nothing was counted. */
export const readUndecidedCount: (row: unknown) => UndecidedCount | null = reader(
  'a count of events that were not decided',
  z
    .object({ count: z.number().nullable(), last_at: z.number().nullable() })
    .transform(({ count, last_at }) =>
      count === null || last_at === null ? null : { count, lastAt: last_at },
    ),
);
