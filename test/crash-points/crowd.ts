import { setTimeout as delay } from 'node:timers/promises';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';

/** Hundreds of channels that all want to be told something at once, so that requests wait for their permits. */
export interface Crowd {
  readonly channelIds: readonly string[];
  /** Whether an offer is so dear that the crowd is told of it. @param price wei */
  wants(price: bigint | null): boolean;
  /** Sets its alerts up, by a file, as an admin with so many channels does. A bot must be online. */
  follow(): Promise<void>;
  /** Lets it want one thing. */
  want(): void;
  /** Lets it want one thing after the other for so long, sooner than Discord takes them. */
  press(forMs: number): Promise<void>;
}

/** At 48 requests a second one offer keeps the queue busy for more than six seconds. */
const SIZE = 300;
const AN_OFFER_EVERY_MS = 5_000;
const COIN = 10n ** 18n;
/** Nothing else that happens is as dear. */
const LEAST_COINS = 1_000_000n;
const BOT_PERMISSIONS = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.ReadMessageHistory;
const PATIENT_MS = 60_000;

export function gatherCrowd(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  people: { readonly applicationId: string; readonly adminId: string },
): Crowd {
  const { applicationId, adminId } = people;
  const guildId = discord.createGuild({ name: 'Crowd', ownerId: adminId }).id;
  discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
  const channelIds = Array.from(
    { length: SIZE },
    (_, number) => discord.createChannel({ guildId, name: `crowd-${number}` }).id,
  );
  const [first = ''] = channelIds;
  const alerts = [{ tell: ['offer'], collections: 'every', priceFrom: String(LEAST_COINS) }];
  const file = {
    format: 'gavel-alerts',
    version: 1,
    channels: channelIds.map((id) => ({ id, alerts })),
  };

  const want = () => void marketplace.cause.offer({ price: 2n * LEAST_COINS * COIN });

  return {
    channelIds,
    want,
    wants: (price) => price !== null && price >= LEAST_COINS * COIN,
    async follow() {
      const admin = discord.person({ userId: adminId, channelId: first, answerWithinMs: PATIENT_MS });
      const asked = await admin.command('alerts import', {
        file: { name: 'alerts.json', content: JSON.stringify(file) },
        mode: 'add',
      });
      if (asked.message === null) throw new Error(`The crowd was not asked to confirm: ${asked.outcome}`);
      const { message, outcome } = await admin.press(asked.message, 'Confirm');
      const said = message?.content ?? outcome;
      if (!said.includes('✅')) throw new Error(`The crowd was not set up: ${said}`);
    },
    async press(forMs) {
      const until = Date.now() + forMs;
      while (Date.now() < until) {
        want();
        await delay(AN_OFFER_EVERY_MS);
      }
    },
  };
}
