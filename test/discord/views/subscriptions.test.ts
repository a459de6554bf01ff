import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import {
  subscriptionLabel,
  subscriptionsEmbed,
  subscriptionText,
} from '../../../src/discord/views/subscriptions.ts';
import type { LaneStatus } from '../../../src/domain/lane.ts';
import type { Subscription } from '../../../src/domain/subscription.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { TRICKS } from '../nasty-text.ts';
import { viewContext } from './view-context.ts';

const PUNKS = { collection: address(0xc0) };
const named = (name: string | null) => viewContext({ collectionName: () => name });

function subscription(id: number, change: Partial<Subscription> = {}): Subscription {
  return {
    id,
    guildId: '1',
    channelId: '1000',
    kinds: ['sale'],
    collection: null,
    createdBy: '2',
    createdAt: 0,
    ...change,
  };
}

function stateOf(change: Partial<LaneStatus>): string | undefined {
  const status: LaneStatus = {
    channelId: '1000',
    state: 'open',
    problemCode: null,
    lastPostAt: null,
    waiting: 0,
    ...change,
  };
  const embed = subscriptionsEmbed([subscription(1)], new Map([['1000', status]]), viewContext());
  return embed.description?.split('\n')[1];
}

describe('what a subscription follows', () => {
  it('is said by the collection’s name, or that it is every one', () => {
    expect(subscriptionText({ collection: null }, named('Punks'))).toBe('sales of every collection');
    expect(subscriptionText(PUNKS, named('Punks'))).toBe('sales of Punks');
  });

  it.each([null, '', '\u200b'])('is said by the address where the name is %j', (name) => {
    expect(subscriptionText(PUNKS, named(name))).toBe('sales of 0x0000…00c0');
    expect(subscriptionLabel(PUNKS, named(name))).toBe('sales of 0x0000…00c0');
  });

  it('is escaped where Discord reads markdown and shown as it is where it does not', () => {
    expect(subscriptionText(PUNKS, named('Punks (v2)'))).toBe('sales of Punks \\(v2\\)');
    expect(subscriptionLabel(PUNKS, named('Punks (v2)'))).toBe('sales of Punks (v2)');
  });

  it.each(TRICKS)('is nothing but text for a collection that is called by %s', (_name, trick) => {
    const { live, mentions, links } = readMarkdown(subscriptionText(PUNKS, named(trick)));
    expect([...live, ...mentions, ...links]).toEqual([]);
  });
});

describe('the list of subscriptions', () => {
  it('shows number, channel and what is followed', () => {
    const list = [subscription(1), subscription(2, { channelId: '1001', ...PUNKS })];
    expect(subscriptionsEmbed(list, new Map(), named('Punks'))).toMatchObject({
      title: 'Alerts of this server',
      description: [
        '**#1** <#1000> sales of every collection',
        '-# nothing posted yet',
        '**#2** <#1001> sales of Punks',
        '-# nothing posted yet',
      ].join('\n'),
    });
  });

  it.each<[Partial<LaneStatus>, string]>([
    [{}, '-# nothing posted yet'],
    [{ lastPostAt: 1_767_225_600_999 }, '-# last post <t:1767225600:R>'],
    [{ waiting: 1 }, '-# nothing posted yet · 1 alert waits'],
    [{ waiting: 1_200, lastPostAt: 5_000 }, '-# last post <t:5:R> · 1,200 alerts wait'],
    [{ state: 'closed', problemCode: 10_003 }, '-# ⚠ stopped: the channel was deleted'],
    [
      { state: 'paused', problemCode: 50_013, waiting: 3 },
      '-# ⚠ stopped: I may not post there; give me “Send Messages” and “Embed Links” there, then use `/alerts resume` · 3 alerts wait',
    ],
    [{ state: 'paused', problemCode: 40_333 }, '-# ⚠ stopped: Discord refuses my messages (code 40333)'],
    [{ state: 'paused', problemCode: null }, '-# ⚠ stopped: Discord refuses my messages'],
  ])('says of a channel in the state %j how it is', (status, line) => {
    expect(stateOf(status)).toBe(line);
  });

  it.each([10_003, 10_004, 50_001, 50_008, 50_013, 50_083, 160_005])(
    'knows in words what Discord’s code %d means',
    (problemCode) => {
      expect(stateOf({ state: 'paused', problemCode })).not.toContain('code');
    },
  );

  it('keeps within Discord’s limits and counts what it does not show', () => {
    const many = Array.from({ length: 500 }, (_, id) => subscription(id + 1, PUNKS));
    const embed = subscriptionsEmbed(many, new Map(), named('*'.repeat(1_800)));
    expect(flatErrors(validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] }))).toEqual(
      [],
    );
    const lines = embed.description?.split('\n') ?? [];
    const shown = (lines.length - 1) / 2;
    expect(lines.at(-1)).toBe(`and ${500 - shown} more`);
  });
});
