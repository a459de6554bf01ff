import { setTimeout as delay } from 'node:timers/promises';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';

/** Something that goes wrong for a while. Returns what ends it. */
type Trouble = readonly [name: string, begin: () => () => void];

const LONGEST_MS = 12_000;
const SHORTEST_MS = 3_000;

/** The share of requests that meets a trouble of Discord: some channels are spared, others meet it again and again. */
const SHARE = 0.5;

type DiscordFault = Parameters<LocalDiscord['faults']['add']>[0];
type MarketFault = Parameters<EmbeddedMarketplace['faults']['set']>[0];

/** All of them answer late by less than the bot waits: what comes even later may be told twice (`docs/delivery.md`). */
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

/** Everything of which nothing is hidden for good: a gap is told in the log, and nothing else can be done about it. */
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

function discordTroubles(discord: LocalDiscord, random: Random): readonly Trouble[] {
  const onRequests = ON_REQUESTS.map(
    ([name, action]): Trouble => [
      `Discord ${name}`,
      () =>
        discord.faults.add(action, {
          route: /^\/channels\/\d+\/messages/,
          where: () => random.chance(SHARE),
        }),
    ],
  );
  const once = (name: string, begin: () => void): Trouble => [
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

function marketTroubles(marketplace: EmbeddedMarketplace, random: Random): readonly Trouble[] {
  return ON_ANSWERS.map(
    ([name, spec]): Trouble => [
      `The marketplace ${name}`,
      () => {
        marketplace.faults.set({ ...spec, seed: random.between(1, 1_000_000) });
        return () => marketplace.faults.clear();
      },
    ],
  );
}

/** One trouble after the other, with pauses, until the signal aborts. All troubles come before one comes again. */
async function inTurn(
  troubles: readonly Trouble[],
  random: Random,
  tell: (name: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const rest = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  let left: readonly Trouble[] = [];
  while (!signal.aborted) {
    await rest(random.between(SHORTEST_MS, LONGEST_MS) / 2);
    if (signal.aborted) return;
    if (left.length === 0) left = troubles;
    const trouble = pick(random, left);
    left = left.filter((other) => other !== trouble);
    const [name, begin] = trouble;
    tell(name);
    const end = begin();
    await rest(random.between(SHORTEST_MS, LONGEST_MS));
    end();
  }
}

/** Makes both sides fail, each in its own turn, until the signal aborts. Resolves to how often each trouble came. */
export async function makeTroubles(
  world: { readonly discord: LocalDiscord; readonly marketplace: EmbeddedMarketplace },
  randomOf: (what: string) => Random,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number> = {};
  const tell = (name: string) => {
    times[name] = (times[name] ?? 0) + 1;
  };
  const [ofDiscord, ofMarket] = [randomOf('discord'), randomOf('marketplace')];
  await Promise.all([
    inTurn(discordTroubles(world.discord, ofDiscord), ofDiscord, tell, signal),
    inTurn(marketTroubles(world.marketplace, ofMarket), ofMarket, tell, signal),
  ]);
  return times;
}
