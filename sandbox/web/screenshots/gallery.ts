import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { botEnvironment } from '../../demo/bot-environment.ts';
import { startBot } from '../../demo/bot-process.ts';
import { createScenario, type Scenario, subscribe } from '../../demo/scenario.ts';
import type { RulePlan, ServerPlan } from '../../demo/server-plans.ts';
import { type LocalDiscord, startLocalDiscord } from '../../discord/local-discord.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../marketplace/marketplace.ts';
import { servePage } from '../server.ts';

/** The channels of the gallery, each of which shows alerts in one layout. */
export const LAYOUT_CHANNELS = ['auto', 'normal', 'compact', 'text', 'summary'] as const;

/** A page with a channel for each layout, in which the bot has posted alerts of every kind. Disposing it ends it. */
interface Gallery extends AsyncDisposable {
  readonly url: string;
  /** So many sales at once that the channel `summary` gets a summary. */
  burst(): Promise<void>;
}

const EVERYTHING: RulePlan = {
  of: 'every',
  kinds: [],
  filter: null,
  options: { alerts: 'everything', ending: '5' },
};
const SALES: RulePlan = { of: 'every', kinds: ['sale'], filter: {}, options: {} };
const SERVER: ServerPlan = {
  name: 'Gallery',
  channels: LAYOUT_CHANNELS.map((name) => ({ name, rules: [name === 'summary' ? SALES : EVERYTHING] })),
};

const WITHIN_MS = 180_000;
/** A pause after which the bot, which polls every two seconds, has posted what happened. */
const POSTED_AFTER_MS = 6_000;
const AUCTION_MS = 20_000;
/** Just above five minutes, when its end is announced. */
const LONG_AUCTION_MS = 305_000;
const SETTLES_AFTER_MS = 1_000;
const BURST_SALES = 120;

async function until(reached: () => boolean): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!reached()) {
    if (Date.now() > deadline) throw new Error('The bot is not ready for the gallery.');
    await delay(100);
  }
}

/** Events one after the other, so that each has a message of its own. */
async function causeEveryKind({ cause, collections }: EmbeddedMarketplace): Promise<void> {
  const collection = collections()[0]?.address;
  const auction = (endsInMs: number) =>
    cause.auction({ collection, endsInMs, settlesAfterMs: SETTLES_AFTER_MS })[0]?.auctionId ?? undefined;
  const events: readonly (() => unknown)[] = [
    () => cause.sale({ collection }),
    () => cause.sweep(7, { collection }),
    () => cause.wash(12, { collection }),
    () => cause.listing({ collection, belowFloorPercent: 25 }),
    () => cause.offer({ collection }),
    () => cause.collectionOffer({ collection }),
    () => cause.mint(3),
    () => cause.transfers(2, { collection }),
    () => cause.burn(),
    () => {
      const sold = auction(AUCTION_MS);
      cause.bid({ auction: sold });
      cause.bid({ auction: sold });
      auction(AUCTION_MS);
    },
    () => cause.bid({ auction: auction(LONG_AUCTION_MS) }),
    () => cause.cancelAuction(auction(LONG_AUCTION_MS)),
  ];
  for (const happen of events) {
    happen();
    await delay(POSTED_AFTER_MS);
  }
  await delay(AUCTION_MS);
}

type Layout = (typeof LAYOUT_CHANNELS)[number];

function channelOf({ channels }: Scenario, layout: Layout): string {
  const channel = channels.find(({ name }) => name.endsWith(`#${layout}`));
  if (channel === undefined) throw new Error(`The gallery has no channel ${layout}.`);
  return channel.id;
}

/** Discord refuses the embeds of a channel, for which the bot then posts plain text. */
function refuseEmbeds({ faults }: LocalDiscord, channelId: string): void {
  faults.add(
    { do: 'answer', status: 400, code: 50_035 },
    {
      method: 'POST',
      route: '/channels/:channelId/messages',
      where: ({ params, body }) =>
        params['channelId'] === channelId && JSON.stringify(body).includes('"embeds":[{'),
    },
  );
}

async function chooseLooks(discord: LocalDiscord, scenario: Scenario): Promise<void> {
  const userId = scenario.people[0]?.id ?? '';
  for (const look of ['auto', 'normal', 'compact'] as const) {
    const channelId = channelOf(scenario, look);
    await discord.person({ userId, channelId }).command('alerts channel', { channel: channelId, look });
  }
}

/** Starts everything, and resolves once all alerts are posted, after some two minutes. */
export async function startGallery(seed: number): Promise<Gallery> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-gallery-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const marketplace = parts.use(await startMarketplace({ seed, salesPerMinute: 0, startPaused: true }));
  const discord = parts.use(await startLocalDiscord());
  const scenario = createScenario(discord, marketplace, [SERVER]);
  parts.use(
    startBot({
      environment: botEnvironment(
        discord,
        marketplace,
        scenario,
        `sqlite:${path.join(folder, 'gavel.db')}`,
        'S',
      ),
      onLog: ({ level, msg }) => {
        if (level >= 50) process.stderr.write(`${msg}\n`);
      },
      onRestart: () => undefined,
    }),
  );
  const polls = (): number => marketplace.requests.byPath.get('/api/activities') ?? 0;
  await until(() => discord.commandNames(scenario.applicationId).length > 0 && polls() >= 2);
  const summaryId = channelOf(scenario, 'summary');
  const rulesOf = (isSummary: boolean): Scenario => ({
    ...scenario,
    ruleSetups: scenario.ruleSetups.filter(({ channelId }) => (channelId === summaryId) === isSummary),
  });
  await subscribe(discord, rulesOf(false));
  await chooseLooks(discord, scenario);
  refuseEmbeds(discord, channelOf(scenario, 'text'));
  marketplace.clock.resume();
  await causeEveryKind(marketplace);
  const page = parts.use(
    await servePage({
      port: 0,
      orAnyPort: false,
      discord,
      marketplaceUrl: marketplace.url,
      // Answers to the admin's commands are not visible to the member.
      people: scenario.people.toReversed(),
      landingChannelId: null,
      applicationId: scenario.applicationId,
      panel: null,
      onVisit: () => undefined,
    }),
  );
  const owned = parts.move();
  return {
    url: page.url,
    async burst() {
      await subscribe(discord, rulesOf(true));
      for (let count = 0; count < BURST_SALES; count += 1) marketplace.cause.sale();
      await delay(POSTED_AFTER_MS);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
