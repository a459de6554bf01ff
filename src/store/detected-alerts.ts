import { type MarketAlert, tokensOf } from '#src/alerts/alert.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import { marketAlertJson } from './alerts.ts';
import { now } from './database/adapters.ts';
import type { Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { storedText } from './database/parameters.ts';
import { idBeyondIfMany } from './database/surplus.ts';
import type { DetectedEvent, DropReason } from './model/detected-event.ts';
import { missingDetailsJson } from './undecided.ts';

/** Characters of an event. A sale has about 600; a sweep of twenty tokens fits. */
const MAX_PAYLOAD = 8_000;
/** Tokens by which one event is found. */
const MAX_TOKENS = 50;

const insertEvents = rowInsertion(
  'detectedAlerts',
  {
    key: 'text',
    topic: 'text',
    txHash: 'text',
    token: 'text',
    liveKey: 'text',
    payload: 'text',
    missingDetails: 'text',
    dropped: 'text',
    occurredAt: 'real',
    decidedAt: 'real',
  },
  { constants: { detectedAt: 'real' }, unlessKnown: ['key'], returning: ['id', 'key'] },
);

const insertTokens = rowInsertion('detectedTokens', { eventId: 'integer', token: 'text' });

/** Writes the alert without pictures, which no rule tests; `null` if it is too large. */
function writePayload(alert: MarketAlert): string | null {
  // A quote within a JSON string is escaped, so this matches property names only.
  const payload = marketAlertJson.write(alert).replaceAll(/"image":"(?:[^"\\]|\\.)*"/g, '"image":null');
  return payload.length > MAX_PAYLOAD ? null : payload;
}

const writeMissing = ({ missingDetails }: Pick<DetectedEvent, 'missingDetails'>): string | null =>
  missingDetails === null
    ? null
    : missingDetailsJson.write({
        tokens: [...missingDetails.tokens],
        collections: [...missingDetails.collections],
      });

/** Returns the tokens of the alert, without duplicates. */
const tokenKeysOf = (alert: MarketAlert): readonly string[] =>
  [...new Set(tokensOf(alert).map(({ collection, tokenId }) => tokenKey(collection, tokenId)))].slice(
    0,
    MAX_TOKENS,
  );

/** Stores detected events, except those with a known key, and deletes the oldest ones beyond the limit. */
export async function addDetectedAlerts(
  transaction: Transaction,
  events: readonly DetectedEvent[],
  maxEvents: number,
): Promise<void> {
  if (events.length === 0) return;
  const at = now(transaction);
  const furtherTokens = new Map<string, readonly string[]>();
  const rows = events.map((event) => {
    const { alert, dropped, isDecided } = event;
    const [token = null, ...further] = tokenKeysOf(alert);
    if (further.length > 0) furtherTokens.set(storedText(alert.key), further);
    return {
      key: alert.key,
      topic: alert.topic,
      txHash: alert.txHash,
      token,
      liveKey: alert.liveKey,
      payload: writePayload(alert),
      missingDetails: writeMissing(event),
      dropped,
      occurredAt: alert.occurredAt,
      decidedAt: isDecided ? at : null,
    };
  });
  const added = await insertEvents(transaction, rows, { detectedAt: at });
  const tokens = added.flatMap(({ id, key }) =>
    (furtherTokens.get(key) ?? []).map((token) => ({ eventId: id, token })),
  );
  if (tokens.length > 0) await insertTokens(transaction, tokens, {});
  await transaction
    .deleteFrom('detectedAlerts')
    .where('id', '<=', idBeyondIfMany('detectedAlerts', maxEvents))
    .execute();
}

/** Replaces the event by its rebuilt version; an unknown one stays unknown. */
export async function updateDetectedAlert(transaction: Transaction, event: DetectedEvent): Promise<void> {
  const { alert, isDecided, dropped } = event;
  await transaction
    .updateTable('detectedAlerts')
    .set({
      payload: writePayload(alert),
      missingDetails: writeMissing(event),
      dropped,
      decidedAt: isDecided ? now(transaction) : null,
    })
    .where('key', '=', alert.key)
    .execute();
}

/** Records why the event with this key was dropped. */
export async function dropDetectedAlert(
  transaction: Transaction,
  key: string,
  reason: DropReason,
): Promise<void> {
  await transaction
    .updateTable('detectedAlerts')
    .set({ dropped: reason, decidedAt: now(transaction) })
    .where('key', '=', key)
    .execute();
}
