import { marksOf } from '../../../sandbox/demo/delivery-marks.ts';
import { type AlertUnit, alertUnitsOf, SWEEP_FROM } from '../../../sandbox/demo/expected-alerts.ts';
import { matchingUnits } from '../../../sandbox/demo/feed-check.ts';
import { FEED_KINDS, type FeedKind } from '../../../sandbox/demo/kind-counts.ts';
import { type PostedFeedAlert, readMessage } from '../../../sandbox/demo/message-reader.ts';
import type { CountedWorld } from './counted-world.ts';
import type { StoredDeliveries } from './stored-deliveries.ts';

type Messages = ReturnType<CountedWorld['discord']['messages']>;

/** Alerts of repeat trades of one token at once: the first two as sales, and one that counts all. */
const ALERTS_PER_REPEAT_TRADE = 3;

/** The expected and posted alerts of one kind in one channel. Counts alerts, not records. */
export interface KindCount {
  readonly channelId: string;
  readonly kind: FeedKind;
  readonly due: number;
  readonly postedCount: number;
}

/** The number of alerts for these units: a sweep, or the tokens that one wallet got in one transaction, is one. */
function alertsOf(units: readonly AlertUnit[], kind: FeedKind): number {
  const own = units.filter((unit) => unit.kind === kind && !unit.repeatTraded);
  const isAlone = ({ inTransaction }: AlertUnit) => kind === 'sale' && inTransaction.length < SWEEP_FROM;
  const groups = new Set(own.filter((unit) => !isAlone(unit)).map(({ inTransaction }) => inTransaction));
  const repeatTrades = new Set(
    units
      .filter((unit) => unit.kind === kind && unit.repeatTraded)
      .map(({ item, record }) => `${item} ${[record.seller, record.buyer].toSorted().join(' ')}`),
  );
  return own.filter(isAlone).length + groups.size + repeatTrades.size * ALERTS_PER_REPEAT_TRADE;
}

/** The number of alerts in these messages, those counted in summaries included. */
function countPosted(
  messages: Messages,
  kind: FeedKind,
  kindOf: (posted: PostedFeedAlert) => FeedKind | null,
): number {
  return messages
    .map(({ payload }) => readMessage(payload))
    .reduce((sum, { posted, counted }) => {
      const named = posted.filter((one) => one.type === 'feed' && kindOf(one) === kind).length;
      return sum + counted.reduce((all, one) => all + (one.kind === kind ? one.count : 0), named);
    }, 0);
}

/**
 * Finds the kind of a posted alert in the ledger, by its links and its time. A token that is moved and listed in the same second
 * has two possible kinds: the one that the channel's rules have counts.
 */
function kindBy(
  units: readonly AlertUnit[],
): (posted: PostedFeedAlert, ofRules: ReadonlySet<FeedKind>) => FeedKind | null {
  const byItem = Map.groupBy(units, ({ item }) => item);
  const byTx = Map.groupBy(units, ({ record }) => record.txHash ?? '');
  return (posted, ofRules) => {
    const [item] = posted.items;
    const possible =
      (item === undefined ? byTx.get(posted.txHash ?? '-') : matchingUnits(byItem.get(item) ?? [], posted)) ??
      [];
    const ofTheRules = possible.filter(({ kind }) => ofRules.has(kind));
    // A token that was sold and listed in the same second: only one of the two has the transaction that is linked.
    const sameTransaction = ofTheRules.find(({ record }) => (record.txHash ?? null) === posted.txHash);
    const likely = sameTransaction ?? ofTheRules[0] ?? possible[0];
    return posted.kind ?? likely?.kind ?? null;
  };
}

/** The expected and posted alerts of the load server, of its only kind. */
function countLoadAlerts(
  { discord, scenario, loadServer }: CountedWorld,
  units: readonly AlertUnit[],
): readonly KindCount[] {
  const kindOf = kindBy(units);
  const kind = 'offer';
  const ofRules = new Set<FeedKind>([kind]);
  const due = alertsOf(
    units.filter(({ record }) => loadServer.matches(record.price)),
    kind,
  );
  return loadServer.channelIds.map((channelId) => {
    const messages = discord.messages(channelId).filter(({ authorId }) => authorId === scenario.botId);
    return {
      channelId,
      kind,
      due,
      postedCount: countPosted(messages, kind, (posted) => kindOf(posted, ofRules)),
    };
  });
}

/**
 * The expected and posted alerts of the feed in each channel. Where Discord always fails at some messages, that many alerts
 * may be given up.
 */
export function countFeedAlerts(
  world: CountedWorld,
  { givenUp }: Pick<StoredDeliveries, 'givenUp'>,
): readonly KindCount[] {
  const { discord, scenario, marketplace } = world;
  const units = alertUnitsOf(marketplace.ledger.records());
  const kindOf = kindBy(units);
  const mayMiss = (channelId: string) => Math.min(givenUp.get(channelId) ?? 0, world.mayGiveUp(channelId));
  const ofScene = scenario.channels.flatMap(({ id }) => {
    const ruleSetups = scenario.ruleSetups.filter(({ channelId }) => channelId === id);
    const messages = discord.messages(id).filter(({ authorId }) => authorId === scenario.botId);
    const ofRules = new Set(
      FEED_KINDS.filter((kind) => ruleSetups.some(({ kinds }) => kinds.includes(kind))),
    );
    return FEED_KINDS.flatMap((kind): readonly KindCount[] => {
      const wanted = ruleSetups.filter(({ kinds }) => kinds.includes(kind));
      const followed = units.filter(({ record }) =>
        wanted.some(({ collection }) => collection === null || collection === record.collection),
      );
      const due = alertsOf(followed, kind) - (kind === 'sale' ? mayMiss(id) : 0);
      const postedCount = countPosted(messages, kind, (posted) => kindOf(posted, ofRules));
      return due === 0 && postedCount === 0 ? [] : [{ channelId: id, kind, due, postedCount }];
    });
  });
  return [...ofScene, ...countLoadAlerts(world, units)];
}

/** An alert that stands in a second message of its channel. */
export interface RepeatedMark {
  readonly channelId: string;
  readonly mark: string;
  /** When Discord took the later message, epoch ms. */
  readonly atMs: number;
}

/** Every alert has a mark of its own, including notices and auctions: finds those that appear in another message, too. */
export function repeatedMarks({ discord, scenario, loadServer }: CountedWorld): readonly RepeatedMark[] {
  const channelIds = [...scenario.channels.map(({ id }) => id), ...loadServer.channelIds];
  return channelIds.flatMap((channelId) => {
    const seen = new Set<string>();
    return discord
      .messages(channelId)
      .filter(({ authorId }) => authorId === scenario.botId)
      .flatMap(({ payload }) =>
        marksOf(payload).flatMap((mark): readonly RepeatedMark[] => {
          if (seen.has(mark)) return [{ channelId, mark, atMs: Date.parse(payload.timestamp) }];
          seen.add(mark);
          return [];
        }),
      );
  });
}
