import type { HealthStore, OutboxFigures } from '../../health-store.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { GapTables } from '../tables/gaps.ts';
import type { LateLanes } from '../tables/late-lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { UndecidedTables } from '../tables/undecided.ts';
import type { WriteWatch } from '../write-watch.ts';
import type { VerbMaker } from './verb.ts';

/**
 * The verbs of what was not told.
 * @param now epoch ms
 */
export function createHealthVerbs(
  verb: VerbMaker,
  {
    posts,
    deliveries,
    gaps,
    lateLanes,
    undecided,
  }: {
    readonly posts: PostTable;
    readonly deliveries: Pick<DeliveryTables, 'expiredSince'>;
    readonly gaps: GapTables;
    readonly lateLanes: LateLanes;
    readonly undecided: Pick<UndecidedTables, 'countedSince'>;
  },
  figures: () => OutboxFigures,
  now: () => number,
  writes: Pick<WriteWatch, 'trouble'>,
): HealthStore {
  return {
    deadDeliveries: verb.read((channelIds, since) =>
      channelIds.flatMap((channelId) => posts.deadSince(channelId, since)),
    ),
    expiredDeliveries: verb.read((channelIds, since) =>
      channelIds.flatMap((channelId) => {
        const expired = deliveries.expiredSince(channelId, since / 1_000);
        return expired === null ? [] : [{ channelId, count: expired.count, lastAt: expired.lastAt * 1_000 }];
      }),
    ),
    lateLanes: verb.read((channelIds) => lateLanes.of(channelIds, now())),
    undecidedEvents: verb.read((channelIds, since) =>
      channelIds.flatMap((channelId) => {
        const counted = undecided.countedSince(channelId, since);
        return counted === null ? [] : [{ channelId, ...counted }];
      }),
    ),
    feedGaps: verb.read((since) => gaps.noticedSince(since)),
    storeTrouble: async () => writes.trouble(),
    outboxFigures: verb.read(figures),
  };
}
