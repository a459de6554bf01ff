import { setTimeout as delay } from 'node:timers/promises';
import { WAITING } from './servers.ts';
import type { CrashWorld } from './world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/**
 * The bot asks with the same nonce 29, 44 and perhaps 59 s after the first time; whoever makes it wait from now on for as long again
 * makes it wait too long for that.
 */
const LOST_FOR_MS = 38_000;
const PATIENCE_MS = 60_000;

/**
 * Lets Discord take a message and no answer to it arrive for a while. Resolves when that is over.
 * @throws Error when no message comes
 */
export async function loseAnswers(world: CrashWorld): Promise<void> {
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
  const late = setTimeout(
    () => asked.reject(new Error('No message came whose answer to lose.')),
    PATIENCE_MS,
  );
  await asked.promise.finally(() => clearTimeout(late));
  await delay(LOST_FOR_MS);
  end();
}
