import { createHash } from 'node:crypto';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { LAGGING, LOSING_ACCESS, NO_ANSWERS } from './servers.ts';
import type { CrashWorld } from './world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** A little longer than the bot retries with the same nonce. */
const NO_ANSWERS_MS = 61_000;
const LAG = { beforeMs: 300, afterMs: 1_500 };
const ACCESS_LOST_MS = 7_000;

type Request = Parameters<
  NonNullable<NonNullable<Parameters<CrashWorld['discord']['faults']['add']>[1]>['where']>
>[0];

function nonceOf({ body }: Request): string {
  const nonce = typeof body === 'object' && body !== null && 'nonce' in body ? body.nonce : null;
  return String(nonce);
}

/** Some messages are posted and others refused, and for a minute no valid response reaches the bot. */
function dropAnswers({ discord, channels, made, watchers }: CrashWorld): () => void {
  const firstAsked = new Map<string, number>();
  const deaf = new Set([...channels(NO_ANSWERS), ...made.recapChannelIds.slice(1)]);
  const isTaken = (nonce: string) => (createHash('sha256').update(nonce).digest()[0] ?? 0) % 2 === 0;
  const where = (taken: boolean) => (request: Request) => {
    const { channelId = '' } = request.params;
    if (!deaf.has(channelId) && !watchers.isDeaf(channelId)) return false;
    const nonce = nonceOf(request);
    const since = firstAsked.get(nonce) ?? Date.now();
    firstAsked.set(nonce, since);
    return isTaken(nonce) === taken && Date.now() - since < NO_ANSWERS_MS;
  };
  const ends = [
    discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, where: where(true) }),
    discord.faults.add({ do: 'answer', status: 502, body: '<html>' }, { ...POSTING, where: where(false) }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function delayAnswers({ discord, channels }: CrashWorld): () => void {
  const lagging = new Set(channels(LAGGING));
  return discord.faults.add(
    { do: 'delay', ...LAG },
    { ...POSTING, where: ({ params }) => lagging.has(params['channelId'] ?? '') },
  );
}

/** Alternately removes and restores the bot's access to a channel. */
function toggleAccess({ discord, scenario, channels }: CrashWorld): () => void {
  let taken = false;
  const take = (wanted: boolean) => {
    taken = wanted;
    for (const channelId of channels(LOSING_ACCESS)) {
      if (!wanted) discord.removeOverwrite(channelId, scenario.botId);
      else {
        const deny = PermissionFlagsBits.SendMessages;
        discord.setOverwrite(channelId, { id: scenario.botId, type: 'member', deny });
      }
    }
  };
  const timer = setInterval(() => take(!taken), ACCESS_LOST_MS);
  return () => {
    clearInterval(timer);
    if (taken) take(false);
  };
}

/** Injects the permanent faults. Returns a function that removes them. */
export function injectFaults(world: CrashWorld): () => void {
  const ends = [dropAnswers(world), delayAnswers(world), toggleAccess(world)];
  return () => {
    for (const end of ends) end();
  };
}
