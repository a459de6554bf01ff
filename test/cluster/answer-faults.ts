import { setTimeout as delay } from 'node:timers/promises';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';

/** A temporary fault. `begin` returns a function that ends it. */
type TemporaryFault = readonly [name: string, begin: () => () => void];

const LONGEST_MS = 12_000;
const SHORTEST_MS = 3_000;
/** Between two faults of Discord, and of the marketplace: an auction of which no poll saw the start has no start to be posted. */
const DISCORD_REST_MS = { from: 1_500, to: 6_000 };
const MARKET_REST_MS = { from: 20_000, to: 40_000 };

/** The share of requests with a fault of Discord, so that some succeed. */
const SHARE = 0.5;

type DiscordFault = Parameters<LocalDiscord['faults']['add']>[0];
type MarketFault = Parameters<EmbeddedMarketplace['faults']['set']>[0];

/** Delays are shorter than the bot's timeout: later ones may cause duplicates (`docs/delivery.md`). */
const ON_REQUESTS: readonly (readonly [string, DiscordFault])[] = [
  ['answers 500', { do: 'answer', status: 500 }],
  ['answers 502 in HTML', { do: 'answer', status: 502, body: '<html>Bad gateway</html>' }],
  ['never answers', { do: 'hang' }],
  ['breaks connections', { do: 'reset' }],
  ['posts and never answers', { do: 'process-then-hang' }],
  ['posts and breaks the connection', { do: 'process-then-reset' }],
  ['posts and closes the connection', { do: 'process-then-close' }],
  ['posts and answers 500', { do: 'process-then-answer' }],
  ['is slow', { do: 'delay', beforeMs: 1_500, afterMs: 1_500 }],
  ['limits the channel', { do: 'rate-limit', retryAfterMs: 4_000 }],
  ['limits what it shares', { do: 'rate-limit', scope: 'shared', retryAfterMs: 2_000 }],
  ['limits everything', { do: 'rate-limit', scope: 'global', retryAfterMs: 1_000 }],
  ['limits and does not say for how long', { do: 'rate-limit', retryAfterMs: null }],
];

/** Only faults that hide nothing permanently: a gap in the feed is only logged. */
const ON_ANSWERS: readonly (readonly [string, MarketFault])[] = [
  ['is slow', { latencyMs: { uniform: { from: 300, to: 2_500 } } }],
  ['drops connections', { drop: true, chance: 0.5 }],
  ['is down', { drop: true }],
  ['answers 500', { status: 500 }],
  ['answers 503 in HTML', { status: 503, body: 'cdn html' }],
  ['answers 429', { tooMany: { retryAfter: 2, headers: true }, chance: 0.5 }],
  ['answers what is no JSON', { notJson: true }],
  ['claims to send HTML', { contentType: 'text/html', chance: 0.5 }],
  ['cuts answers off', { truncate: 'cut', chance: 0.5 }],
  ['breaks off in answers', { truncate: 'abort', chance: 0.5 }],
  ['drips', { drip: { bytes: 4_000, everyMs: 20 } }],
  ['shows everything twice', { duplicates: true }],
  ['shows things in any order', { reorder: true }],
  ['shows nonsense as well', { nonsense: true }],
  ['shows things late', { late: { every: 3, byMs: 4_000 } }],
  ['shows an empty feed', { emptyPage: true, chance: 0.5 }],
];

function discordFaults(discord: LocalDiscord, random: Random): readonly TemporaryFault[] {
  const onRequests = ON_REQUESTS.map(
    ([name, action]): TemporaryFault => [
      `Discord ${name}`,
      () =>
        discord.faults.add(action, {
          route: /^\/channels\/\d+\/messages/,
          where: () => random.chance(SHARE),
        }),
    ],
  );
  const once = (name: string, begin: () => void): TemporaryFault => [
    `Discord ${name}`,
    () => {
      begin();
      return () => undefined;
    },
  ];
  return [
    ...onRequests,
    once('cuts the gateway connection', () => discord.gateway.dropAll()),
    once('asks to reconnect', () => discord.gateway.askToReconnect()),
    once('forgets the session', () => {
      discord.gateway.forgetSessions();
      discord.gateway.dropAll(4_000);
    }),
  ];
}

function marketplaceFaults(marketplace: EmbeddedMarketplace, random: Random): readonly TemporaryFault[] {
  return ON_ANSWERS.map(
    ([name, spec]): TemporaryFault => [
      `The marketplace ${name}`,
      () => {
        marketplace.faults.set({ ...spec, seed: random.between(1, 1_000_000) });
        return () => marketplace.faults.clear();
      },
    ],
  );
}

/** Injects the faults one at a time, with pauses, until the signal aborts. Each comes once before one is repeated. */
async function injectSequentially(
  faults: readonly TemporaryFault[],
  {
    random,
    restMs,
  }: { readonly random: Random; readonly restMs: { readonly from: number; readonly to: number } },
  count: (name: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const rest = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  let left: readonly TemporaryFault[] = [];
  while (!signal.aborted) {
    await rest(random.between(restMs.from, restMs.to));
    if (signal.aborted) return;
    if (left.length === 0) left = faults;
    const fault = pick(random, left);
    left = left.filter((other) => other !== fault);
    const [name, begin] = fault;
    count(name);
    const end = begin();
    await rest(random.between(SHORTEST_MS, LONGEST_MS));
    end();
  }
}

/** Lets Discord and the marketplace answer wrongly, late or never until the signal aborts. Resolves to how often each fault came. */
export async function injectAnswerFaults(
  world: { readonly discord: LocalDiscord; readonly marketplace: EmbeddedMarketplace },
  randomOf: (what: string) => Random,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number> = {};
  const count = (name: string) => {
    times[name] = (times[name] ?? 0) + 1;
  };
  const [ofDiscord, ofMarket] = [randomOf('answers of Discord'), randomOf('answers of the marketplace')];
  await Promise.all([
    injectSequentially(
      discordFaults(world.discord, ofDiscord),
      { random: ofDiscord, restMs: DISCORD_REST_MS },
      count,
      signal,
    ),
    injectSequentially(
      marketplaceFaults(world.marketplace, ofMarket),
      { random: ofMarket, restMs: MARKET_REST_MS },
      count,
      signal,
    ),
  ]);
  world.discord.faults.clear();
  world.marketplace.faults.clear();
  return times;
}
