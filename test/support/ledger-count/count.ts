import { AUCTION_STAGES } from '../../../sandbox/demo/kind-counts.ts';
import { linkedItems } from '../../../sandbox/demo/page-links.ts';
import type { CountedWorld } from './counted-world.ts';
import { outOfOrder } from './order.ts';
import { countFeedAlerts, repeatedMarks } from './posted-alerts.ts';
import { readStoredDeliveries, type StoredDeliveries } from './stored-deliveries.ts';

/** The comparison of the marketplace's ledger with Discord's messages. */
export interface Count {
  readonly alertsExpected: number;
  readonly alertsPosted: number;
  readonly lost: number;
  /** Alerts beyond the expected ones, and references that appear in a second message. */
  readonly twice: number;
  readonly outOfOrder: number;
  /** Wrong content of auction messages, described. */
  readonly wrong: readonly string[];
  /** Deliveries that are not in state sent, except those that Discord always fails at. */
  readonly notSent: number;
  /** Deliveries given up among those that Discord always fails at. */
  readonly givenUp: number;
  readonly messages: number;
  readonly summaries: number;
  /** Lost and duplicate alerts, described. */
  readonly where: readonly string[];
}

/** The most missing, duplicate or undecided alerts that are described. */
const MAX_LISTED = 10;

function givenUpIn(world: CountedWorld, { givenUp }: StoredDeliveries): number {
  return [...givenUp].reduce(
    (sum, [channelId, times]) => sum + Math.min(times, world.mayGiveUp(channelId)),
    0,
  );
}

const EVIDENCE_LENGTH = 400;

/** The messages that link to a token which a description of a lost alert names, to see what became of it. */
function evidence({ discord, scenario }: CountedWorld, missing: readonly string[]): readonly string[] {
  return missing.slice(0, MAX_LISTED).flatMap((description) => {
    const [item] = /0x[0-9a-f]{40}\/\d+/.exec(description) ?? [];
    if (item === undefined) return [];
    return scenario.channels.flatMap(({ id, name }) =>
      discord
        .messages(id)
        .map(({ payload }) => payload)
        .filter(
          (payload) => description.includes(name) && linkedItems(JSON.stringify(payload)).includes(item),
        )
        .map(({ timestamp, content, embeds }) => {
          const text = JSON.stringify([
            content,
            ...embeds.map(({ title, description: body, footer }) => [title, body, footer?.text]),
          ]);
          return `message with ${item} in ${name} at ${timestamp}: ${text.slice(0, EVIDENCE_LENGTH)}`;
        }),
    );
  });
}

/** Deliveries that wait, but for those that Discord fails at for ever. */
export async function notSent(world: CountedWorld): Promise<number> {
  const stored = await readStoredDeliveries(world.databaseUrl);
  return stored.notSent - givenUpIn(world, stored);
}

/**
 * Counts the alerts posted in every channel: those of the feed by exact totals, those of auctions by the ledger check of the
 * demo, which also describes lost and duplicate alerts.
 */
export async function count(world: CountedWorld): Promise<Count> {
  const { discord, scenario, marketplace, check } = world;
  const stored = await readStoredDeliveries(world.databaseUrl);
  const givenUp = givenUpIn(world, stored);
  const { kinds, wrong, missing, unexpected, undecidedTexts } = check.result();
  const auctions = AUCTION_STAGES.map((stage) => ({ stage, ...kinds[stage] }));
  const feed = countFeedAlerts(world, stored);
  const sum = <T>(all: readonly T[], of: (one: T) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  const listed = (what: string, all: readonly string[]) =>
    all.slice(0, MAX_LISTED).map((one) => `${what}: ${one}`);
  const nameOf = (id: string) => scenario.channels.find((channel) => channel.id === id)?.name ?? id;
  const channelIds = [...scenario.channels.map(({ id }) => id), ...world.loadServer.channelIds];
  const botMessages = channelIds.map((id) => ({
    name: nameOf(id),
    messages: discord.messages(id).filter(({ authorId }) => authorId === scenario.botId),
  }));
  const messages = botMessages.flatMap((channel) => channel.messages);
  const records = marketplace.ledger.records();
  const misplaced = botMessages.flatMap((channel) =>
    outOfOrder(records, channel.messages).map((one) => `${channel.name}: ${one}`),
  );
  const lost =
    sum(feed, ({ due, postedCount }) => Math.max(0, due - postedCount)) +
    sum(auctions, (stage) => stage.lost);
  // The exact totals decide on the feed; what the finer check cannot find of it may stand in a summary.
  const feedAgrees = feed.every(({ due, postedCount }) => due === postedCount);
  const lostOnes = lost === 0 ? [] : missing.filter((one) => !feedAgrees || one.includes('auction_'));
  const alertsExpected = sum(feed, ({ due }) => due) + sum(auctions, ({ due }) => due);
  return {
    alertsExpected,
    alertsPosted: alertsExpected - lost,
    lost,
    twice:
      sum(feed, ({ due, postedCount }) => Math.max(0, postedCount - due)) +
      sum(auctions, (stage) => stage.twice) +
      repeatedMarks(world).length,
    outOfOrder: misplaced.length,
    wrong,
    notSent: stored.notSent - givenUp,
    givenUp,
    messages: messages.length,
    summaries: messages.filter(({ payload }) =>
      /^[\d,]+ alerts?( in |$)/.test(payload.embeds[0]?.title ?? ''),
    ).length,
    where: [
      ...feed
        .filter(({ due, postedCount }) => due !== postedCount)
        .map(
          ({ channelId, kind, due, postedCount }) =>
            `${nameOf(channelId)}: ${kind}, ${postedCount} of ${due} posted`,
        ),
      ...auctions
        .filter((stage) => stage.lost > 0 || stage.twice > 0)
        .map((stage) => `${stage.stage}: ${stage.lost} lost, ${stage.twice} twice`),
      ...listed('lost', lostOnes),
      ...evidence(world, lostOnes),
      ...listed('twice', unexpected),
      ...listed('out of order', misplaced),
      ...listed('undecided', undecidedTexts),
    ],
  };
}
