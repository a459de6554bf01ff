import { z } from 'zod';
import type { Recipient } from '../../domain/ingest.ts';
import { flag, json, rowMapper } from './row-mapper.ts';

/** As JSON text; as arrays instead of objects, because there may be thousands. */
export function writeAddressees(addressees: readonly Recipient[]): string {
  return JSON.stringify(
    addressees.map(({ channelId, subscriptionIds, skipIfLive }) => [
      channelId,
      skipIfLive ? 1 : 0,
      ...subscriptionIds,
    ]),
  );
}

/** Addressees of an alert that have yet to get their delivery. */
export interface AddressingRow {
  readonly id: number;
  readonly alertId: number;
  readonly addressees: readonly Recipient[];
}

/** Maps a row of table addressing. */
export const readAddressing: (row: unknown) => AddressingRow = rowMapper(
  'a list of channels for an alert',
  z
    .object({
      id: z.number(),
      alert_id: z.number(),
      addressees: json.pipe(
        z.array(
          z
            .tuple([z.string(), flag], z.number())
            .transform(([channelId, skipIfLive, ...subscriptionIds]) => ({
              channelId,
              skipIfLive,
              subscriptionIds,
            })),
        ),
      ),
    })
    .transform((row) => ({ id: row.id, alertId: row.alert_id, addressees: row.addressees })),
);
