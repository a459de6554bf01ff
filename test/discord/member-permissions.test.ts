import { describe, expect, it } from 'vitest';
import { requireChangeAccess, requireTargetChannel } from '#src/discord/access/member-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { answerContext } from './answers/answer-context.ts';
import { fullAccess } from './full-access.ts';

const CHANNEL = '300000000000000001';
const [OPEN, CLOSED, CHANNELS, DELETED] = [
  '600000000000000001',
  '600000000000000002',
  '600000000000000003',
  '600000000000000004',
];

/** The member may not mention `CHANNELS`, the bot may not mention `CLOSED`, and `DELETED` is no role of the server. */
async function context(): Promise<AnswerContext> {
  const base = answerContext({
    mayManage: true,
    known: {
      serverDirectory: {
        mayPing: (_channelId, roleId) => roleId !== CLOSED && roleId !== DELETED,
        role: (_guildId, id) => (id === DELETED ? null : { id, name: id }),
      },
    },
  });
  const ping = { roleId: CHANNELS, minimum: null, coolDownMinutes: 0 };
  const { settings } = base.services;
  await settings.saveChannel(base.guildId, CHANNEL, { ...settings.channel(CHANNEL), ping });
  return {
    ...base,
    memberAccess: { ...fullAccess, mayMention: (_channelId, roleId) => roleId === OPEN || roleId === CLOSED },
  };
}

const checks = {
  'a new alert': async (roles: readonly string[]) =>
    requireTargetChannel(CHANNEL, [{ pingRoles: [OPEN] }, { pingRoles: roles }], await context()),
  'a changed alert': async (roles: readonly string[]) =>
    requireChangeAccess(CHANNEL, { pingRoles: roles }, await context()),
};

describe.each(Object.entries(checks))('the ping roles of %s', (_name, check) => {
  it('are accepted where bot and member may mention them, whatever the channel’s role', async () => {
    await expect(check([OPEN])).resolves.toBeUndefined();
  });

  it('are refused where the bot may not mention them', async () => {
    await expect(check([OPEN, CLOSED])).rejects.toThrow(`I can’t ping <@&${CLOSED}>`);
  });

  it('are refused where the member may not mention them, the channel’s role included', async () => {
    await expect(check([OPEN, CHANNELS])).rejects.toThrow(`You can’t ping <@&${CHANNELS}>`);
    await expect(check([])).rejects.toThrow(`You can’t ping <@&${CHANNELS}>`);
  });

  it('may be deleted ones, in whose place the channel’s role is pinged where no other is left', async () => {
    await expect(check([OPEN, DELETED])).resolves.toBeUndefined();
    await expect(check([DELETED])).rejects.toThrow(`You can’t ping <@&${CHANNELS}>`);
  });

  it('@everyone can’t be pinged', async () => {
    const { guildId } = await context();
    await expect(check([guildId])).rejects.toThrow('@everyone can’t be pinged');
  });
});

describe('a changed alert that pings a role already', () => {
  it('keeps it, although the bot may not mention it any more', async () => {
    const rule = { pingRoles: [CLOSED] };
    await expect(requireChangeAccess(CHANNEL, rule, await context(), [CLOSED])).resolves.toBeUndefined();
    await expect(requireChangeAccess(CHANNEL, rule, await context(), [OPEN])).rejects.toThrow(
      `I can’t ping <@&${CLOSED}>`,
    );
  });
});
