import { setImmediate } from 'node:timers/promises';
import { fields } from '#src/alerts/filters/index.ts';
import { extrasOf } from '#src/alerts/rule-extras.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { type SavedTemplate, templatesOf } from '#src/alerts/templates/alert-template.ts';
import type { Address } from '#src/chain/address.ts';
import { coinsText } from '#src/chain/coins.ts';
import type { MemberAccess } from '#src/discord/access/member-access.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { truncate } from '#src/discord/text.ts';
import { yieldEvery } from '#src/discord/yield-every.ts';
import { FILE_FORMAT, FILE_VERSION } from './file-format.ts';

type Services = Pick<CommandServices, 'serverDirectory' | 'settings' | 'store' | 'view' | 'now'>;

/** `/alerts import` reads up to 1 MB; the part before the channels needs some of it. */
const FILE_BYTES = 1_000_000;
/**
 * Maximum length of a collection's name in the file. The name is only for readers; the address identifies the
 * collection.
 */
const NAME_LENGTH = 80;
/** Alerts written before yielding to the event loop. */
const WRITTEN_AT_ONCE = 100;

interface ExportContext {
  readonly memberAccess: MemberAccess;
  readonly services: Services;
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const writtenRole = (
  id: string,
  guildId: string,
  { serverDirectory }: Pick<Services, 'serverDirectory'>,
) => ({
  id,
  name: serverDirectory.role(guildId, id)?.name ?? '',
});

/** Formats a rule for the file, without values that are not set. */
export function writtenRule(
  { guildId, topics, filter, pingRoles, extras }: Rule & { readonly guildId: string },
  { serverDirectory, view }: Pick<Services, 'serverDirectory' | 'view'>,
): Readonly<Record<string, unknown>> {
  const context = {
    currency: view.currency,
    messages: view.messages.filters,
    collectionName: (address: Address) => truncate(view.collectionName(address) ?? '', NAME_LENGTH),
  };
  const { name, endsAt, isOnce } = extrasOf({ extras });
  return {
    alerts: topics,
    ...Object.fromEntries(fields.map((field) => [field.key, field.writeFile(filter, context)])),
    ping_roles:
      pingRoles.length === 0
        ? undefined
        : pingRoles.map((id) => writtenRole(id, guildId, { serverDirectory })),
    name: name ?? undefined,
    ends: endsAt === null ? undefined : new Date(endsAt).toISOString(),
    once: isOnce === true ? true : undefined,
  };
}

/** Formats the templates of a place for the file; nothing without any. */
function writtenTemplates(
  templates: readonly SavedTemplate[],
  place: Pick<SavedTemplate, 'scope' | 'target'>,
): Readonly<Record<string, unknown>> | undefined {
  const own = templatesOf(templates, place);
  if (own.length === 0) return undefined;
  return Object.fromEntries(
    own.map(({ topic, template: { message, title, text } }) => [
      topic,
      { message: message ?? undefined, title: title ?? undefined, text: text ?? undefined },
    ]),
  );
}

/** Formats an alert for the file. @param templates of its server */
export function writtenAlert(
  alert: Subscription,
  templates: readonly SavedTemplate[],
  services: Pick<Services, 'serverDirectory' | 'view'>,
) {
  return {
    ...writtenRule(alert, services),
    templates: writtenTemplates(templates, { scope: 'rule', target: String(alert.id) }),
    paused: alert.pausedAt === null ? undefined : true,
  };
}

/** Formats a channel's settings for the file. */
export function writtenSettings(settings: ChannelSettings, guildId: string, services: Services) {
  const { ping, size: look, auctions, publish, quiet, hourlyLimit, sound, loudFrom, hiddenParts } = settings;
  const minimum = ping?.minimum ?? null;
  return {
    ping:
      ping === null
        ? undefined
        : {
            role: writtenRole(ping.roleId, guildId, services),
            priceFrom: minimum === null ? undefined : coinsText(minimum, services.view.currency),
            pauseMinutes: ping.coolDownMinutes,
          },
    look,
    auctions,
    publish,
    quiet: quiet === null ? undefined : { from: clock(quiet.from), to: clock(quiet.to) },
    messagesAnHour: hourlyLimit ?? undefined,
    notifications: sound,
    notifyFrom: loudFrom === null ? undefined : coinsText(loudFrom, services.view.currency),
    hide: hiddenParts.length === 0 ? undefined : hiddenParts,
  };
}

/** Returns the channels that have templates. */
const channelsOf = (templates: readonly SavedTemplate[]) =>
  templates.flatMap(({ scope, target }) => (scope === 'channel' ? [{ channelId: target }] : []));

/** Returns the channels of the server that have alerts or their own settings. */
async function channelsWithSomething(
  guildId: string,
  known: readonly { readonly channelId: string }[],
  { memberAccess, services: { serverDirectory, settings } }: ExportContext,
): Promise<readonly string[]> {
  const found = new Set(known.map(({ channelId }) => channelId));
  for (const { id } of serverDirectory.channels(guildId)) {
    if (settings.channel(id) === DEFAULT_CHANNEL_SETTINGS || found.has(id)) continue;
    if ((await memberAccess.accessTo(id)) !== 'hidden') found.add(id);
  }
  return [...found];
}

/**
 * Packs channels into files, in order. A channel is never split: with at most the allowed number of alerts it always
 * fits.
 * @param channels each with its size in a file, bytes
 */
function packed<T>(
  channels: readonly { readonly written: T; readonly bytes: number }[],
): readonly (readonly T[])[] {
  const files: T[][] = [[]];
  let room = FILE_BYTES;
  for (const { written, bytes } of channels) {
    if (bytes > room && room < FILE_BYTES) {
      files.push([]);
      room = FILE_BYTES;
    }
    files.at(-1)?.push(written);
    room -= bytes;
  }
  return files;
}

/**
 * Exports all alerts of a server in channels that the member can see, as files that `readAlertsFile` accepts. Uses a
 * single file, or several, each with the alerts of some channels, if it would exceed the size limit for imports.
 */
export async function writeAlertsFiles(
  guildId: string,
  exportContext: ExportContext,
): Promise<readonly Buffer[]> {
  const { services } = exportContext;
  const { serverDirectory, settings, view } = services;
  const subscriptions = await services.store.subscriptionsOf(guildId);
  const templates = await services.store.templates.ofGuild(guildId);
  const pause = yieldEvery(WRITTEN_AT_ONCE);
  const alerts = new Map<string, ReturnType<typeof writtenAlert>[]>();
  for (const one of subscriptions) {
    await pause();
    const before = alerts.get(one.channelId);
    const written = writtenAlert(one, templates, services);
    if (before === undefined) alerts.set(one.channelId, [written]);
    else before.push(written);
  }
  const names = new Map(serverDirectory.channels(guildId).map(({ id, name }) => [id, name]));
  const channels = [];
  for (const id of await channelsWithSomething(
    guildId,
    [...subscriptions, ...channelsOf(templates)],
    exportContext,
  )) {
    const chosen = settings.channel(id);
    const written = {
      id,
      name: names.get(id) ?? '',
      settings: chosen === DEFAULT_CHANNEL_SETTINGS ? undefined : writtenSettings(chosen, guildId, services),
      templates: writtenTemplates(templates, { scope: 'channel', target: id }),
      alerts: alerts.get(id) ?? [],
    };
    channels.push({ written, bytes: Buffer.byteLength(JSON.stringify([[written]], null, 2)) });
    await setImmediate();
  }
  const head = {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    exportedAt: new Date(services.now()).toISOString(),
    server: { id: guildId, name: serverDirectory.name(guildId) },
    currency: view.currency,
    templates: writtenTemplates(templates, { scope: 'server', target: '' }),
  };
  const files: Buffer[] = [];
  for (const part of packed(channels)) {
    await setImmediate();
    files.push(Buffer.from(`${JSON.stringify({ ...head, channels: part }, null, 2)}\n`));
  }
  return files;
}
