import { setTimeout as delay } from 'node:timers/promises';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { BotChild } from '../support/bot-child.ts';
import { CHATS } from './servers.ts';
import type { CrashWorld } from './world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/**
 * Longer than the bot asks with the same nonce, so that it has to look into the channel, and than it takes clocks to differ: what
 * is written then is later by any clock.
 */
const DOWN_MS = 65_000;
/** What is written there while the bot is down. */
const LATER_MESSAGES = 2_500;
const AT_ONCE = 10;
const PATIENCE_MS = 120_000;

/** Others write into a channel, faster than Discord would let them. */
async function chatter({ discord, scene }: CrashWorld, channelId: string): Promise<void> {
  const guildId = scene.channels.find(({ id }) => id === channelId)?.guildId ?? '';
  const { applicationId, token } = discord.createApplication({ name: 'Chatter' });
  discord.installBot({ guildId, applicationId, permissions: Bits.ViewChannel | Bits.SendMessages });
  let left = LATER_MESSAGES;
  async function write(): Promise<void> {
    for (; left > 0; left -= 1) {
      const answer = await fetch(`${discord.apiUrl}/v10/channels/${channelId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content: `chatter ${left}` }),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`Nobody could write in the chat: ${answer.status}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, write));
}

/**
 * Kills the bot while it waits for the answers to one message in each chat, of which Discord takes those of the first and not
 * those of the second, and lets thousands of messages follow while it is down.
 * @throws Error when it does not come to that
 */
export async function killInBusyChats(world: CrashWorld, bot: BotChild): Promise<void> {
  const { discord, marketplace } = world;
  const [taken = '', refused = ''] = world.channels(CHATS);
  const asked = new Set<string>();
  const arrived = Promise.withResolvers<void>();
  const meet = (channelId: string) => ({
    ...POSTING,
    where: ({
      params,
      body,
    }: {
      readonly params: Readonly<Record<string, string>>;
      readonly body: unknown;
    }) => {
      const isAlert = typeof body === 'object' && body !== null && 'nonce' in body;
      if (params['channelId'] !== channelId || !isAlert) return false;
      asked.add(channelId);
      if (asked.size === 2) arrived.resolve();
      return true;
    },
  });
  const ends = [
    discord.faults.add({ do: 'process-then-reset' }, meet(taken)),
    discord.faults.add({ do: 'reset' }, meet(refused)),
  ];
  marketplace.cause.sale({ collection: marketplace.collections()[0]?.address });
  const late = setTimeout(() => arrived.reject(new Error('No message came to the chats.')), PATIENCE_MS);
  await arrived.promise.finally(() => clearTimeout(late));
  bot.kill('SIGKILL');
  await bot.exit;
  for (const end of ends) end();
  await delay(DOWN_MS);
  const { enabled } = discord.rateLimits;
  discord.rateLimits.enabled = false;
  await chatter(world, taken);
  await chatter(world, refused);
  discord.rateLimits.enabled = enabled;
}
