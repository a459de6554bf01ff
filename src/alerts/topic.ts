import type { AuctionAlert } from './kinds/auction/schema.ts';

export { EVENT_TOPICS, hasChart, isMadeForRules, TOPICS, type Topic } from './kinds/registry.ts';

/** The topics of auctions. */
export type AuctionTopic = AuctionAlert['topic'];
