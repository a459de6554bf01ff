import type { RetentionPolicy } from './policy.ts';
import { removeFrom } from './policy.ts';

const detectedAlerts: RetentionPolicy = {
  what: 'detected events',
  keptFor: 'events',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('detectedAlerts')
      .select(({ eb }) => [
        'id',
        'detectedAt as at',
        eb('detectedAt', '<', expiry.events).$castTo<boolean>().as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('detectedAlerts'),
};

/** A version expires once no kept event was matched against it: when it was replaced, or when its rule was removed. */
const ruleVersions: RetentionPolicy = {
  what: 'versions of rules',
  keptFor: 'events',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('ruleVersions')
      .select(({ eb, or, and, ref, exists, lit, selectFrom }) => [
        'id',
        lit(null).as('at'),
        or([
          and([ref('isRemoved'), eb('fromAt', '<', expiry.events)]),
          exists(
            selectFrom('ruleVersions as newer')
              .select('newer.id')
              .whereRef('newer.subscriptionId', '=', 'ruleVersions.subscriptionId')
              .whereRef('newer.id', '>', 'ruleVersions.id')
              .where('newer.fromAt', '<', expiry.events),
          ),
        ])
          .$castTo<boolean>()
          .as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('ruleVersions'),
};

/** Retention of what answers why an event was posted. */
export const EVENT_RETENTION: readonly RetentionPolicy[] = [detectedAlerts, ruleVersions];
