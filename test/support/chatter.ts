import type { BotWorld } from './bot-world.ts';

/** Concurrent requests; the order of the messages is not defined. */
const CONCURRENCY = 20;

/** Posts `count` messages that are not alerts into the channel. */
export async function postChatter(world: BotWorld, channelId: string, count: number): Promise<void> {
  let written = 0;
  async function write(): Promise<void> {
    while (written < count) {
      written += 1;
      await world.requestAsBot('POST', `/channels/${channelId}/messages`, { content: `chatter ${written}` });
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, write));
}
