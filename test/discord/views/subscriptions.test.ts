import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { subscriptionEmbed, subscriptionsEmbed } from '#src/discord/views/subscriptions.ts';
import type { QueueStatus } from '#src/store/model/channel-queue.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { ruleOf } from '../../support/build-alert.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { unmarkedWordsIn } from '../../support/unmarked-words.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { TRICKS } from '../nasty-text.ts';
import { viewContext } from './view-context.ts';

const PUNKS = {
  filter: { ...MATCH_ALL, collection: [address(0xc0)] },
} as const;
const named = (name: string | null) => viewContext({ collectionName: () => name });

function subscription(id: number, change: Partial<Subscription> = {}): Subscription {
  return {
    id,
    guildId: '1',
    channelId: '1000',
    ...ruleOf(),
    createdBy: '2',
    createdAt: 1_000,
    pausedAt: null,
    lastMatchAt: null,
    lastPostAt: null,
    ...change,
  };
}

const queue = (change: Partial<QueueStatus> = {}): QueueStatus => ({
  channelId: '1000',
  state: 'open',
  problemCode: null,
  lastPostAt: null,
  waiting: 0,
  lastProblem: null,
  ...change,
});

function list(
  all: readonly Subscription[],
  queues = new Map<string, QueueStatus>(),
  context = viewContext(),
) {
  return subscriptionsEmbed(
    paginate(all, 1, 8),
    8,
    { queues, missingSummaryIn: () => null, missingIn: () => null, mayAttachFiles: () => true, now: 0 },
    context,
  );
}

const factsOf = (change: Partial<QueueStatus>, one: Partial<Subscription> = {}) =>
  list([subscription(1, one)], new Map([['1000', queue(change)]])).description?.split('\n')[1];

