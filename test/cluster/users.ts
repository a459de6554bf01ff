import { setTimeout as delay } from 'node:timers/promises';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';

/** Commands that users ran, and those without an answer within Discord's three seconds. */
export interface AskedCommands {
  readonly asked: number;
  readonly missed: number;
}

const COMMANDS = ['help', 'status', 'alerts list'] as const;
/** Between two commands in one server. */
const INTERVAL_MS = { from: 3_000, to: 7_000 };

/** Lets a user of each server run commands all the while, until the signal aborts. */
export async function runCommands(
  discord: LocalDiscord,
  users: readonly { readonly userId: string; readonly channelId: string }[],
  { random, signal }: { readonly random: Random; readonly signal: AbortSignal },
): Promise<AskedCommands> {
  let asked = 0;
  let missed = 0;

  async function runIn(identity: { readonly userId: string; readonly channelId: string }): Promise<void> {
    const user = discord.person(identity);
    while (!signal.aborted) {
      await delay(random.between(INTERVAL_MS.from, INTERVAL_MS.to), undefined, { signal }).catch(
        () => undefined,
      );
      if (signal.aborted) return;
      const { outcome } = await user.command(pick(random, COMMANDS));
      asked += 1;
      if (outcome === 'did-not-respond') missed += 1;
    }
  }

  await Promise.all(users.map(runIn));
  return { asked, missed };
}
