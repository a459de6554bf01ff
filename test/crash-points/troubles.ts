import { createHash } from 'node:crypto';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { DEAF, LAGGING, TAKEN } from './servers.ts';
import type { CrashWorld } from './world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** A little longer than the bot asks with the same nonce. */
const DEAF_MS = 61_000;
const LAG = { beforeMs: 300, afterMs: 1_500 };
const TAKEN_FOR_MS = 7_000;

type Request = Parameters<
  NonNullable<NonNullable<Parameters<CrashWorld['discord']['faults']['add']>[1]>['where']>
>[0];

function nonceOf({ body }: Request): string {
  const nonce = typeof body === 'object' && body !== null && 'nonce' in body ? body.nonce : null;
  return String(nonce);
}

/** Some messages are taken and others refused, and the bot is told of neither for a minute. */
function makeDeaf({ discord, channels }: CrashWorld): () => void {
  const firstAsked = new Map<string, number>();
  const deaf = new Set(channels(DEAF));
  const isTaken = (nonce: string) => (createHash('sha256').update(nonce).digest()[0] ?? 0) % 2 === 0;
  const where = (taken: boolean) => (request: Request) => {
    if (!deaf.has(request.params['channelId'] ?? '')) return false;
    const nonce = nonceOf(request);
    const since = firstAsked.get(nonce) ?? Date.now();
    firstAsked.set(nonce, since);
    return isTaken(nonce) === taken && Date.now() - since < DEAF_MS;
  };
  const ends = [
    discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, where: where(true) }),
    discord.faults.add({ do: 'answer', status: 502, body: '<html>' }, { ...POSTING, where: where(false) }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function makeLag({ discord, channels }: CrashWorld): () => void {
  const lagging = new Set(channels(LAGGING));
  return discord.faults.add(
    { do: 'delay', ...LAG },
    { ...POSTING, where: ({ params }) => lagging.has(params['channelId'] ?? '') },
  );
}

/** Takes a channel from the bot and gives it back, by turns. */
function takeAway({ discord, scene, channels }: CrashWorld): () => void {
  let taken = false;
  const take = (wanted: boolean) => {
    taken = wanted;
    for (const channelId of channels(TAKEN)) {
      if (!wanted) discord.removeOverwrite(channelId, scene.botId);
      else {
        const deny = PermissionFlagsBits.SendMessages;
        discord.setOverwrite(channelId, { id: scene.botId, type: 'member', deny });
      }
    }
  };
  const turns = setInterval(() => take(!taken), TAKEN_FOR_MS);
  return () => {
    clearInterval(turns);
    if (taken) take(false);
  };
}

/** What goes wrong all the time beside the kills. Returns what ends it. */
export function makeTroubles(world: CrashWorld): () => void {
  const ends = [makeDeaf(world), makeLag(world), takeAway(world)];
  return () => {
    for (const end of ends) end();
  };
}
