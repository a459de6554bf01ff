import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Backtest, RunBacktest } from '#src/ingest/backtest.ts';
import { createBacktests } from '#src/ingest/backtests.ts';
import { figuresOf } from '../../alerts/backtest/any-figures.ts';
import { newSubscription, saleAlert } from '../../support/build-alert.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { begin, ETH, messageOf, startBot, textOf } from './adding.ts';

const example = { alert: saleAlert(4_000), happened: true };
const KNOWN = { preview: async () => ({ matching: [], example, weeklySales: 12 }) };

const counted = (change: Partial<Backtest>): Backtest => ({
  ...{ sales: null, others: null },
  ...change,
});
const CALM = counted({ sales: figuresOf([1, 0, 8], { pings: 2 }) });
const FLOOD = counted({
  sales: figuresOf([300], { prices: Array.from({ length: 300 }, (_, index) => (BigInt(index) * ETH) / 10n) }),
});

/** A bot whose backtests are this one. */
async function startCounting(run: RunBacktest, now: () => number = () => 0) {
  const started = await startBot(KNOWN, (services) => ({
    ...services,
    now,
    backtests: createBacktests({ run, stopping: new AbortController().signal }),
  }));
  const { discord } = started.bot;
  /** Contents that messages were edited to. */
  const edits: APIMessage[] = [];
  discord.onMessage(({ kind, message }) => {
    if (kind === 'edited') edits.push(structuredClone(message.payload));
  });
  /** Waits for an edit with this text. */
  const untilEdited = (text: string) =>
    waitUntil({
      read: () => edits.find(({ content }) => content.includes(text)),
      listen: (changed) => discord.onMessage(changed),
      what: () => `${text} in ${edits.map(({ content }) => content).join('\n')}`,
    });
  return { ...started, edits, untilEdited };
}

const labelsOf = (message: APIMessage): readonly string[] =>
  [...JSON.stringify(message.components).matchAll(/"label":"([^"]+)"/g)].map(([, label = '']) => label);

