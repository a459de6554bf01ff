import { describe, expect, it } from 'vitest';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { answerContext, answerScreen, expectAccepted, renderAnswer } from './answer-context.ts';

const PUNKS = address(0xc0);
const FOLLOW = { at: 'follow', collection: PUNKS } as const;

describe('following a collection from its card', () => {
  it('leads who may manage alerts into the set-up, for this channel and this collection', async () => {
    const context = answerContext({ mayManage: true });
    const answer = await answerScreen(FOLLOW, context);
    expect(renderAnswer(answer).text).toContain('**New alert in <#300000000000000001>**\nSales · Punks');
    expect(renderAnswer(answer).buttons).toEqual([
      'Confirm',
      'Edit filter',
      'Traits & wallets',
      'Exclude',
      'Pings',
      'Name & end time',
      'Cancel',
    ]);
    expect(await context.services.store.subscriptionsOf(context.guildId)).toEqual([]);
    expectAccepted(answer);
  });

  it('refers everybody else to an admin', async () => {
    const answer = await answerScreen(FOLLOW, answerContext());
    expect(renderAnswer(answer).text).toContain('Only alert managers can post');
    expect(answer.components ?? []).toEqual([]);
  });

  it('says what the bot lacks in the channel before anything is pressed', async () => {
    const lacking = answerContext({ mayManage: true, known: { missing: ['Embed Links'] } });
    await expect(answerScreen(FOLLOW, lacking)).rejects.toThrow('Give me “Embed Links” there');
  });

  const plain: readonly Partial<FilterValues>[] = [
    {},
    { collection: 'whitelisted' },
    { collection: [PUNKS] },
  ];
  it.each(plain)('says so where the channel gets all its sales already (%o)', async (filter) => {
    const context = answerContext({ mayManage: true });
    const { guildId, channelId, services } = context;
    await services.subscriptions.add(
      newSubscription(channelId, { guildId, filter: { ...MATCH_ALL, ...filter } }),
    );
    const answer = await answerScreen(FOLLOW, context);
    expect(renderAnswer(answer).text).toContain('already gets **Punks** sales');
  });

  const others: readonly Partial<FilterValues>[] = [
    { rank: 5 },
    { wallets: [address(1)] },
    { collection: [address(0xc1)] },
  ];
  it.each(others)('continues where it gets only some of them, or others (%o)', async (filter) => {
    const context = answerContext({ mayManage: true });
    const { guildId, channelId, services } = context;
    await services.subscriptions.add(
      newSubscription(channelId, { guildId, filter: { ...MATCH_ALL, ...filter } }),
    );
    expect(renderAnswer(await answerScreen(FOLLOW, context)).buttons).toContain('Confirm');
  });
});
