import type { Address } from './address.ts';
import type { AlertKind } from './alert.ts';

/** A channel's rule, as an admin sets it up. */
export interface NewSubscription {
  readonly guildId: string;
  readonly channelId: string;
  readonly kinds: readonly AlertKind[];
  /** `null` follows every collection of the marketplace. */
  readonly collection: Address | null;
  /** The Discord user who set it up. */
  readonly createdBy: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A rule that is kept. */
export interface Subscription extends NewSubscription {
  readonly id: number;
}
