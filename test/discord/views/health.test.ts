import { describe, expect, it } from 'vitest';
import type { ServerHealth } from '#src/discord/status/server-health.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { healthEmbed } from '#src/discord/views/health.ts';
import type { LateQueue } from '#src/store/model/channel-queue.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { newSubscription, noticeAlert, saleAlert } from '../../support/build-alert.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { unmarkedWordsIn } from '../../support/unmarked-words.ts';
import { viewContext } from './view-context.ts';

const NO_COUNTS = { records: 0, unread: {} };
const NOW = 1_767_225_600_000;

const RULE = { ...newSubscription('1000'), id: 1, pausedAt: null, lastMatchAt: null, lastPostAt: null };
const gap = (noticedAt: number) => ({ noticedAt });

const health = (change: Partial<ServerHealth> = {}): ServerHealth => ({
  storeProblem: null,
  feed: {
    readAt: NOW,
    newestEventAt: NOW - 65_000,
    failures: 0,
    unreadableSince: null,
    namedCoin: null,
    lagMs: null,
    gaps: [],
    counts: { records: 0, unread: {} },
  },
  auctions: { readAt: NOW, failures: 0, unreadableSince: null, watched: 3 },
  discord: { connected: true, latencyMs: 41.4 },
  queues: [],
  late: [],
  held: [],
  givenUp: [],
  reduced: [],
  outdated: [],
  tooOld: [],
  notDecided: [],
  ...change,
});

const shown = (change: Partial<ServerHealth> = {}, context: Partial<ViewContext> = {}) => {
  const embed = healthEmbed(
    health(change),
    [RULE],
    { missingSummaryIn: () => null, missingIn: () => null, missingForTicker: () => null, now: 0 },
    viewContext(context),
  );
  return {
    description: embed.description,
    title: embed.title,
    fields: new Map(embed.fields?.map(({ name, value }) => [name, value])),
  };
};

const LATE: LateQueue = {
  channelId: '1000',
  alerts: 11,
  since: NOW - 90_000,
  reason: 'queue',
  notBefore: 0,
  refusalCode: null,
  layout: null,
  tries: 0,
};

