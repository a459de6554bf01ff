/** What an admin silences. Channels and collections are numbers; marks are those of marked trades. */
export type SilencedPlan =
  | { readonly of: 'server' }
  | { readonly of: 'channel'; readonly channel: number; readonly isSummarised: boolean }
  /** The newest rule of a channel. */
  | { readonly of: 'rule'; readonly channel: number }
  | { readonly of: 'collection'; readonly channel: number; readonly collection: number }
  | {
      readonly of: 'token' | 'wallet';
      readonly channel: number;
      readonly collection: number;
      readonly mark: number;
    };

/** What happens with silences. */
export type SilenceAction =
  | {
      readonly do: 'silence';
      readonly what: SilencedPlan;
      readonly minutes: number;
      /** Whether its end is typed as a local time of the server. */
      readonly untilLocalTime: boolean;
    }
  /** Ends the newest one that is confirmed. */
  | { readonly do: 'end silence' }
  /** A sale of a token, by a wallet, that silences name by this mark. */
  | { readonly do: 'marked trade'; readonly collection: number; readonly mark: number };

/** Marked tokens and wallets have numbers that no other event gets. */
const FIRST_MARKED_TOKEN = 7_000;
export const markedToken = (mark: number): string => String(FIRST_MARKED_TOKEN + mark);
export const markedWallet = (mark: number): number => 5_000_000 + mark;
