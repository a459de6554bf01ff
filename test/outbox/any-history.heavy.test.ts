import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import type { AuctionTopic } from '#src/alerts/kinds/registry.ts';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import type { Behaviour, EditBehaviour } from '../support/model-channel.ts';
import { cases } from '../support/thorough.ts';
import { CHANNEL, createScenario } from './scenario.ts';

const MINUTE = 60_000;

const fault = fc.constantFrom<Behaviour>(
  'accept',
  'lose the answer',
  'fail before accepting',
  'rate limit',
  'no connection',
  'crash before the request',
  'crash after accepting',
);
const touchUpFault = fc.constantFrom<EditBehaviour>(
  'do',
  'do and lose the answer',
  'rate limit',
  'fail',
  'say that the message is gone',
  'crash before the request',
  'crash after doing it',
);
/** The clock begins at midnight and goes on for some hours at most, so quiet hours always last once they are chosen. */
const settings = fc.constantFrom<Partial<ChannelSettings>>(
  {},
  { quiet: { from: 0, to: 1_439 } },
  { hourlyLimit: 1 },
  { hourlyLimit: 4, publish: true },
  { publish: true, ping: { roleId: '77', minimum: null, coolDownMinutes: 1 } },
  { auctions: 'card' },
);
const auction = fc.constantFrom('a', 'b', 'c');
const CHANNELS = [CHANNEL, '1001', '1002'];
const channel = fc.constantFrom(...CHANNELS);
/**
 * A minute's worth of other channels that all want something at once: whoever comes after them waits longer than Discord keeps
 * a nonce.
 */
const CROWD = Array.from({ length: 65 }, (_, number) => `crowd-${number}`);
/** Of which the queues get one request a second. */
const DISCORD_LIMIT = 2;

/** Long enough for a request to be given up and asked about again, and now and then for a nonce to be forgotten. */
const pause = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 7_000, max: 20_000 }) },
  fc.integer({ min: 0, max: 90_000 }),
);
const few = fc.integer({ min: 1, max: 3 });

/** What makes or delays requests comes often; what changes how they are made now and then. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('sales' as const),
      channel,
      count: fc.oneof({ weight: 4, arbitrary: few }, fc.integer({ min: 1, max: 50 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: pause }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('faults' as const),
      channel,
      faults: fc.array(fault, { minLength: 1, maxLength: 8 }),
    }),
  },
  fc.record({ type: fc.constant('crowd' as const) }),
  fc.record({ type: fc.constant('poison' as const), channel }),
  fc.record({ type: fc.constant('edit faults' as const), faults: fc.array(touchUpFault, { maxLength: 6 }) }),
  fc.record({ type: fc.constant('start' as const), auction }),
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('bid' as const), auction, ownMessage: fc.boolean() }),
  },
  fc.record({ type: fc.constant('ending' as const), auction }),
  fc.record({ type: fc.constant('end' as const), auction }),
  fc.record({ type: fc.constant('restart' as const) }),
  fc.record({ type: fc.constant('choose' as const), settings }),
);

/** Auctions whose states differ in nothing but their bids. */
function createAuctions() {
  const bids = new Map<string, number>();
  let count = 0;

  function alertOf(id: string, kind: AuctionTopic, bidCount: number): AuctionAlert {
    count += 1;
    const status = kind === 'auction_ended' ? 'ended' : 'running';
    return auctionAlert({
      key: `${kind}:${id}:${count}`,
      topic: kind,
      auction: id,
      liveKey: `auction:${id}`,
      bidCount,
      status,
    });
  }

  return {
    bidsOf: (topic: string) => bids.get(topic),
    /** The next alert of the auction; with one bid more when it is about a bid. */
    next(id: string, kind: AuctionTopic) {
      const topic = `auction:${id}`;
      const bidCount = (bids.get(topic) ?? 0) + (kind === 'auction_bid' ? 1 : 0);
      bids.set(topic, bidCount);
      const alert = alertOf(id, kind, bidCount);
      return { alert, topics: [{ key: topic, state: alert }] };
    },
  };
}

