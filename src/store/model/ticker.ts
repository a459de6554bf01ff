import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';

/** A voice channel whose name shows the floor of a collection. Times are epoch ms. */
export interface Ticker {
  readonly guildId: string;
  readonly channelId: string;
  readonly collection: Address;
  /** Discord id of the member who set it up. */
  readonly createdBy: string;
  readonly createdAt: number;
  /** The last name that Discord confirmed; `null` before that. */
  readonly shownName: string | null;
  /** Discord's error code and the time of its first refusal; `null` while it accepts names. */
  readonly stopped: { readonly code: number; readonly at: number } | null;
}

/** A ticker whose floor may differ from its name. */
export interface DueTicker {
  readonly guildId: string;
  readonly channelId: string;
  /** Wei; `null` if nothing is listed. */
  readonly floor: Wei | null;
  readonly shownName: string | null;
  /** The name of a request whose outcome is unknown; `null` for none. */
  readonly askedName: string | null;
}

/** Discord's limit, by channel. */
export const RENAMES_IN_WINDOW = 2;
/** Discord's window of ten minutes, and some seconds for the difference of the clocks, ms. */
export const RENAME_WINDOW_MS = 10 * 60_000 + 15_000;

/** Maximum tickers in a server. */
export const MAX_TICKERS = 5;

/**
 * What came of a request to rename a channel.
 * `renamed`: with `isCurrent`, its name shows the floor of the ticker.
 * `unchanged`: the name shows the floor already, without a request.
 * `later`: not renamed; `until` is epoch ms, and with `isUnknown` an earlier request may have renamed it.
 * `stopped`: refused for a reason that somebody has to remove.
 */
export type RenameResult =
  | { readonly type: 'renamed'; readonly isCurrent: boolean }
  | { readonly type: 'unchanged' }
  | { readonly type: 'later'; readonly until: number; readonly isUnknown: boolean }
  | {
      readonly type: 'stopped';
      readonly code: number;
      readonly at: number;
      readonly until: number;
      readonly isUnknown: boolean;
    };
