import { describe, expect, it } from 'vitest';
import { channelButtons } from '#commands/alerts/channel-buttons.ts';
import { answerContext } from '../../discord/answers/answer-context.ts';
import { fullAccess } from '../../discord/full-access.ts';

const HERE = '300000000000000001';
const [FIRST, SECOND] = ['300000000000000002', '300000000000000003'];

/** Labels of the buttons, and the custom ids of those that lead to a log, of a member who writes in these channels. */
async function buttonsFor(channelIds: readonly string[], writes: readonly string[]) {
  const context = {
    ...answerContext({ mayManage: true }),
    channelId: HERE,
    memberAccess: {
      ...fullAccess,
      accessTo: async (channelId: string) =>
        writes.includes(channelId) ? ('writes' as const) : ('reads' as const),
    },
  };
  const buttons = await channelButtons(
    channelIds.map((channelId) => ({ channelId })),
    context,
  );
  return buttons.map((one) => ('custom_id' in one ? one.custom_id.split('.').slice(1).join(' ') : ''));
}

const [nearMisses, logOf] = [
  (channelId: string) => `why-near 100000000000000001 ${channelId}`,
  (channelId: string) => `alerts-log 100000000000000001 ${channelId}:1`,
];

describe('the buttons to the log and the near misses', () => {
  it('lead to the channel of the screen if it has alerts', async () => {
    expect(await buttonsFor([FIRST, HERE, HERE], [FIRST, HERE])).toEqual([nearMisses(HERE), logOf(HERE)]);
  });

  it('lead to the log of the first channel with alerts otherwise', async () => {
    expect(await buttonsFor([FIRST, SECOND], [FIRST, SECOND, HERE])).toEqual([logOf(FIRST)]);
  });

  it('lead to no channel in which the member may not open it', async () => {
    expect(await buttonsFor([FIRST, SECOND], [SECOND])).toEqual([logOf(SECOND)]);
    expect(await buttonsFor([HERE, FIRST], [FIRST])).toEqual([logOf(FIRST)]);
    expect(await buttonsFor([FIRST], [HERE])).toEqual([]);
    expect(await buttonsFor([], [HERE])).toEqual([]);
  });
});