describe('the health of a server’s alerts', () => {
  it('is in the language of the server', () => {
    const messages = pseudoMessages;
    const stopped = { state: 'paused', problemCode: 50_013, lastPostAt: null, waiting: 2 } as const;
    const lastProblem = { at: NOW, code: 50_001 };
    const one = { channelId: '1000', count: 2, lastAt: NOW };
    const reasons = ['unanswered', 'refused', 'limited', 'queue'] as const;
    const { title, fields } = shown(
      {
        storeProblem: 'locked',
        feed: {
          ...health().feed,
          failures: 1,
          gaps: [gap(NOW), gap(NOW)],
        },
        auctions: { ...health().auctions, unreadableSince: NOW, leftOut: 2 },
        queues: [{ channelId: '1000', ...stopped, lastProblem }],
        late: reasons.map((reason) => ({ ...LATE, reason })),
        held: [{ postId: 1, channelId: '1000', triedAt: NOW, alerts: [noticeAlert()] }],
        givenUp: [
          { ...one, reason: 'refused' },
          { ...one, reason: 'unverifiable' },
        ],
        tooOld: [one, { ...one, channelId: '1001' }],
        notDecided: [one],
      },
      { messages },
    );
    expect(
      unmarkedWordsIn([title, ...[...fields].flat()].map((text) => text?.replace('Test Market', ''))),
    ).toEqual([]);
    const queues = [{ channelId: '1000', ...stopped, state: 'open' as const, lastProblem: null }];
    const well = [shown({}, { messages }), shown({ queues }, { messages })];
    const said = well.map(({ description, fields }) => [description, ...[...fields].flat()]);
    expect(unmarkedWordsIn(said)).toEqual(well.flatMap(() => ['Test', 'Market']));
  });

  it('is a few words where nothing is wrong', () => {
    const { title, description, fields } = shown();
    expect(title).toBeUndefined();
    expect(description).toBe('✅ All good.');
    expect([...fields]).toEqual([
      ['Test Market’s feed', 'last read <t:1767225600:R>'],
      ['Queue', 'empty'],
    ]);
  });

  it('says beside them what waits', () => {
    const open = { state: 'open', problemCode: null, lastPostAt: null, lastProblem: null } as const;
    const queues = [
      { ...open, channelId: '1000', waiting: 2 },
      { ...open, channelId: '1001', waiting: 1 },
    ];
    expect(shown({ queues }).fields.get('Waiting to be posted')).toBe('3 alerts');
  });

  it('shows nothing of what is well beside what is wrong', () => {
    expect([...shown({ discord: { connected: false, latencyMs: null } }).fields]).toEqual([
      ['Test Market’s feed', 'last read <t:1767225600:R>\nnewest event <t:1767225535:R>'],
      ['Auctions', 'last read <t:1767225600:R>\nfollowing 3 auctions'],
      ['Discord', '⚠ not connected'],
    ]);
  });

  it.each<[Partial<ServerHealth>, string, string]>([
    [
      {
        feed: {
          readAt: NOW,
          newestEventAt: null,
          failures: 0,
          unreadableSince: null,
          lagMs: null,
          namedCoin: 'A_P',
          gaps: [],
          counts: NO_COUNTS,
        },
      },
      'Test Market’s feed',
      'last read <t:1767225600:R>\nno events yet\n⚠ Most prices are in A\\_P, not in ETH. Price filters and floor comparisons skip them. If A\\_P is the chain’s own coin, the operator has to set CURRENCY_SYMBOL.',
    ],
    [
      {
        feed: {
          readAt: null,
          newestEventAt: null,
          failures: 2,
          unreadableSince: null,
          namedCoin: null,
          lagMs: null,
          gaps: [],
          counts: NO_COUNTS,
        },
      },
      'Test Market’s feed',
      'not read yet\n⚠ retrying after 2 failed requests\nno events yet',
    ],
    [
      {
        feed: {
          readAt: NOW,
          newestEventAt: NOW,
          failures: 0,
          unreadableSince: null,
          namedCoin: null,
          lagMs: null,
          gaps: [gap(NOW), gap(NOW - 1)],
          counts: NO_COUNTS,
        },
      },
      'Missed events',
      '⚠ Events came faster than they could be read: 2 times in the last 7 days, most recently <t:1767225600:R>',
    ],
    [
      {
        feed: {
          readAt: NOW,
          newestEventAt: NOW,
          failures: 0,
          unreadableSince: null,
          lagMs: null,
          namedCoin: null,
          gaps: [],
          counts: { records: 1_000, unread: { damaged_token: 1, unknown_kind: 2 } },
        },
      },
      'Unreadable events',
      '⚠ 3 of 1,000 new records in the last 7 days could not be read and were not posted: 1 with an invalid token ID, 2 of an unknown kind',
    ],
    [
      { auctions: { readAt: NOW, failures: 1, unreadableSince: null, watched: 3 } },
      'Auctions',
      'last read <t:1767225600:R>\n⚠ retrying after 1 failed request\nfollowing 3 auctions',
    ],
    [
      {
        auctions: {
          readAt: NOW,
          failures: 0,
          unreadableSince: null,
          watched: 20_000,
          leftOut: 1_234,
          tooLarge: 1,
        },
      },
      'Auctions',
      'last read <t:1767225600:R>\nfollowing 20,000 auctions\n⚠ 1,234 more auctions are over the limit and not posted\n⚠ 1 auction skipped: too many bids to read',
    ],
    [{ discord: { connected: false, latencyMs: null } }, 'Discord', '⚠ not connected'],
    [
      { late: [LATE] },
      'Delayed by more than a minute',
      '<#1000>: 11 alerts, the oldest from <t:1767225510:R> (more to post than Discord accepts at once; catching up)',
    ],
    [
      { late: [{ ...LATE, reason: 'limited', notBefore: NOW + 60_000 }] },
      'Delayed by more than a minute',
      '<#1000>: 11 alerts, the oldest from <t:1767225510:R> (rate limited by Discord until <t:1767225660:R>)',
    ],
    [
      { late: [{ ...LATE, alerts: 1, reason: 'unanswered', layout: 'text', tries: 3 }] },
      'Delayed by more than a minute',
      '<#1000>: 1 alert from <t:1767225510:R> (Discord has not confirmed a message (3 attempts); retrying as plain text)',
    ],
  ])('needs a look with %j', (change, field, text) => {
    const { title, fields } = shown(change);
    expect(title).toBe('Alerts need attention');
    expect(fields.get(field)).toBe(text);
  });

  it('asks about messages that hold their channels, five at a time', () => {
    const held = [1, 2, 3, 4, 5, 6, 7].map((number) => ({
      postId: number,
      channelId: `90000000000000000${number}`,
      triedAt: NOW,
      alerts: [saleAlert(number), saleAlert(number + 10)],
    }));
    const { title, fields } = shown({ held: held.slice(0, 1) });
    expect(title).toBe('Alerts need attention');
    expect(fields.get('Were these messages posted?')?.split('\n')).toEqual([
      '<#900000000000000001>: **Punk #1** sold for **22.75 ETH** and 1 more alert (<t:1767225600:f>)',
      'Check the channel, then press the matching button. Until then, nothing else is posted there.',
    ]);
    const many = shown({ held }).fields.get('Were these messages posted?')?.split('\n');
    expect(many).toHaveLength(7);
    expect(many?.at(-2)).toBe('and 2 more after these');
  });

  it.each([
    [null, 'Discord or the bot was unreachable'],
    [{ at: NOW - 60_000, code: 50_013 }, '<t:1767225540:R>: I can’t post there'],
  ])('shows what was too old to be posted, where the last problem was %j', (lastProblem, why) => {
    const queue = { channelId: '1', state: 'open' as const, problemCode: null, lastPostAt: null, waiting: 0 };
    const { title, fields } = shown({
      queues: [{ ...queue, lastProblem }],
      tooOld: [{ channelId: '1', count: 7, lastAt: NOW - 25_000_000 }],
    });
    expect(title).toBe('Alerts need attention');
    expect(fields.get('Too old to post (over 6 hours)')).toBe(
      `<#1>: 7 alerts, last from <t:1767200600:R> (${why})`,
    );
  });

  it('keeps within Discord’s limits with hundreds of troubled channels', () => {
    const ids = Array.from({ length: 300 }, (_, n) => String(10n ** 18n + BigInt(n)));
    const queues = ids.map((channelId) => ({
      channelId,
      state: 'paused' as const,
      problemCode: 50_013,
      lastPostAt: null,
      waiting: 1_000,
      lastProblem: null,
    }));
    const givenUp = ids.map((channelId) => ({
      channelId,
      count: 5,
      lastAt: NOW,
      reason: 'unverifiable' as const,
    }));
    const tooOld = ids.map((channelId) => ({ channelId, count: 5, lastAt: NOW }));
    const gaps = ids.map((_id, n) => gap(NOW - n));
    const feed = { ...health().feed, gaps };
    const embed = healthEmbed(
      health({ queues, givenUp, tooOld, feed }),
      [RULE],
      { missingSummaryIn: () => null, missingIn: () => null, missingForTicker: () => null, now: 0 },
      viewContext(),
    );
    expect(flatErrors(validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] }))).toEqual(
      [],
    );
    expect(embed.fields?.find(({ name }) => name === 'Stopped channels')?.value).toMatch(/and \d+ more$/);
  });
});
