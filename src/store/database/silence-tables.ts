import type { Generated } from 'kysely';
import type { SilenceScope } from '#src/alerts/silences/silence.ts';

/* Conventions: `tables.ts`. */

/** Times during which alerts are left out. Those that are over are kept for a while. */
interface SilencesTable {
  id: Generated<number>;
  /** The server, or the target of the user whose watches they are. */
  guildId: string;
  scope: SilenceScope;
  /** Id, address or token key of what is silenced; empty for the server. */
  target: string;
  /** The only channel in which it applies; `null` for all. */
  channelId: string | null;
  /** By Discord's clock. */
  startsAt: number;
  endsAt: number;
  createdBy: string;
  /** Whether a summary is posted after its end. */
  isSummarised: Generated<boolean>;
  /** When that was queued. */
  summarisedAt: Generated<number | null>;
  /** Deliveries that it has dropped. */
  dropped: Generated<number>;
}

export interface SilenceTables {
  silences: SilencesTable;
}
