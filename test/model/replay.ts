import { inspect, isDeepStrictEqual } from 'node:util';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { createLeaseStore } from '#src/store/leases.ts';
import { createStore, openDatabase } from '#src/store/open.ts';
import { newSubscription, saleAlert } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelChannel } from '../support/model-channel.ts';
import { silentLog } from '../support/silent-log.ts';
import { IDS, type ModelState, type Place, type ProcessId, type Step, TOO_MANY } from './delivery-model.ts';
import { createReplayedBot, type ReplayedBot, ROLE } from './replayed-bot.ts';
import { describeStep } from './search.ts';

const TICK_MS = 31_000;
/** A lease is renewed four times in a tick. */
const RENEWALS = 4;
/** Longer than the bot relies on, and than three ticks: see `KEPT` in the model. */
const NONCE_KEPT_MS = 120_000;
const LOST: SendOutcome = { type: 'ambiguous', detail: 'ECONNRESET', serverError: false };
/** Turns of the event loop in which a bot reaches its next call. */
const PATIENCE = 20;

/** A request on its way to Discord. */
interface Request {
  readonly execute: () => Promise<SendOutcome>;
  answer: SendOutcome;
}

/** What both the model and the bots have. */
interface Observation {
  readonly places: readonly [Place | undefined, Place | undefined];
  readonly row: string;
  readonly isRepeated: boolean;
  readonly copies: number;
  readonly isRoleFree: boolean;
}

const expectedIn = ({ processes: [first, second], row, copies, lease }: ModelState): Observation => ({
  places: [first.place, second.place],
  row: row.state,
  isRepeated: row.attempts > 1,
  copies: copies.length,
  isRoleFree: lease.isExpired,
});

/** Whether the bots can repeat the step. Their clocks cannot pass the end of a nonce window alone. */
export const isRepeatable = ({ what }: Step): boolean => what !== 'the window ends';

/** Two bots on one database, which repeat histories of the model. */
export interface Replay extends AsyncDisposable {
  /** Repeats a history with a new message. Rejects at the first step after which the bots differ from the model. */
  repeat(history: readonly Step[]): Promise<void>;
}

export async function createReplay(): Promise<Replay> {
  const clock = createManualClock();
  const { now } = clock;
  const database = await openDatabase({ databaseUrl: 'sqlite::memory:', log: silentLog, now });
  const store = createStore(database);
  const leases = createLeaseStore(database);
  let messages = 0;

  async function enqueue(channelId: string): Promise<void> {
    const alert = saleAlert(messages, { occurredAt: Math.floor(now() / 1_000) });
    await store.addSubscription(newSubscription(channelId));
    await store.ingest({
      at: now(),
      seen: [alert.key],
      alerts: [{ alert, channels: [{ channelId, subscriptionIds: [], skipIfLive: false }] }],
      topics: [],
      trades: [],
      gap: null,
      newRecordsAfter: null,
    });
  }

  async function repeat(history: readonly Step[]): Promise<void> {
    messages += 1;
    const channelId = String(1_000 + messages);
    const channel = createModelChannel(clock, NONCE_KEPT_MS);
    // The lease of the history before ends.
    await clock.advance(TICK_MS);
    await enqueue(channelId);
    const requests: [Request | null, Request | null] = [null, null];
    const start = (id: ProcessId): ReplayedBot =>
      createReplayedBot({
        name: `bot ${id}`,
        now: now(),
        ...{ channelId, database, leases, discord: channel.notifier },
        onRequest: (execute) => {
          requests[id] = { execute, answer: LOST };
        },
      });
    const bots: [ReplayedBot, ReplayedBot] = [start(0), start(1)];

    async function passTick(suspended: readonly ProcessId[]): Promise<void> {
      const isAwake = (id: ProcessId): boolean => !suspended.includes(id);
      for (let renewal = 0; renewal < RENEWALS; renewal += 1) {
        await clock.advance(TICK_MS / RENEWALS);
        for (const id of IDS.filter(isAwake)) {
          await bots[id].advance(TICK_MS / RENEWALS);
          await bots[id].renew();
        }
      }
      for (const id of suspended) await bots[id].advance(TICK_MS);
      for (const bot of bots) bot.findWork();
    }

    async function perform({ what, by, suspended }: Step): Promise<void> {
      if (what === 'the window ends') throw new Error('Too small a step for the clocks of the bots.');
      if (what === 'a tick' || by === null) return passTick(suspended);
      const bot = bots[by];
      const request = requests[by];
      switch (what) {
        case 'take role':
          return bot.takeRole();
        case 'give up role':
          return bot.giveUpRole();
        case 'kill':
          bots[by] = start(by);
          return;
        case 'Discord accepts':
          if (request !== null) request.answer = await request.execute();
          return;
        case 'Discord drops':
          return;
        case 'search: failed':
        case 'request: refused':
          return bot.goOn('refused');
        case 'answer':
          return bot.goOn(request?.answer);
        case 'answer: none':
        case 'answer: lost':
          return bot.goOn(LOST);
        default:
          return bot.goOn();
      }
    }

    async function observe({ processes }: ModelState): Promise<Observation> {
      const post = await database.readOne('lastPost', (queries) =>
        queries
          .selectFrom('posts')
          .select(['state', 'attempts'])
          .where('channelId', '=', channelId)
          .orderBy('id', 'desc')
          .executeTakeFirst(),
      );
      const isTried = post?.state === 'sending' || post?.state === 'ambiguous';
      const { free } = await leases.readLeases([ROLE]);
      const placeOf = (id: ProcessId): Place | undefined => {
        const places = bots[id].places();
        const { place } = processes[id];
        return places.includes(place) ? place : places[0];
      };
      return {
        places: [placeOf(0), placeOf(1)],
        row: post === undefined || post.state === 'released' ? 'waiting' : post.state,
        isRepeated: isTried && post.attempts > 1,
        copies: Math.min(channel.messages.length, TOO_MANY),
        isRoleFree: free.length > 0,
      };
    }

    for (const [index, step] of history.entries()) {
      await perform(step);
      const expected = expectedIn(step.next);
      let observed: Observation;
      let turns = 0;
      do {
        for (const bot of bots) await bot.advance(0);
        observed = await observe(step.next);
        turns += 1;
      } while (turns < PATIENCE && !isDeepStrictEqual(observed, expected));
      if (isDeepStrictEqual(observed, expected)) continue;
      const steps = history.slice(0, index + 1).map(describeStep);
      throw new Error(
        `After these steps:\n${steps.join('\n')}\nthe model has ${inspect(expected)}\nand the bots have ${inspect(observed)}`,
      );
    }
  }

  return { repeat, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}
