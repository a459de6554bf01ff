import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { formatAmount } from '#src/chain/wei.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { readChannel, titlesIn, untilChannelTexts } from '../../support/channel-reading.ts';
import { openOutboxDepth } from '../../support/outbox-depth.ts';
import { linked, MINUTE_MS } from './auction-world.ts';

const CASH = '../shared/fixtures/replay/cash-auctions';
const absent = !existsSync(join(CASH, 'auctions.jsonl'));
const LEADS = [60, 30, 10, 5] as const;
/** Step of the clock; smaller than every lead time, so that none is skipped. */
const STEP_MS = MINUTE_MS;
/** The recording covers 27 hours; the bot is restarted a few times. */
const RESTART_EVERY_MS = 5 * 60 * MINUTE_MS;
const TAIL_MS = 30 * MINUTE_MS;
/** Minimum interval between edits of one message. */
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

/** Time between two polls: some minutes, sometimes up to a quarter of an hour, in which auctions end between polls. */
function createStepGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state % 11 === 0 ? 600 + (state % 300) : 120 + (state % 300)) * 1_000;
  };
}

const CURRENCY = { symbol: 'S', decimals: 18 };
/** What a message of an auction that was sold says of its price. */
const soldFor = (amount: bigint): string => ` for ${formatAmount(amount, CURRENCY, DEFAULT_GUILD_SETTINGS)}`;

/** The numbers of the auctions that a channel's messages link to, in order. */
function auctionsIn({ discord }: BotWorld, channelId: string): readonly number[] {
  return discord
    .messages(channelId)
    .map(({ payload }) => Number(/\/(\d+)$/.exec(payload.embeds[0]?.url ?? '')?.[1]));
}

async function replay(world: BotWorld, seed: number, forMs: number): Promise<void> {
  const { clock, marketplace } = world;
  const nextStepMs = createStepGenerator(seed);
  let bot = await world.start();
  await using depth = await openOutboxDepth(world.environment['DATABASE_URL'] ?? '');
  marketplace.clock.resume();
  const endsAt = clock.now() + forMs;
  let restartAt = clock.now() + RESTART_EVERY_MS;
  while (clock.now() < endsAt) {
    for (let restMs = nextStepMs(); restMs > 0; restMs -= STEP_MS) {
      clock.advance(Math.min(restMs, STEP_MS));
      await setImmediate();
    }
    // Days pass here in seconds: what is due is sent before more of them pass.
    await expect.poll(() => depth.waiting(), { interval: 5 }).toBe(0);
    if (clock.now() < restartAt) await bot.app.poll();
    else {
      restartAt += RESTART_EVERY_MS;
      await bot[Symbol.asyncDispose]();
      bot = await world.start();
    }
  }
}

// Replays more than a day, with many polls.
describe.skipIf(absent)(`the auctions in ${CASH}${absent ? ' (skipped: not present)' : ''}`, () => {
  const recorded = absent ? [] : readRecordings();
  const byNumber = new Map(recorded.map((one) => [one.auctionId, one]));
  const inOrder = (pick: (one: (typeof recorded)[number]) => number) =>
    recorded.toSorted((a, b) => pick(a) - pick(b)).map(({ auctionId }) => auctionId);

  it('are all posted correctly: winner, amount, order; none lost or duplicated', async () => {
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
    await replay(world, 1, (ends - begins) * 1_000 + TAIL_MS);
    clock.advance(BETWEEN_EDITS_MS);
    for (const channel of [starts, results]) {
      await untilChannelTexts(world, channel, (texts) =>
        texts.every((text) => /\bSettled <t:\d+:R>/.test(text)),
      );
    }
    await untilChannelTexts(world, everything, (texts) =>
      texts.every((text) => !/is up for auction|is over|won at auction|settling/.test(text)),
    );

    expect(recorded).toHaveLength(16);
    expect(auctionsIn(world, results)).toEqual(inOrder(({ endTime }) => endTime));
    expect(auctionsIn(world, starts)).toEqual(inOrder(({ startTime }) => startTime));
    expect(titlesIn(world, starts).filter((title) => !title.includes('sold at auction for'))).toEqual([]);
    for (const [, channel] of leads) {
      expect(auctionsIn(world, channel).toSorted((a, b) => a - b)).toEqual(
        [...byNumber.keys()].toSorted((a, b) => a - b),
      );
    }
    const posted = auctionsIn(world, everything).map(
      (number, at) => `${titlesIn(world, everything)[at]?.replace(/^.*?(soon|sold).*$/, '$1')} ${number}`,
    );
    expect(posted.toSorted()).toEqual(
      [...byNumber.keys()]
        .flatMap((number) => [`soon ${number}`, `sold ${number}`, `sold ${number}`])
        .toSorted(),
    );
    for (const channel of [results, starts]) {
      for (const [at, number] of auctionsIn(world, channel).entries()) {
        const text = readChannel(world, channel)[at] ?? '';
        const bids = byNumber.get(number)?.bids ?? [];
        const won = bids.at(-1);
        expect(text).toMatch(/sold/);
        expect(text.replaceAll('*', '')).toContain(soldFor(won?.amount ?? -1n));
        // A single bid is not shown as a list.
        expect(Number(/^Bids \((\d+)\)/m.exec(text)?.[1] ?? 1)).toBe(bids.length);
        expect(/(?:^Winner |\*\* to )(.+) · Settled/m.exec(text)?.[1]).toContain(linked(won?.bidder ?? ''));
      }
    }
  }, 120_000);
});
