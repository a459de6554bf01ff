import type { Generated } from 'kysely';
import type { DropReason } from '../model/detected-event.ts';

/* Tables that answer why an event was posted or not. Conventions: `tables.ts`. */

/** Events of the marketplace as they were detected, whether or not a rule matched. Higher ids are newer. */
interface DetectedAlertsTable {
  id: Generated<number>;
  key: string;
  topic: string;
  txHash: string | null;
  /** Its first token (`tokenKey`); further ones are in `detectedTokens`. */
  token: string | null;
  liveKey: string | null;
  /** JSON: the alert without pictures; `null` if it was too large. */
  payload: string | null;
  /** JSON: details that could not be looked up; `null` if none were looked up. */
  missingDetails: string | null;
  dropped: DropReason | null;
  occurredAt: number;
  detectedAt: number;
  /** When every rule was decided. */
  decidedAt: number | null;
}

/** Further tokens of an event. */
interface DetectedTokensTable {
  eventId: number;
  token: string;
}

/** What the rules of channels said, and from when. Higher ids are newer. */
interface RuleVersionsTable {
  id: Generated<number>;
  subscriptionId: number;
  guildId: string;
  channelId: string;
  /** JSON, as in `subscriptions`. */
  topics: string;
  filter: string;
  fromAt: number;
  /** Events after this time are not for the rule. */
  endsAt: number | null;
  isPaused: boolean;
  isRemoved: boolean;
}

export interface EventTables {
  detectedAlerts: DetectedAlertsTable;
  detectedTokens: DetectedTokensTable;
  ruleVersions: RuleVersionsTable;
}
