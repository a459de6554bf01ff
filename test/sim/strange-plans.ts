import type { DiscordPart } from './world/discord/faults.ts';

/** What no author imagined: refusals of any kind, moderators, and a marketplace that tells things otherwise than before. */
export type StrangeAction =
  /** Discord refuses so many requests with this code, of its list or not, and this status. */
  | {
      readonly do: 'strange refusal';
      /** `null` for all. */
      readonly channel: number | null;
      readonly part: Exclude<DiscordPart, 'open'>;
      readonly status: number;
      readonly code: number;
      readonly times: number;
    }
  /** A moderator removes the embeds of the bot's newest message, or the whole message. */
  | { readonly do: 'suppress embeds'; readonly channel: number }
  | { readonly do: 'delete message'; readonly channel: number }
  /** The channel is a thread that is archived or locked. */
  | {
      readonly do: 'close thread';
      readonly channel: number;
      readonly to: 'archived' | 'locked';
      readonly lastsMs: number;
    }
  /** The right to write goes and comes, many times a second. */
  | { readonly do: 'flicker permission'; readonly channel: number; readonly lastsMs: number }
  /** Discord answers with 500 when the channel's messages are listed, and to nothing else. */
  | { readonly do: 'unlistable history'; readonly channel: number; readonly lastsMs: number }
  /** An admin says of a message that is held whether it was posted, as it is. */
  | { readonly do: 'answer held message'; readonly channel: number }
  /** The marketplace gives all its records other ids. */
  | { readonly do: 'ids made anew' }
  /**
   * A sale with the id of an earlier one, one in another coin that is named by its symbol alone, a burn, or several tokens that are
   * sold or listed in one record.
   */
  | {
      readonly do: 'odd trade';
      readonly odd: 'id used again' | 'coin by symbol' | 'burn' | 'bundle sold' | 'bundle listed';
      readonly collection: number;
    }
  /** A bid of the last moment that the marketplace shows after the end. */
  | { readonly do: 'late bid'; readonly auction: number; readonly shownLateMs: number };
