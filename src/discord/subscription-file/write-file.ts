import { type ChannelSettings, PLAIN_CHANNEL } from '../../domain/settings.ts';
import type { Rule, Subscription } from '../../domain/subscription.ts';
import type { PersonAccess } from '../person-access.ts';
import type { CommandServices } from '../services.ts';
import { coinsText } from './coins.ts';
import { FILE_FORMAT, FILE_VERSION } from './file-format.ts';

type Services = Pick<CommandServices, 'places' | 'settings' | 'subscriptions' | 'view' | 'now'>;

interface Asking {
  readonly person: PersonAccess;
  readonly services: Services;
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** What is asked for as the file has it; what is not set is left out. */
export function writtenRule({ kinds, filter, endingLead }: Rule, { view }: Pick<Services, 'view'>) {
  const { collections, traits } = filter;
  const price = (amount: bigint | null) => (amount === null ? undefined : coinsText(amount, view.currency));
  return {
    tell: kinds,
    collections:
      collections.type === 'these'
        ? collections.addresses.map((address) => ({ address, name: view.collectionName(address) ?? '' }))
        : collections.type,
    priceFrom: price(filter.priceFrom),
    priceTo: price(filter.priceTo),
    percentBelowFloor: filter.belowFloorPercent ?? undefined,
    rankAtMost: filter.rankAtMost ?? undefined,
    traits: traits === null ? undefined : { mode: traits.mode, values: traits.traits },
    onlyWallets: filter.onlyWallets.length === 0 ? undefined : filter.onlyWallets,
    notWallets: filter.notWallets.length === 0 ? undefined : filter.notWallets,
    unitsFrom: filter.quantityFrom === null ? undefined : String(filter.quantityFrom),
    endingMinutes: kinds.includes('auction_ending') || endingLead !== 10 ? endingLead : undefined,
  };
}

/** The alert as the file has it. */
export function writtenAlert(alert: Subscription, services: Pick<Services, 'view'>) {
  return { ...writtenRule(alert, services), paused: alert.pausedAt === null ? undefined : true };
}

/** How a channel is told, as the file has it. */
export function writtenSettings(settings: ChannelSettings, guildId: string, services: Services) {
  const { ping, look, publish, quiet, hourlyLimit } = settings;
  const minimum = ping?.minimum ?? null;
  return {
    ping:
      ping === null
        ? undefined
        : {
            role: { id: ping.roleId, name: services.places.role(guildId, ping.roleId)?.name ?? '' },
            priceFrom: minimum === null ? undefined : coinsText(minimum, services.view.currency),
            pauseMinutes: ping.coolDownMinutes,
          },
    look,
    publish,
    quiet: quiet === null ? undefined : { from: clock(quiet.from), to: clock(quiet.to) },
    messagesAnHour: hourlyLimit ?? undefined,
  };
}

/** Channels of the server that have alerts or settings of their own. */
async function channelsWithSomething(
  guildId: string,
  subscriptions: readonly Subscription[],
  { person, services: { places, settings } }: Asking,
): Promise<readonly string[]> {
  const found = new Set(subscriptions.map(({ channelId }) => channelId));
  for (const { id } of places.channels(guildId)) {
    if (settings.channel(id) === PLAIN_CHANNEL || found.has(id)) continue;
    if ((await person.standing(id)) !== 'hidden') found.add(id);
  }
  return [...found];
}

/** All alerts of a server, in channels that they see, as a file that `readAlertsFile` reads back. */
export async function writeAlertsFile(guildId: string, asking: Asking): Promise<Buffer> {
  const { services } = asking;
  const { places, settings, view } = services;
  const subscriptions = await services.subscriptions.of(guildId);
  const file = {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    exportedAt: new Date(services.now()).toISOString(),
    server: { id: guildId, name: places.name(guildId) },
    currency: view.currency,
    channels: (await channelsWithSomething(guildId, subscriptions, asking)).map((id) => {
      const chosen = settings.channel(id);
      return {
        id,
        name: places.channel(guildId, id)?.name ?? '',
        settings: chosen === PLAIN_CHANNEL ? undefined : writtenSettings(chosen, guildId, services),
        alerts: subscriptions
          .filter(({ channelId }) => channelId === id)
          .map((one) => writtenAlert(one, services)),
      };
    }),
  };
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
}