describe('the preview of a rule', () => {
  it('gets what the rule would have posted after it was shown', async () => {
    const { promise, resolve } = Promise.withResolvers<Backtest>();
    const { bot, untilEdited } = await startCounting(() => promise);
    const reply = await begin(bot, { collection: 'Punks', price_from: '1' });
    expect(textOf(reply)).toContain('About 12 per week. Latest match:');
    const buttons = labelsOf(messageOf(reply));
    resolve(CALM);

    const edited = await untilEdited('messages');

    expect(edited.content.split('\n')).toEqual([
      `**New alert in <#${bot.channelId}>**`,
      'Sales · Punks · 1 ETH and up',
      expect.stringMatching(/^\*\*Since <t:\d+:f>:\*\* 9 messages, 8 on the busiest day, 2 pings\.$/),
      '`▁·█`',
      'Latest match:',
    ]);
    expect(edited.embeds).toHaveLength(1);
    expect(labelsOf(edited)).toEqual(buttons);
  });

  it('gets it also when an alert is edited', async () => {
    const { bot, subscriptions, untilEdited } = await startCounting(async () => CALM);
    subscriptions.push({
      ...newSubscription(bot.channelId, { guildId: bot.guildId }),
      ...{ id: 1, pausedAt: null, lastMatchAt: null, lastPostAt: null },
    });
    await bot.owner.command('alerts edit', { alert: '1', price_from: '2' });
    expect((await untilEdited('9 messages')).content).toContain('**Changes to alert #1 in');
  });

  it('says of sales and other events apart, and “at most” if some conditions were not tested', async () => {
    const both = counted({
      sales: figuresOf(Array.from({ length: 30 }, () => 2)),
      others: figuresOf(Array.from({ length: 14 }, () => 0).with(3, 5), { isAtMost: true }),
    });
    const { bot, untilEdited } = await startCounting(async () => both);
    await begin(bot, { alerts: 'sales, mints' });
    const { content } = await untilEdited('messages');
    expect(content).toContain('**Sales in the last 30 days:** 60 messages, 2 on the busiest day.\n`██');
    expect(content).toContain(
      '**Other events in the last 14 days:** at most 5 messages, 5 on the busiest day.',
    );
  });

  it('says which of its topics are not counted', async () => {
    const { bot, untilEdited } = await startCounting(async () => CALM);
    await begin(bot, { alerts: 'sales, floor, recap' });
    const { content } = await untilEdited('9 messages');
    expect(content).toContain('`▁·█`\nNot counted: floors and recaps.\n');
  });

  it('says that there would have been nothing', async () => {
    const { bot, untilEdited } = await startCounting(async () => counted({ sales: figuresOf([0, 0, 0]) }));
    await begin(bot, { price_from: '1' });
    expect((await untilEdited(':** no messages.')).content).not.toContain('`');
  });

  it('shows the progress of a long count', async () => {
    let now = 0;
    const { promise, resolve } = Promise.withResolvers<Backtest>();
    const started = Promise.withResolvers<(share: number) => void>();
    const { bot, untilEdited } = await startCounting(
      (_request, { onProgress } = {}) => {
        if (onProgress !== undefined) started.resolve(onProgress);
        return promise;
      },
      () => now,
    );
    await begin(bot, { price_from: '1' });
    const report = await started.promise;
    now = 500;
    report(0.1);
    now = 1_500;
    report(0.4);
    const { content } = await untilEdited('Counting past events… 40%');
    expect(content).not.toContain('per week');
    resolve(CALM);
    expect((await untilEdited('9 messages')).content).not.toContain('Counting');
  });

  it.each(['Cancel', 'Confirm'])('is not edited after %s, and the count ends', async (label) => {
    const [started, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { bot, edits } = await startCounting((_request, { signal } = {}) => {
      const { promise, reject } = Promise.withResolvers<Backtest>();
      started.resolve();
      signal?.addEventListener('abort', () => {
        reject(signal.reason);
        aborted.resolve();
      });
      return promise;
    });
    const reply = await begin(bot, { price_from: '1' });
    await started.promise;
    await bot.owner.press(messageOf(reply), label);
    await aborted.promise;
    expect(edits.filter(({ content }) => content.includes('busiest'))).toEqual([]);
  });

  it('counts the changed rule, not the one before', async () => {
    const rules: unknown[] = [];
    const started = Promise.withResolvers<void>();
    const { bot, untilEdited } = await startCounting(({ rule }, { signal } = {}) => {
      rules.push(rule.filter.price_from);
      started.resolve();
      if (rules.length > 1) return Promise.resolve(CALM);
      const { promise, reject } = Promise.withResolvers<Backtest>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
    const reply = await begin(bot, { price_from: '1' });
    await started.promise;
    const form = await bot.owner.press(messageOf(reply), 'Edit filter');
    if (form.modal === null) throw new Error('There is no modal.');
    await bot.owner.submit(form.modal, { price_from: '3' });
    expect((await untilEdited('9 messages')).content).toContain('3 ETH and up');
    expect(rules).toEqual([ETH, 3n * ETH]);
  });
});

describe('a rule that would flood its channel', () => {
  it('is warned of, with a narrower one to choose', async () => {
    const { bot, untilEdited } = await startCounting(async () => FLOOD);
    await begin(bot, { collection: 'Punks', price_to: '500' });
    const flooded = await untilEdited(':** 300 messages.');
    expect(flooded.content).toContain('⚠️ This would have posted about 300 messages a day.');
    expect(labelsOf(flooded)).toContain('28 ETH and up: at most 20 a day');

    const narrowed = await bot.owner.press(flooded, '28 ETH and up: at most 20 a day');

    expect(narrowed.outcome).toBe('updated');
    expect(textOf(narrowed)).toContain('28 ETH to 500 ETH');
  });

  it('is not saved in one step', async () => {
    const { bot, subscriptions } = await startCounting(async () => FLOOD);
    const reply = await bot.owner.command('alerts add', { channel: bot.channelId, collection: 'Punks' });
    expect(textOf(reply)).toContain('**New alert in');
    expect(subscriptions).toEqual([]);
  });

  it('is saved in one step if nobody knows soon that it would flood', async () => {
    const { bot, subscriptions } = await startCounting((_request, { signal } = {}) => {
      const { promise, reject } = Promise.withResolvers<Backtest>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
    await bot.owner.command('alerts add', { channel: bot.channelId, collection: 'Punks' });
    expect(subscriptions).toHaveLength(1);
  });
});
