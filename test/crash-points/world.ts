import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChannelType } from 'discord-api-types/v10';
import { botEnvironment } from '../../sandbox/demo/bot-environment.ts';
import { createLedgerCheck, type LedgerCheck } from '../../sandbox/demo/ledger-check.ts';
import { createScene, type Scene, subscribe } from '../../sandbox/demo/scene.ts';
import { type LocalDiscord, startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../sandbox/discord/person/options.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { createPoison, type Poison } from './poison.ts';
import { CRASH_SERVERS, LIMITED, NEWS, POISONED, QUIET } from './servers.ts';

/** Both sides, and the bot's settings between them. */
export interface CrashWorld extends AsyncDisposable {
  readonly marketplace: EmbeddedMarketplace;
  readonly discord: LocalDiscord;
  readonly scene: Scene;
  readonly check: LedgerCheck;
  readonly crowd: Crowd;
  readonly poison: Poison;
  /** Where the database is, and its backups. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Ids of the channels whose names fit. */
  channels(name: RegExp): readonly string[];
  /** Sets up what the channels follow, and how they are told, as admins do. A bot must be online. */
  setUp(): Promise<void>;
  /** Lets all be told that is held back, as admins do. A bot must be online. */
  letGo(): Promise<void>;
}

const EVERY_SECOND = '* * * * * *';
/**
 * As strict as the promise that the bot may rely on (`docs/delivery.md`: one minute, and a request lives six seconds), so that
 * it has to read back.
 */
const NONCE_WINDOW_MS = 75_000;
/** A start every two seconds is more than Discord likes. */
const START_OFTEN = { limit: 100, windowMs: 10_000 };
const PATIENT_MS = 25_000;

export async function startCrashWorld(seed: number): Promise<CrashWorld> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-crash-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const marketplace = parts.use(await startMarketplace({ seed, salesPerMinute: 0, startPaused: true }));
  const discord = parts.use(
    await startLocalDiscord({
      nonceWindowMs: NONCE_WINDOW_MS,
      rateLimits: {
        routes: {
          'PUT /applications/:applicationId/commands': START_OFTEN,
          'GET /gateway/bot': START_OFTEN,
          'POST /channels/:channelId/messages/:messageId/crosspost': START_OFTEN,
        },
      },
    }),
  );
  const planned = createScene(discord, marketplace, CRASH_SERVERS);
  const [first] = planned.channels;
  const [anybody] = planned.followings;
  if (first === undefined || anybody === undefined) throw new Error('The scene is empty.');
  const { guildId } = first;
  const news = discord.createChannel({ guildId, name: NEWS, type: ChannelType.GuildAnnouncement });
  const { adminId } = anybody;
  const favourite = marketplace.collections()[0]?.address ?? null;
  const scene: Scene = {
    ...planned,
    channels: [...planned.channels, { id: news.id, guildId, name: `North #${NEWS}` }],
    followings: [
      ...planned.followings,
      { channelId: news.id, adminId, collection: favourite, kinds: ['sale'], filter: {}, options: {} },
    ],
  };
  const channels = (name: RegExp) =>
    scene.channels.filter((channel) => name.test(channel.name)).map(({ id }) => id);

  const crowd = gatherCrowd(discord, marketplace, { applicationId: scene.applicationId, adminId });
  const [poisoned = ''] = channels(POISONED);

  async function tune(channelId: string, options: OptionValues): Promise<void> {
    const person = discord.person({ userId: adminId, channelId, answerWithinMs: PATIENT_MS });
    const { message, outcome } = await person.command('alerts channel', { channel: channelId, ...options });
    const said = message?.content ?? outcome;
    if (!said.startsWith('✅')) throw new Error(`Nothing was changed: ${said}`);
  }
  async function tuneAll(name: RegExp, options: OptionValues): Promise<void> {
    for (const channelId of channels(name)) await tune(channelId, options);
  }

  const owned = parts.move();
  return {
    marketplace,
    discord,
    scene,
    check: createLedgerCheck(discord, marketplace, scene, Date.now),
    crowd,
    poison: createPoison({ discord, marketplace }, poisoned),
    folder,
    environment: {
      ...botEnvironment(discord, marketplace, scene, folder, 'S'),
      POLL_SCHEDULE: EVERY_SECOND,
      NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    },
    channels,
    async setUp() {
      await subscribe(discord, scene);
      await crowd.follow();
      await tune(news.id, { publish: true });
      await tuneAll(LIMITED, { hourly_limit: 3 });
      await tuneAll(QUIET, { quiet_from: '00:00', quiet_to: '23:59' });
    },
    async letGo() {
      await tuneAll(LIMITED, { reset: 'everything' });
      await tuneAll(QUIET, { reset: 'everything' });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