describe('the list of subscriptions', () => {
  it('is in the language of the server', () => {
    const context = viewContext({ messages: pseudoMessages });
    const lastProblem = { at: 60_000, code: 50_013 };
    const states = (change: Partial<QueueStatus>) => ({
      queues: new Map([['1000', queue({ waiting: 2, lastProblem, ...change })]]),
      missingSummaryIn: () => null,
      missingIn: () => null,
      mayAttachFiles: () => true,
      now: 0,
    });
    for (const [rule, change] of [
      [{ lastPostAt: 60_000 }, {}],
      [{ pausedAt: 60_000 }, {}],
      [{ pausedAt: 0 }, { lastProblem: null }],
      [{}, { state: 'paused', problemCode: 50_013 }],
    ] as const) {
      const one = subscription(1, { lastMatchAt: 60_000, ...rule });
      const { title, description } = list([one], states(change).queues, context);
      expect(unmarkedWordsIn([title, description?.split('\n')[1]])).toEqual([]);
      const shown = subscriptionEmbed(one, states(change), context);
      expect(unmarkedWordsIn([shown.title, shown.fields])).toEqual([]);
    }
    expect(unmarkedWordsIn(list([], new Map(), context).description)).toEqual([]);
  });

  it('shows number, channel, rule and state', () => {
    expect(
      list([subscription(1), subscription(2, { channelId: '1001', ...PUNKS })], new Map(), named('Punks')),
    ).toMatchObject({
      title: 'Alerts in this server',
      description: [
        '**#1** <#1000> Sales · all collections',
        '-# ▶ active · nothing posted yet',
        '**#2** <#1001> Sales · Punks',
        '-# ▶ active · nothing posted yet',
      ].join('\n'),
      footer: { text: 'Test Market · page 1 of 1' },
    });
  });

  it.each<[Partial<QueueStatus>, string]>([
    [{}, '-# ▶ active · nothing posted yet'],
    [{ lastPostAt: 1_767_225_600_999 }, '-# ▶ active · nothing posted yet'],
    [{ waiting: 1 }, '-# ▶ active · nothing posted yet · 1 alert waiting'],
    [
      { lastProblem: { at: 7_000, code: 50_013 } },
      '-# ▶ active · nothing posted yet · last problem: I can’t post there (<t:7:R>)',
    ],
    [
      { state: 'closed', problemCode: 10_003 },
      '-# ⚠ stopped: the channel was deleted; copy its alerts to another channel with `/alerts copy`, or remove them with `/alerts remove` · nothing posted yet',
    ],
    [
      { state: 'paused', problemCode: 50_013, waiting: 3, lastProblem: { at: 7_000, code: 50_013 } },
      '-# ⚠ stopped: I can’t post there; to continue, give me “Send Messages” and “Embed Links” there · nothing posted yet · 3 alerts waiting',
    ],
    [
      { state: 'paused', problemCode: 40_333 },
      '-# ⚠ stopped: Discord rejects my messages (code 40333); I retry at least every hour, or immediately after `/alerts resume` · nothing posted yet',
    ],
  ])('says of a channel in the state %j how it is', (status, line) => {
    expect(factsOf(status)).toBe(line);
  });

  it.each([
    ['floor', '-# ▶ active, without charts (to add them, give me “Attach Files”) · nothing posted yet'],
    ['recap', '-# ▶ active, without charts (to add them, give me “Attach Files”) · nothing posted yet'],
    ['sale', '-# ▶ active · nothing posted yet'],
  ] as const)('recommends to allow files where charts of %s alerts are left out', (topic, line) => {
    const states = {
      queues: new Map(),
      missingSummaryIn: () => null,
      missingIn: () => null,
      mayAttachFiles: () => false,
      now: 0,
    };
    const rules = paginate([subscription(1, { topics: [topic] })], 1, 8);
    const { description } = subscriptionsEmbed(rules, 8, states, viewContext());
    expect(description?.split('\n')[1]).toBe(line);
  });

  it('says that an alert has ended, and until when one posts', () => {
    const ends = (endsAt: number) => factsOf({}, { extras: { name: null, endsAt } });
    expect(ends(-1_000)).toContain('⏹ ended');
    expect(ends(5_000)).toContain('▶ active');
  });

  it('says when it posted last', () => {
    expect(factsOf({ waiting: 1_200, lastPostAt: 9_000 }, { lastPostAt: 5_999 })).toBe(
      '-# ▶ active · last post <t:5:R> · 1,200 alerts waiting',
    );
  });

  it('says when it was paused and when something last fitted it', () => {
    expect(factsOf({}, { pausedAt: 3_000, lastMatchAt: 2_000 })).toBe(
      '-# ⏸ paused <t:3:R> · nothing posted yet · last match <t:2:R>',
    );
  });

  it.each([10_003, 10_004, 50_001, 50_008, 50_013, 50_083, 160_005])(
    'knows in words what Discord’s code %d means',
    (problemCode) => {
      expect(factsOf({ state: 'paused', problemCode })).not.toContain('code');
    },
  );

  it.each(TRICKS)('is nothing but text for a collection that is called by %s', (_name, trick) => {
    const { live, mentions, links } = readMarkdown(
      (
        subscriptionEmbed(
          subscription(1, PUNKS),
          {
            queues: new Map(),
            missingSummaryIn: () => null,
            missingIn: () => null,
            mayAttachFiles: () => true,
            now: 0,
          },
          named(trick),
        ).description ?? ''
      ).trim(),
    );
    expect([...live, ...mentions, ...links]).toEqual([]);
  });

  it('keeps within Discord’s limits on every page, and in the details', () => {
    const many = Array.from({ length: 500 }, (_, id) => subscription(id + 1, PUNKS));
    const context = named('*'.repeat(1_800));
    const embeds = [
      list(many, new Map(), context),
      subscriptionEmbed(
        subscription(1, PUNKS),
        {
          queues: new Map([['1000', queue()]]),
          missingSummaryIn: () => null,
          missingIn: () => null,
          mayAttachFiles: () => true,
          now: 0,
        },
        context,
      ),
    ];
    for (const embed of embeds) {
      expect(
        flatErrors(validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] })),
      ).toEqual([]);
    }
  });
});
