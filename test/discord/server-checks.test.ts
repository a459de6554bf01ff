import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import { createChannelFactsRecorder } from '#src/discord/access/channel-facts.ts';
import { createServerChecks, type ServerChecks } from '#src/discord/access/server-checks.ts';
import type { ChannelFactsStore } from '#src/store/channel-facts.ts';
import { openStore } from '#src/store/open.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { newSubscription } from '../support/build-alert.ts';
import { createOffsetClock } from '../support/offset-clock.ts';
import { silentLog } from '../support/silent-log.ts';
import { connectBot } from './connect-bot.ts';

/** A server whose channel has a rule, with the bot and its checks. */
async function createScene({
  pings = () => [],
  discordAheadMs = 0,
}: {
  readonly pings?: (roleId: string) => readonly string[];
  readonly discordAheadMs?: number;
} = {}) {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startTestWorld());
  const { discord, guildId, channelId, applicationId } = world;
  const clock = createOffsetClock();
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const { id: roleId } = discord.createRole({ guildId, name: 'alerts' });
  await store.addSubscription(newSubscription(channelId, { guildId, pingRoles: pings(roleId) }));
  /** What was written, and when a server was checked. */
  const order: string[] = [];
  let failing = 0;
  const observed: ChannelFactsStore = {
    channelsToCheck: store.channelsToCheck,
    async recordFacts(changes) {
      if (failing > 0) {
        failing -= 1;
        throw new Error('the database does not answer');
      }
      await store.recordFacts(changes);
      for (const { facts } of changes) order.push(`facts: ${facts?.missingPermissions.join() ?? 'unknown'}`);
    },
  };
  let checks: ServerChecks | null = null;
  const bot = parts.use(
    await connectBot(world, undefined, {
      onGuildChange(...change) {
        checks?.noteChange(...change);
      },
    }),
  );
  const discordNow = () => clock.now() + discordAheadMs;
  const reopenedAt: number[] = [];
  const channelAccess = createChannelAccess(bot.guilds, discordNow);
  const serverChecks = parts.use(
    createServerChecks({
      guilds: bot.guilds,
      facts: createChannelFactsRecorder({
        guilds: bot.guilds,
        knows: () => true,
        channelAccess,
        store: observed,
      }),
      reopener: {
        async checkServer() {
          order.push('reopen');
          reopenedAt.push(discordNow());
        },
      },
      tickers: { checkServers: async () => undefined },
      clock: { sleep: async () => undefined },
      discordNow,
      random: () => 0.5,
      log: silentLog,
    }),
  );
  checks = serverChecks;
  const owned = parts.move();
  return {
    ...world,
    store,
    checks: serverChecks,
    roleId,
    order,
    /** The gateway says that the role was deleted. */
    loseRole() {
      bot.guilds.apply('GUILD_ROLE_DELETE', { guild_id: guildId, role_id: roleId });
      serverChecks.noteChange(guildId, 'changed', 'GUILD_ROLE_DELETE');
    },
    discordNow,
    /** Discord’s time of each check of stopped channels. */
    reopenedAt,
    failOnce() {
      failing = 1;
    },
    deny: (bits: bigint) =>
      discord.setOverwrite(channelId, { id: applicationId, type: 'member', deny: bits }),
    async facts() {
      const { facts } = (await store.channelWork(channelId, 1)).target;
      if (facts === null) return null;
      const { checkedAt: _checkedAt, ...others } = facts;
      return others;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const ALLOWED = {
  missingPermissions: [],
  isHistoryReadable: true,
  isPublishing: false,
  isAttachingFiles: true,
  missingRoleIds: [],
};

describe('what the sender reads of a channel', () => {
  it('is recorded once the bot is connected, and not written again as long as it stays so', async () => {
    await using scene = await createScene();
    await scene.checks.checkAll();
    expect(await scene.facts()).toEqual(ALLOWED);
    await scene.checks.checkAll();
    scene.checks.noteRules([scene.guildId]);
    await expect.poll(() => scene.order.filter((one) => one === 'reopen').length).toBeGreaterThan(0);
    expect(scene.order.filter((one) => one.startsWith('facts'))).toEqual(['facts: ']);
  });

  it('follows the permissions, and the channel is resumed only after that', async () => {
    await using scene = await createScene();
    await scene.checks.checkAll();
    await expect.poll(() => scene.order).toEqual(['facts: ', 'reopen']);
    scene.deny(Bits.SendMessages | Bits.ReadMessageHistory);
    await expect
      .poll(scene.facts)
      .toEqual({ ...ALLOWED, missingPermissions: ['Send Messages'], isHistoryReadable: false });
    scene.deny(0n);
    await expect.poll(scene.facts).toEqual(ALLOWED);
    await expect
      .poll(() => scene.order.slice(2))
      .toEqual(['facts: Send Messages', 'reopen', 'facts: ', 'reopen']);
  });

  it('follows a time-out, whose end is by Discord’s clock', async () => {
    await using scene = await createScene({ discordAheadMs: -1_500 });
    await scene.checks.checkAll();
    const until = scene.discordNow() + 1_000;
    scene.discord.timeOutMember(scene.guildId, scene.applicationId, until);
    await expect.poll(scene.facts).not.toEqual(ALLOWED);
    await expect.poll(scene.facts, { timeout: 10_000 }).toEqual(ALLOWED);
    await expect.poll(() => scene.reopenedAt.some((at) => at >= until)).toBe(true);
  });

  it('is recorded later when the database fails, before the channel is resumed', async () => {
    await using scene = await createScene();
    scene.failOnce();
    await scene.checks.checkAll();
    await expect.poll(() => scene.order).toEqual(['facts: ', 'reopen']);
  });

  it('names roles that are gone, also when no rule names them any more', async () => {
    await using scene = await createScene({ pings: (roleId) => [roleId] });
    await scene.checks.checkAll();
    expect(await scene.facts()).toEqual(ALLOWED);
    scene.loseRole();
    await expect.poll(scene.facts).toEqual({ ...ALLOWED, missingRoleIds: [scene.roleId] });
    const [rule] = await scene.store.subscriptionsOf(scene.guildId);
    await scene.store.removeSubscription(scene.guildId, rule?.id ?? 0);
    await scene.checks.checkAll();
    expect(await scene.facts()).toEqual({ ...ALLOWED, missingRoleIds: [scene.roleId] });
  });

  it('is nothing for a channel that was deleted', async () => {
    await using scene = await createScene();
    const { id } = scene.discord.createChannel({ guildId: scene.guildId, name: 'news' });
    await scene.store.addSubscription(newSubscription(id, { guildId: scene.guildId }));
    const factsThere = async () => (await scene.store.channelWork(id, 1)).target.facts;
    await expect
      .poll(async () => {
        await scene.checks.checkAll();
        return factsThere();
      })
      .not.toBeNull();
    scene.discord.deleteChannel(id);
    await expect.poll(factsThere).toBeNull();
  });

  it('says where messages can be published', async () => {
    await using scene = await createScene();
    const { id } = scene.discord.createChannel({
      guildId: scene.guildId,
      name: 'news',
      type: ChannelType.GuildAnnouncement,
    });
    await scene.store.addSubscription(newSubscription(id, { guildId: scene.guildId }));
    await expect
      .poll(async () => {
        await scene.checks.checkAll();
        return (await scene.store.channelWork(id, 1)).target.facts?.isPublishing;
      })
      .toBe(true);
  });
});
