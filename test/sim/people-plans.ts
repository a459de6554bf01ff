import type { DirectMessageRefusal } from './world/discord/direct-messages.ts';
import type { DiscordFault, DiscordPart } from './world/discord/faults.ts';

/** What somebody asks to be told of. Collections, tokens and auctions are numbers, prices whole coins. */
export type WatchPlan =
  | { readonly of: 'collection'; readonly collection: number; readonly below: number }
  /** A token that is traded when a step says so. */
  | {
      readonly of: 'token';
      readonly collection: number;
      readonly token: number;
      readonly when: 'listed' | 'sold';
    }
  /** The wallet that they call theirs. */
  | { readonly of: 'wallet'; readonly when: 'bought' | 'sold' | 'outbid' | 'won' }
  /** One of those that run, counted as in bids. */
  | { readonly of: 'auction'; readonly auction: number; readonly when: 'bid' | 'outbid' | 'ended' };

/** What people do who watch something, and what is done to them. People are numbers from 0. */
export type PersonAction = { readonly person: number } & (
  | { readonly do: 'claim wallet' }
  | { readonly do: 'watch'; readonly where: 'server' | 'direct messages'; readonly watch: WatchPlan }
  | {
      readonly do: 'change watches';
      readonly where: 'server' | 'direct messages';
      readonly change: 'pause' | 'resume' | 'remove';
      readonly which: 'newest' | 'all';
    }
  /** They are put back at the end of the history. */
  | { readonly do: 'quiet hours' }
  /** The same for the most messages that they want in an hour. */
  | { readonly do: 'hourly limit'; readonly limit: number }
  | { readonly do: 'forget' }
  /** They come back to the bot, and perhaps ask it to write again where Discord refused that. */
  | {
      readonly do: 'come back';
      readonly where: 'server' | 'direct messages';
      readonly to: 'look at watches' | 'try again' | 'look at quiet hours';
    }
  | {
      readonly do: 'close direct messages';
      readonly refusal: DirectMessageRefusal;
      readonly lastsMs: number;
    }
  | {
      readonly do: 'direct message fault';
      readonly part: DiscordPart;
      readonly fault: DiscordFault;
      readonly times: number;
    }
  /** They buy or sell a token. */
  | { readonly do: 'own trade'; readonly as: 'buyer' | 'seller'; readonly collection: number }
  | { readonly do: 'own bid'; readonly auction: number }
  /** What happens to a token that they watch. */
  | {
      readonly do: 'token trade';
      readonly kind: 'sale' | 'listing';
      readonly collection: number;
      readonly token: number;
    }
);
