import type { BotWorld } from './bot-world.ts';

/** Requests under way at once: messages come in no order among themselves, as in a chat. */
const AT_ONCE = 20;

/** So many messages that are no alerts are written into the channel. */
export async function chatter(world: BotWorld, channelId: string, count: number): Promise<void> {
  let written = 0;
  async function write(): Promise<void> {
    while (written < count) {
      written += 1;
      await world.asBot('POST', `/channels/${channelId}/messages`, { content: `chatter ${written}` });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, write));
}
