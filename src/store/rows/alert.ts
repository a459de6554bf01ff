import { z } from 'zod';
import type { Alert, MarketAlert } from '../../alerts/alert.ts';
import { alertSchema, marketAlertSchema } from '../../alerts/kinds/registry.ts';
import { json, rowMapper, writeJson } from './row-mapper.ts';

/** Written into every alert payload. A change of a kind's schema takes the next number, and a migration converts the rows. */
const ALERT_PAYLOAD_VERSION = 3;

function payloadOf<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return json
    .pipe(z.object({ version: z.literal(ALERT_PAYLOAD_VERSION), alert: schema }))
    .transform(({ alert }) => alert);
}

/** The output of `writeAlert`. */
export const alertPayload = payloadOf(alertSchema);

/** A live state, as written by `writeAlert`. */
export const statePayload = payloadOf(marketAlertSchema);

/** The alert as JSON text with a version number, for `readAlert`. */
export function writeAlert(alert: Alert): string {
  return writeJson({ version: ALERT_PAYLOAD_VERSION, alert });
}

/** Reads the output of `writeAlert`. */
export const readAlert: (payload: unknown) => Alert = rowMapper('an alert', alertPayload);

/** Reads a live state. */
export const readState: (payload: unknown) => MarketAlert = rowMapper('a live state', statePayload);

/** Maps `{id, payload, version}`. */
export const readStoredAlert: (row: unknown) => {
  readonly id: number;
  readonly alert: Alert;
  readonly version: number;
} = rowMapper(
  'an alert',
  z
    .object({ id: z.number(), payload: alertPayload, version: z.number() })
    .transform(({ payload, ...row }) => ({ ...row, alert: payload })),
);
