import path from 'node:path';
import Database from 'better-sqlite3';
import { AUCTION_STAGES } from '../../sandbox/demo/kinds.ts';
import { countOutOfOrder } from './order.ts';
import { givenUpIn } from './poison.ts';
import { POISONED } from './servers.ts';
import { feedTold, referencesAgain } from './told-alerts.ts';
import type { CrashWorld } from './world.ts';

/** The marketplace's ledger against Discord's messages. */
export interface Count {
  readonly alertsDue: number;
  readonly alertsTold: number;
  readonly lost: number;
  /** Alerts beyond what was due, and references that stand in a second message. */
  readonly twice: number;
  readonly outOfOrder: number;
  /** Statements about auctions that are not so, in words. */
  readonly wrong: readonly string[];
  /** Deliveries that the outbox does not call sent, but for those that Discord fails at for ever. */
  readonly notSent: number;
  /** Of those that Discord fails at for ever. */
  readonly givenUp: number;
  readonly messages: number;
  readonly summaries: number;
  /** Where something is lost or there twice, in words. */
  readonly where: readonly string[];
}

/** Of what is missing, again or undecided, so many are named. */
const NAMED = 10;

function givenUp(world: CrashWorld): number {
  const [poisoned = ''] = world.channels(POISONED);
  return Math.min(givenUpIn(world, poisoned), world.poison.count());
}

function notSent(world: CrashWorld): number {
  const db = new Database(path.join(world.folder, 'gavel.db'), { readonly: true });
  const count = db.prepare(`SELECT count(*) FROM deliveries WHERE state <> 'sent'`).pluck().get();
  db.close();
  return Number(count) - givenUp(world);
}

/**
 * Counts what every channel was told: of the feed by exact totals, of auctions by the ledger check of the demo. Where something
 * is lost or there twice, that check says in words what it is.
 */
export function count(world: CrashWorld): Count {
  const { discord, scene, marketplace, check } = world;
  const { kinds, wrong, missing, again, undecidedInWords } = check.result();
  const auctions = AUCTION_STAGES.map((stage) => ({ stage, ...kinds[stage] }));
  const feed = feedTold(world);
  const sum = <T>(all: readonly T[], of: (one: T) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  const named = (what: string, all: readonly string[]) => all.slice(0, NAMED).map((one) => `${what}: ${one}`);
  const nameOf = (id: string) => scene.channels.find((channel) => channel.id === id)?.name ?? id;
  const channelIds = [...scene.channels.map(({ id }) => id), ...world.crowd.channelIds];
  const ofBot = channelIds.map((id) =>
    discord.messages(id).filter(({ authorId }) => authorId === scene.botId),
  );
  const messages = ofBot.flat();
  const records = marketplace.ledger.records();
  const lost = sum(feed, ({ due, told }) => Math.max(0, due - told)) + sum(auctions, (stage) => stage.lost);
  const alertsDue = sum(feed, ({ due }) => due) + sum(auctions, ({ due }) => due);
  return {
    alertsDue,
    alertsTold: alertsDue - lost,
    lost,
    twice:
      sum(feed, ({ due, told }) => Math.max(0, told - due)) +
      sum(auctions, (stage) => stage.twice) +
      referencesAgain(world),
    outOfOrder: sum(ofBot, (of) => countOutOfOrder(records, of)),
    wrong,
    notSent: notSent(world),
    givenUp: givenUp(world),
    messages: messages.length,
    summaries: messages.filter(({ payload }) =>
      /^[\d,]+ alerts?( in |$)/.test(payload.embeds[0]?.title ?? ''),
    ).length,
    where: [
      ...feed
        .filter(({ due, told }) => due !== told)
        .map(({ channelId, kind, due, told }) => `${nameOf(channelId)}: ${kind}, ${told} of ${due} told`),
      ...auctions
        .filter((stage) => stage.lost > 0 || stage.twice > 0)
        .map((stage) => `${stage.stage}: ${stage.lost} lost, ${stage.twice} twice`),
      ...named('lost', missing),
      ...named('twice', again),
      ...named('undecided', undecidedInWords),
    ],
  };
}
