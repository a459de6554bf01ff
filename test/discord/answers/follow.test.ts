import { describe, expect, it } from 'vitest';
import { answerFollow, answerFollowHere } from '../../../src/discord/answers/follow.ts';
import { address } from '../../support/build-activity.ts';
import { asking, expectTaken, placeBehind, shown } from './answering.ts';

const PUNKS = address(0xc0);
const FOLLOW = { at: 'follow', collection: PUNKS } as const;
const HERE = { at: 'follow-here', collection: PUNKS } as const;

describe('asking what following a collection would do', () => {
  it('offers it to who may manage the server', async () => {
    const answer = await answerFollow(FOLLOW, asking({ mayManage: true }));
    expect(shown(answer).text).toContain('I will post every sale of **Punks** in <#300000000000000001>');
    expect(placeBehind(answer, 'Follow in this channel')).toEqual(HERE);
    expectTaken(answer);
  });

  it('tells everybody else whom to ask', async () => {
    const answer = await answerFollow(FOLLOW, asking());
    expect(shown(answer).text).toContain('Ask somebody who may manage this server');
    expect(answer.components ?? []).toEqual([]);
  });

  it('says what the bot lacks in the channel before anything is pressed', async () => {
    const answer = await answerFollow(
      FOLLOW,
      asking({ mayManage: true, known: { missing: ['Embed Links'] } }),
    );
    expect(shown(answer).text).toContain('Give me “Embed Links” there');
    expect(answer.components ?? []).toEqual([]);
  });

  it.each([PUNKS, null])('says so where the channel follows it already (rule for %s)', async (collection) => {
    const context = asking({ mayManage: true });
    await context.services.subscriptions.add({
      guildId: context.guildId,
      channelId: context.channelId,
      kinds: ['sale'],
      collection,
      createdBy: context.asker,
      createdAt: 0,
    });
    const answer = await answerFollow(FOLLOW, context);
    expect(shown(answer).text).toContain('follows the sales of **Punks** already');
  });
});

describe('following a collection here', () => {
  it('is done once, for who may manage the server', async () => {
    const context = asking({ mayManage: true });
    const first = await answerFollowHere(HERE, context);
    const second = await answerFollowHere(HERE, context);
    expect(first.content).toBe('<#300000000000000001> now follows sales of Punks (subscription #1).');
    expect(second.content).toBe('<#300000000000000001> already follows sales of Punks (subscription #1).');
    expect(await context.services.subscriptions.of(context.guildId)).toHaveLength(1);
  });

  it('is refused to everybody else, and where the bot may not post', async () => {
    const member = asking();
    const mute = asking({ mayManage: true, known: { missing: ['Send Messages'] } });
    await expect(answerFollowHere(HERE, member)).rejects.toThrow('“Manage Server”');
    await expect(answerFollowHere(HERE, mute)).rejects.toThrow('“Send Messages”');
    expect(await member.services.subscriptions.of(member.guildId)).toEqual([]);
    expect(await mute.services.subscriptions.of(mute.guildId)).toEqual([]);
  });
});
