import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { readChannel, titlesIn, untilReads } from '../../support/channel-reading.ts';
import { linked, MINUTE_MS } from './auction-room.ts';

const CASH = '../shared/fixtures/replay/cash-auctions';
const absent = !existsSync(join(CASH, 'auctions.jsonl'));
const LEADS = [60, 30, 10, 5] as const;
/** So far the clock goes at once: a machine that runs sleeps over no lead time. */
const STEP_MS = MINUTE_MS;
/** The recording plays 27 hours; a restart now and then is part of the bot's life. */
const RESTART_EVERY_MS = 5 * 60 * MINUTE_MS;
const AFTER_THE_LAST_MS = 30 * MINUTE_MS;
/** Edits of one message are this far apart. */
const BETWEEN_EDITS_MS = 2_000;

const recording = z.object({
  auctionId: z.number(),
  tokenId: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  finalizedAt: z.number(),
  bids: z.array(z.object({ bidder: z.string(), amount: z.coerce.bigint() })).min(1),
});

const readRecordings = () =>
  readFileSync(join(CASH, 'auctions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recording.parse(JSON.parse(line)));

/** Between two looks: some minutes, and now and then up to a quarter of an hour, in which auctions end unseen. */
function createPace(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state % 11 === 0 ? 600 + (state % 300) : 120 + (state % 300)) * 1_000;
  };
}

/** The amount that a message tells in a line, to the wei: the exact one where it is shortened. */
function weiOf(text: string, name: string): bigint | null {
  const told = new RegExp(`${name}: \\*\\*([\\d.,]+) S\\*\\*(?:\\n-# exactly ([\\d.,]+) S)?`).exec(text);
  const amount = (told?.[2] ?? told?.[1])?.replaceAll(',', '');
  if (amount === undefined) return null;
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

/** The numbers of the auctions that a channel's messages lead to, in order. */
function auctionsIn({ discord }: BotWorld, channelId: string): readonly number[] {
  return discord
    .messages(channelId)
    .map(({ payload }) => Number(/\/(\d+)$/.exec(payload.embeds[0]?.url ?? '')?.[1]));
}

async function replay(world: BotWorld, seed: number, forMs: number): Promise<void> {
  const { clock, marketplace } = world;
  const pace = createPace(seed);
  let bot = await world.start();
  marketplace.clock.resume();
  const endsAt = clock.now() + forMs;
  let restartAt = clock.now() + RESTART_EVERY_MS;
  while (clock.now() < endsAt) {
    for (let restMs = pace(); restMs > 0; restMs -= STEP_MS) {
      clock.leap(Math.min(restMs, STEP_MS));
      await setImmediate();
    }
    if (clock.now() < restartAt) await bot.app.look();
    else {
      restartAt += RESTART_EVERY_MS;
      await bot[Symbol.asyncDispose]();
      bot = await world.start();
    }
  }
}

// Plays more than a day, which takes many looks.
describe.skipIf(absent)(`the auctions in ${CASH}${absent ? ' (skipped: they are not there)' : ''}`, () => {
  const recorded = absent ? [] : readRecordings();
  const byNumber = new Map(recorded.map((one) => [one.auctionId, one]));
  const inOrder = (pick: (one: (typeof recorded)[number]) => number) =>
    recorded.toSorted((a, b) => pick(a) - pick(b)).map(({ auctionId }) => auctionId);

  it('replayed at speed are all told right: winner, amount to the wei, order; none lost, none twice', async () => {
    await using world = await startBotWorld({ replay: [CASH], startPaused: true });
    const { clock, home } = world;
    const first = await world.start();
    const starts = home.addChannel('starts');
    const results = home.addChannel('results');
    const everything = home.channelId;
    const leads = LEADS.map((lead) => [lead, home.addChannel(`lead-${lead}`)] as const);
    await home.subscribe(everything, { alerts: 'auctions' });
    await home.subscribe(starts, { alerts: 'auction starts, auction bids' });
    await home.subscribe(results, { alerts: 'auction results, cancelled auctions' });
    for (const [lead, channel] of leads) {
      await home.subscribe(channel, { alerts: 'auctions ending soon', ending: String(lead) });
    }
    await first[Symbol.asyncDispose]();

    const begins = Math.min(...recorded.map(({ startTime }) => startTime));
    const ends = Math.max(...recorded.map(({ finalizedAt }) => finalizedAt));
    await replay(world, 1, (ends - begins) * 1_000 + AFTER_THE_LAST_MS);
    clock.leap(BETWEEN_EDITS_MS);
    for (const channel of [everything, starts, results]) {
      await untilReads(world, channel, (texts) => texts.every((text) => /\bsettled <t:\d+:R>/.test(text)));
    }

    expect(recorded).toHaveLength(16);
    expect(auctionsIn(world, results)).toEqual(inOrder(({ endTime }) => endTime));
    expect(auctionsIn(world, starts)).toEqual(inOrder(({ startTime }) => startTime));
    expect(titlesIn(world, starts).filter((title) => !title.endsWith('is up for auction'))).toEqual([]);
    for (const [, channel] of leads) {
      expect(auctionsIn(world, channel).toSorted((a, b) => a - b)).toEqual(
        [...byNumber.keys()].toSorted((a, b) => a - b),
      );
    }
    expect(
      auctionsIn(world, everything)
        .map(
          (number, at) =>
            `${titlesIn(world, everything)[at]?.replace(/^.*?(up for|about|sold).*$/, '$1')} ${number}`,
        )
        .toSorted(),
    ).toEqual(
      [...byNumber.keys()]
        .flatMap((number) => [`up for ${number}`, `about ${number}`, `sold ${number}`])
        .toSorted(),
    );
    for (const channel of [results, starts]) {
      for (const [at, number] of auctionsIn(world, channel).entries()) {
        const text = readChannel(world, channel)[at] ?? '';
        const bids = byNumber.get(number)?.bids ?? [];
        const won = bids.at(-1);
        expect(weiOf(text, 'Sold for')).toBe(won?.amount);
        // One bid needs no list.
        expect(Number(/^Bids \((\d+)\)/m.exec(text)?.[1] ?? 1)).toBe(bids.length);
        expect(/Winner: (.+)/.exec(text)?.[1]).toContain(linked(won?.bidder ?? ''));
      }
    }
  }, 120_000);
});
