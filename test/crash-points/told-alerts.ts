import { meant } from '../../sandbox/demo/feed-check.ts';
import { FEED_KINDS, type FeedKind } from '../../sandbox/demo/kinds.ts';
import { SWEEP_FROM, type Unit, unitsOf } from '../../sandbox/demo/owed.ts';
import { type FeedPosted, readMessage } from '../../sandbox/demo/posted.ts';
import { givenUpIn } from './poison.ts';
import { POISONED } from './servers.ts';
import type { CrashWorld } from './world.ts';

type Messages = ReturnType<CrashWorld['discord']['messages']>;

const REFERENCE = /· alert ([0-9a-z]{8})$/;
/** Of one token's trades to and fro, which come at once: the first two as sales, and one alert that counts all. */
const ALERTS_OF_A_STORM = 3;

/** What one channel was due of one kind, and what it was told. Alerts are counted, not records. */
export interface KindTold {
  readonly channelId: string;
  readonly kind: FeedKind;
  readonly due: number;
  readonly told: number;
}

/** How many alerts the units come to: a sweep, or what one wallet got in one transaction, is one. */
function alertsOf(units: readonly Unit[], kind: FeedKind): number {
  const own = units.filter((unit) => unit.kind === kind && !unit.washed);
  const isAlone = ({ together }: Unit) => kind === 'sale' && together.length < SWEEP_FROM;
  const groups = new Set(own.filter((unit) => !isAlone(unit)).map(({ together }) => together));
  const storms = new Set(
    units
      .filter((unit) => unit.kind === kind && unit.washed)
      .map(({ item, record }) => `${item} ${[record.seller, record.buyer].toSorted().join(' ')}`),
  );
  return own.filter(isAlone).length + groups.size + storms.size * ALERTS_OF_A_STORM;
}

/** How many alerts messages tell, by name and in the numbers of summaries. */
function toldIn(messages: Messages, kind: FeedKind, kindOf: (posted: FeedPosted) => FeedKind | null): number {
  return messages
    .map(({ payload }) => readMessage(payload))
    .reduce((sum, { posted, counted }) => {
      const named = posted.filter((one) => one.type === 'feed' && kindOf(one) === kind).length;
      return sum + counted.reduce((all, one) => all + (one.kind === kind ? one.count : 0), named);
    }, 0);
}

/** What a message posts, by the ledger: its links and its moment say so. */
function kindBy(units: readonly Unit[]): (posted: FeedPosted) => FeedKind | null {
  const byItem = Map.groupBy(units, ({ item }) => item);
  const byTx = Map.groupBy(units, ({ record }) => record.txHash ?? '');
  return (posted) => {
    const [item] = posted.items;
    const possible =
      item === undefined ? byTx.get(posted.txHash ?? '-') : meant(byItem.get(item) ?? [], posted);
    return posted.kind ?? possible?.[0]?.kind ?? null;
  };
}

/** What the crowd was due and told, of the only thing that it follows. */
function crowdTold({ discord, scene, crowd }: CrashWorld, units: readonly Unit[]): readonly KindTold[] {
  const kindOf = kindBy(units);
  const kind = 'offer';
  const due = alertsOf(
    units.filter(({ record }) => crowd.wants(record.price)),
    kind,
  );
  return crowd.channelIds.map((channelId) => {
    const messages = discord.messages(channelId).filter(({ authorId }) => authorId === scene.botId);
    return { channelId, kind, due, told: toldIn(messages, kind, kindOf) };
  });
}

/**
 * Of the feed, everything that each channel was due and told. Where Discord fails at some messages for ever, so many alerts may be
 * given up.
 */
export function feedTold(world: CrashWorld): readonly KindTold[] {
  const { discord, scene, marketplace, poison } = world;
  const units = unitsOf(marketplace.ledger.records());
  const kindOf = kindBy(units);
  const poisoned = new Set(world.channels(POISONED));
  const mayLack = (channelId: string) =>
    poisoned.has(channelId) ? Math.min(givenUpIn(world, channelId), poison.count()) : 0;
  const ofScene = scene.channels.flatMap(({ id }) => {
    const followings = scene.followings.filter(({ channelId }) => channelId === id);
    const messages = discord.messages(id).filter(({ authorId }) => authorId === scene.botId);
    return FEED_KINDS.flatMap((kind): readonly KindTold[] => {
      const wanted = followings.filter(({ kinds }) => kinds.includes(kind));
      const followed = units.filter(({ record }) =>
        wanted.some(({ collection }) => collection === null || collection === record.collection),
      );
      const due = alertsOf(followed, kind) - (kind === 'sale' ? mayLack(id) : 0);
      const told = toldIn(messages, kind, kindOf);
      return due === 0 && told === 0 ? [] : [{ channelId: id, kind, due, told }];
    });
  });
  return [...ofScene, ...crowdTold(world, units)];
}

/** Every alert has a reference of its own, notices and auctions too: how often one stands in a further message. */
export function referencesAgain({ discord, scene, crowd }: CrashWorld): number {
  const channelIds = [...scene.channels.map(({ id }) => id), ...crowd.channelIds];
  return channelIds.reduce((sum, id) => {
    const references = discord
      .messages(id)
      .filter(({ authorId }) => authorId === scene.botId)
      .flatMap(({ payload }) => [
        ...new Set(payload.embeds.flatMap(({ footer }) => REFERENCE.exec(footer?.text ?? '')?.[1] ?? [])),
      ]);
    return sum + references.length - new Set(references).size;
  }, 0);
}
