import { setTimeout as delay } from 'node:timers/promises';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';

/** Hundreds of channels that get an alert at once, so that requests wait for their permits. */
export interface LoadServer {
  readonly channelIds: readonly string[];
  /** Whether an offer is high enough for the filter of these channels. @param price wei */
  matches(price: bigint | null): boolean;
  /** Sets up its alerts by importing a file. A bot must be online. */
  setUpAlerts(): Promise<void>;
  /** Causes one offer for all these channels. */
  causeOffer(): void;
  /** Causes offers for this long, faster than Discord accepts the messages. */
  sustain(forMs: number): Promise<void>;
}

/** At 48 requests a second one offer keeps the queue busy for more than six seconds. */
const SIZE = 300;
const OFFER_INTERVAL_MS = 5_000;
const COIN = 10n ** 18n;
/** No other event has such a price. */
const MIN_COINS = 1_000_000n;
const BOT_PERMISSIONS = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.ReadMessageHistory;
const ANSWER_TIMEOUT_MS = 60_000;

export function createLoadServer(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  options: {
    readonly applicationId: string;
    readonly adminId: string;
    /** The number of its channels. */
    readonly size?: number;
  },
): LoadServer {
  const { applicationId, adminId, size = SIZE } = options;
  const guildId = discord.createGuild({ name: 'Crowd', ownerId: adminId }).id;
  discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
  const channelIds = Array.from(
    { length: size },
    (_, number) => discord.createChannel({ guildId, name: `crowd-${number}` }).id,
  );
  const [first = ''] = channelIds;
  const alerts = [{ alerts: ['offer'], collection: 'every', price_from: String(MIN_COINS) }];
  const file = {
    format: 'gavel-alerts',
    version: 1,
    channels: channelIds.map((id) => ({ id, alerts })),
  };

  const causeOffer = () => void marketplace.cause.offer({ price: 2n * MIN_COINS * COIN });

  return {
    channelIds,
    causeOffer,
    matches: (price) => price !== null && price >= MIN_COINS * COIN,
    async setUpAlerts() {
      const admin = discord.person({ userId: adminId, channelId: first, answerWithinMs: ANSWER_TIMEOUT_MS });
      const asked = await admin.command('alerts import', {
        file: { name: 'alerts.json', content: JSON.stringify(file) },
        mode: 'add',
      });
      if (asked.message === null || asked.message.components?.length === 0)
        throw new Error(`The crowd was not asked to confirm: ${asked.message?.content ?? asked.outcome}`);
      const { message, outcome } = await admin.press(asked.message, 'Confirm');
      const said = message?.content ?? outcome;
      if (!said.includes('✅')) throw new Error(`The crowd was not set up: ${said}`);
    },
    async sustain(forMs) {
      const until = Date.now() + forMs;
      while (Date.now() < until) {
        causeOffer();
        await delay(OFFER_INTERVAL_MS);
      }
    },
  };
}
