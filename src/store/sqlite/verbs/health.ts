import type { HealthStore, OutboxFigures } from '../../store.ts';
import type { FeedTables } from '../tables/feed.ts';
import type { PostTable } from '../tables/posts.ts';
import type { VerbMaker } from './verb.ts';

/** The verbs of what was not told. */
export function createHealthVerbs(
  verb: VerbMaker,
  { posts, feed }: { readonly posts: PostTable; readonly feed: FeedTables },
  figures: () => OutboxFigures,
): HealthStore {
  return {
    deadDeliveries: verb.read((channelIds, since) =>
      channelIds.flatMap((channelId) => posts.deadSince(channelId, since)),
    ),
    feedGaps: verb.read((since) => feed.gapsSince(since)),
    outboxFigures: verb.read(figures),
  };
}
