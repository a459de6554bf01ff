import { z } from 'zod';
import type { Addressee } from '../../domain/intake.ts';
import { flag, json, reader } from './reader.ts';

/** As JSON text; arrays instead of objects, because there may be thousands. */
export function writeAddressees(addressees: readonly Addressee[]): string {
  return JSON.stringify(
    addressees.map(({ channelId, subscriptionIds, unlessShown }) => [
      channelId,
      unlessShown ? 1 : 0,
      ...subscriptionIds,
    ]),
  );
}

/** A part of an alert's addressees that is still to be addressed. */
export interface AddressingRow {
  readonly id: number;
  readonly alertId: number;
  readonly addressees: readonly Addressee[];
}

/** Reads a row of `addressing`. */
export const readAddressing: (row: unknown) => AddressingRow = reader(
  'channels that are to get an alert',
  z
    .object({
      id: z.number(),
      alert_id: z.number(),
      addressees: json.pipe(
        z.array(
          z
            .tuple([z.string(), flag], z.number())
            .transform(([channelId, unlessShown, ...subscriptionIds]) => ({
              channelId,
              unlessShown,
              subscriptionIds,
            })),
        ),
      ),
    })
    .transform((row) => ({ id: row.id, alertId: row.alert_id, addressees: row.addressees })),
);