it('whatever happens to processes, requests and settings: every alert is posted once, by itself, in a summary or in the live message of its auction, in order, and live messages show in the end how things stand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      await using scenario = await createScenario({ discordLimit: DISCORD_LIMIT });
      const auctions = createAuctions();
      const due = new Map<string, string[]>([...CHANNELS, ...CROWD].map((id) => [id, []]));
      const urgent = new Set<string>();
      /** Ends, and when they were taken in, epoch ms. */
      const ends = new Map<string, number>();
      const optional = new Set<string>();
      /** Starts and bids, which a channel that wants the card alone shows there. */
      const leftToCard = new Set<string>();
      const choseCardOnly = steps.some((one) => one.type === 'choose' && one.settings.auctions === 'card');
      const poisoned = new Set<string>();
      let count = 0;

      async function enqueue(id: string, kind: AuctionTopic, skipIfLive: boolean): Promise<void> {
        const { alert, topics } = auctions.next(id, kind);
        if (skipIfLive) optional.add(alert.key);
        else if (kind === 'auction_ending') urgent.add(alert.key);
        else if (kind === 'auction_ended') ends.set(alert.key, scenario.clock.now());
        else if (choseCardOnly) leftToCard.add(alert.key);
        else due.get(CHANNEL)?.push(alert.key);
        await scenario.takeIn({ alerts: [alert], topics, skipIfLive });
      }

      async function sell(quantity: number, to: readonly string[]): Promise<void> {
        const sales = Array.from({ length: quantity }, () => saleAlert((count += 1)));
        for (const id of to) due.get(id)?.push(...sales.map(({ key }) => key));
        await scenario.takeIn({ alerts: sales, to });
      }

      for (const next of steps) {
        if (next.type === 'wait') await scenario.clock.advance(next.ms);
        if (next.type === 'restart') await scenario.restart();
        if (next.type === 'choose') await scenario.choose(next.settings);
        if (next.type === 'faults') scenario.channelOf(next.channel).plan(...next.faults);
        if (next.type === 'edit faults') scenario.channel.planEdits(...next.faults);
        if (next.type === 'start') await enqueue(next.auction, 'auction_started', false);
        if (next.type === 'bid') await enqueue(next.auction, 'auction_bid', !next.ownMessage);
        if (next.type === 'ending') await enqueue(next.auction, 'auction_ending', false);
        if (next.type === 'end') await enqueue(next.auction, 'auction_ended', false);
        if (next.type === 'sales') await sell(next.count, [next.channel]);
        if (next.type === 'crowd') await sell(1, CROWD);
        if (next.type === 'poison') {
          const key = saleAlert(count + 1).key;
          poisoned.add(key);
          scenario.channelOf(next.channel).poison(key);
          await sell(1, [next.channel]);
        }
      }
      await scenario.choose({});
      // What a channel that publishes did not show is shown with the next change.
      for (const id of ['a', 'b', 'c'])
        if (auctions.bidsOf(`auction:${id}`) !== undefined) await enqueue(id, 'auction_bid', true);
      await scenario.restart();
      // Other messages go through all the time: else it would be Discord that is out of order, not a message.
      for (let minute = 0; minute < 90; minute += 1) {
        await sell(1, CROWD.slice(0, 1));
        await scenario.clock.advance(MINUTE);
      }

      for (const [id, everything] of due) {
        const keys = everything.filter((key) => !poisoned.has(key));
        const postedThere = scenario.channelOf(id).postedKeys();
        const isPlain = (key: string) =>
          !urgent.has(key) && !optional.has(key) && !ends.has(key) && !leftToCard.has(key);
        expect(postedThere.filter(isPlain)).toEqual(keys);
        expect(new Set(postedThere).size).toBe(postedThere.length);
      }
      const postedKeys = scenario.channel.postedKeys();
      const shownSince = (key: string, at: number) =>
        scenario.channel.messages.some(
          (message) =>
            message.keys.some((other) => other.split(':')[1] === key.split(':')[1]) &&
            Math.max(message.at, ...message.edits) >= at,
        );
      // What has no message is shown by the card: an end, a coming end of an auction that is over, and all that follows the card
      // where the channel wants it alone.
      for (const key of [...urgent, ...leftToCard])
        expect(postedKeys.includes(key) || shownSince(key, 0)).toBe(true);
      for (const [key, at] of ends) expect(postedKeys.includes(key) || shownSince(key, at)).toBe(true);
      for (const id of ['a', 'b', 'c']) {
        const permits = postedKeys.flatMap((key) =>
          key.split(':')[1] === id ? [Number(key.split(':')[2])] : [],
        );
        expect(permits).toEqual(permits.toSorted((one, other) => one - other));
      }
      const batches = scenario.channel.messages.filter(
        ({ layout, keys }) => layout === 'card' && keys.length > 1,
      );
      expect(batches.flatMap(({ keys }) => keys).filter((key) => key.startsWith('auction_'))).toEqual([]);
      const live = scenario.channel.messages.filter(({ topic, gone }) => topic !== null && !gone);
      for (const { topic, displayed } of live) expect(displayed).toBe(auctions.bidsOf(topic ?? ''));
      expect(
        scenario.channel.messages.filter(
          ({ layout, pingRoleIds }) => layout === 'summary' && pingRoleIds.length > 0,
        ),
      ).toEqual([]);
      expect(await scenario.store.channelsWithWork()).toEqual([]);
    }),
    { numRuns: cases(10, 40) },
  );
}, 300_000);
