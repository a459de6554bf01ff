import { setTimeout as delay } from 'node:timers/promises';
import { WAITING } from './servers.ts';
import type { CrashWorld } from './world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/**
 * The bot retries with the same nonce 29, 44 and perhaps 59 s after the first try; with a further wait of this length it can
 * no longer rely on the nonce.
 */
const LOST_FOR_MS = 38_000;
/** Far longer than on an idle machine: all that was due before is posted first. */
const TIMEOUT_MS = 600_000;

/**
 * Lets Discord post a message and drops the responses for a while. Resolves after that.
 * @throws Error when the bot sends no message
 */
export async function loseResponses(world: CrashWorld): Promise<void> {
  const { discord, marketplace } = world;
  const [waiting = ''] = world.channels(WAITING);
  const asked = Promise.withResolvers<void>();
  const end = discord.faults.add(
    { do: 'process-then-reset' },
    {
      ...POSTING,
      where({ params }) {
        if (params['channelId'] !== waiting) return false;
        asked.resolve();
        return true;
      },
    },
  );
  marketplace.cause.sale({ collection: marketplace.collections()[0]?.address });
  const late = setTimeout(() => asked.reject(new Error('No message came whose answer to lose.')), TIMEOUT_MS);
  await asked.promise.finally(() => clearTimeout(late));
  await delay(LOST_FOR_MS);
  end();
}
