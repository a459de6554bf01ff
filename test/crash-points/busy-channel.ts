import { setTimeout as delay } from 'node:timers/promises';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { BotChild } from '../support/bot-child.ts';
import { BUSY_CHANNELS } from './servers.ts';
import type { CrashWorld } from './world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/**
 * Longer than the bot retries with the same nonce, so that it has to search the channel, and longer than its tolerance for
 * clocks, so that messages written after it are later by any clock.
 */
const DOWN_MS = 65_000;
/** The number of messages written while the bot is down. */
const LATER_MESSAGES = 2_500;
const AT_ONCE = 10;
/** Far longer than on an idle machine: all that was due before is posted first. */
const TIMEOUT_MS = 600_000;

/** Writes messages as another bot, without rate limits. */
async function writeMessages({ discord, scenario }: CrashWorld, channelId: string): Promise<void> {
  const guildId = scenario.channels.find(({ id }) => id === channelId)?.guildId ?? '';
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
 * Kills the bot while it waits for the responses to one message in each of two channels, of which Discord posts the first
 * only, and writes thousands of messages while the bot is down.
 * @throws Error when the bot sends no such messages
 */
export async function killInBusyChannels(world: CrashWorld, bot: BotChild): Promise<void> {
  const { discord, marketplace } = world;
  const [taken = '', refused = ''] = world.channels(BUSY_CHANNELS);
  const asked = new Set<string>();
  const arrived = Promise.withResolvers<void>();
  const faultFor = (channelId: string) => ({
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
    discord.faults.add({ do: 'process-then-reset' }, faultFor(taken)),
    discord.faults.add({ do: 'reset' }, faultFor(refused)),
  ];
  marketplace.cause.sale({ collection: marketplace.collections()[0]?.address });
  const late = setTimeout(() => arrived.reject(new Error('No message came to the chats.')), TIMEOUT_MS);
  await arrived.promise.finally(() => clearTimeout(late));
  bot.kill('SIGKILL');
  await bot.exit;
  for (const end of ends) end();
  await delay(DOWN_MS);
  const { enabled } = discord.rateLimits;
  discord.rateLimits.enabled = false;
  await writeMessages(world, taken);
  await writeMessages(world, refused);
  discord.rateLimits.enabled = enabled;
}
