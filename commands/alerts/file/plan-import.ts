import { CARD_PARTS, type ChannelSettings, isSamePing, type PingSettings } from '#src/alerts/settings.ts';
import { coinsIn } from '#src/chain/coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { MemberAccess } from '#src/discord/access/member-access.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import type { ServerChannel } from '#src/discord/access/server-directory.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { yieldEvery } from '#src/discord/yield-every.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { AlertsFile, FileAlert, FileChannel, FileSettings } from './file-format.ts';
import type { ImportPlan, PlannedAlert } from './import-plan.ts';

type Services = Pick<CommandServices, 'serverDirectory' | 'channelAccess' | 'settings' | 'view'>;

/** The member who imports the file, and their server. */
interface ImportContext {
  readonly memberAccess: MemberAccess;
  readonly services: Services;
}

/** The entries of a file that can be imported into this server, and those that cannot. */
export interface ReadPlan {
  readonly alerts: readonly PlannedAlert[];
  readonly settings: ImportPlan['settings'];
  readonly templates: ImportPlan['templates'];
  /** A sentence for each omitted channel or role, with the reason. */
  readonly leftOut: readonly string[];
  /** Channels of the file that the server does not have: their alerts need a chosen channel. */
  readonly unmatched: readonly UnmatchedChannel[];
  /** Warning sentences. */
  readonly warnings: readonly string[];
  /** Alerts of existing channels that cannot be changed now. They are neither added nor removed. */
  readonly untouched: readonly PlannedAlert[];
}

/** A channel of the file without a matching channel in this server. */
export interface UnmatchedChannel {
  /** Position in the file, from 0. */
  readonly at: number;
  /** Name in the file. */
  readonly name: string;
}

/** Ids of the chosen channels, by position in the file. */
export type ChosenChannels = ReadonlyMap<number, string>;

/** An omitted ping. */
interface LeftOutPing {
  readonly reason: 'noSuchRole' | 'botMayNotPing' | 'memberMayNotPing';
  /** Name of the role, escaped. */
  readonly name: string;
}

const NAME_LENGTH = 80;
/** Alerts or channels checked before yielding to the event loop. */
const PLANNED_AT_ONCE = 100;
/** Exceeds what the chain can represent. */
const LIMIT = 2n ** 256n;

function amount(text: string | undefined, currency: Currency, channelId: string): Wei | null {
  if (text === undefined) return null;
  const wei = coinsIn(text, currency);
  if (wei === null || wei >= LIMIT) {
    const written = escapeMarkdownLine(text, NAME_LENGTH);
    throw new UserError(({ alertFiles }) =>
      alertFiles.amountNotPossible(alertFiles.placeSettings(`<#${channelId}>`), written, currency.symbol),
    );
  }
  return wei;
}

function minutes(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** Returns the item with this id, else the only one with this name, so that files can be used in another server. */
function here<T extends { readonly id: string; readonly name: string }>(
  wanted: { readonly id: string; readonly name: string },
  all: readonly T[],
): T | null {
  const same = all.find(({ id }) => id === wanted.id);
  const named = all.filter(({ name }) => name === wanted.name && name !== '');
  return same ?? (named.length === 1 ? (named[0] ?? null) : null);
}

function absence(
  entry: FileChannel,
  channels: readonly { readonly name: string }[],
  { alertFiles: words }: Messages,
): string {
  const several = channels.filter((channel) => channel.name === entry.name).length > 1;
  const name = escapeMarkdownLine(entry.name || entry.id, NAME_LENGTH);
  return several ? words.severalChannels(name) : words.noSuchChannel(name);
}

/** Returns the roles that an alert of the file pings, and sentences about omitted ones. */
function rolesIn(
  { roles }: Pick<FileAlert, 'roles'>,
  guildId: string,
  { serverDirectory }: Pick<Services, 'serverDirectory'>,
): { readonly pingRoles: readonly string[]; readonly leftOut: readonly LeftOutPing[] } {
  if (roles.length === 0) return { pingRoles: [], leftOut: [] };
  const pingRoles = new Set<string>();
  const leftOut: LeftOutPing[] = [];
  const all = serverDirectory.roles(guildId);
  for (const wanted of roles) {
    const found = here(wanted, all);
    const name = escapeMarkdownLine(wanted.name || wanted.id, NAME_LENGTH);
    if (found === null) leftOut.push({ reason: 'noSuchRole', name });
    else if (found.id === guildId) leftOut.push({ reason: 'botMayNotPing', name });
    else pingRoles.add(found.id);
  }
  return { pingRoles: [...pingRoles].toSorted(), leftOut };
}

/** Returns the ping that a file requests. If the user may not choose it, the channel's ping stays unchanged. */
function pingIn(
  { ping }: Pick<FileSettings, 'ping'>,
  guildId: string,
  channelId: string,
  { memberAccess, services }: ImportContext,
): { readonly ping: PingSettings | null; readonly leftOut: readonly LeftOutPing[] } {
  if (ping === undefined) return { ping: null, leftOut: [] };
  const { serverDirectory, settings, view } = services;
  const name = escapeMarkdownLine(ping.role.name || ping.role.id, NAME_LENGTH);
  const role = here(ping.role, serverDirectory.roles(guildId));
  if (role === null) return { ping: null, leftOut: [{ reason: 'noSuchRole', name }] };
  if (role.id === guildId || !serverDirectory.mayPing(channelId, role.id)) {
    return { ping: null, leftOut: [{ reason: 'botMayNotPing', name }] };
  }
  const wanted: PingSettings = {
    roleId: role.id,
    minimum: amount(ping.priceFrom, view.currency, channelId),
    coolDownMinutes: ping.pauseMinutes,
  };
  const present = settings.channel(channelId).ping;
  if (isSamePing(wanted, present) || memberAccess.mayMention(channelId, role.id))
    return { ping: wanted, leftOut: [] };
  return { ping: present, leftOut: [{ reason: 'memberMayNotPing', name }] };
}

function settingsIn(
  file: FileSettings,
  guildId: string,
  channel: { readonly id: string; readonly isAnnouncement: boolean },
  context: ImportContext,
): { readonly settings: ChannelSettings; readonly leftOut: readonly LeftOutPing[] } {
  const { quiet } = file;
  const { ping, leftOut } = pingIn(file, guildId, channel.id, context);
  return {
    leftOut,
    settings: {
      ping,
      size: file.look,
      auctions: file.auctions,
      publish: file.publish && channel.isAnnouncement,
      quiet: quiet === undefined ? null : { from: minutes(quiet.from), to: minutes(quiet.to) },
      hourlyLimit: file.messagesAnHour ?? null,
      sound: file.notifications,
      hiddenParts: CARD_PARTS.filter((part) => file.hide.includes(part)),
      loudFrom: amount(file.notifyFrom, context.services.view.currency, channel.id),
    },
  };
}

/**
 * Returns the channel of an entry (or the `chosen` one), if the member may write there; other channels count as
 * unknown. `readOnly` is the id of a channel that the member can only see; its alerts stay unchanged.
 */
async function channelFor(
  entry: FileChannel,
  chosen: string | undefined,
  channels: readonly ServerChannel[],
  memberAccess: MemberAccess,
  messages: Messages,
): Promise<{
  readonly channel: ServerChannel | null;
  readonly leftOut: string;
  readonly readOnly: string | null;
}> {
  const candidates = channels.filter(({ id, name }) =>
    chosen === undefined ? id === entry.id || name === entry.name : id === chosen,
  );
  const open: ServerChannel[] = [];
  const read: ServerChannel[] = [];
  for (const channel of candidates) {
    const accessTo = await memberAccess.accessTo(channel.id);
    if (accessTo === 'writes') open.push(channel);
    else if (accessTo === 'reads') read.push(channel);
  }
  return {
    channel: chosen === undefined ? here(entry, open) : (open[0] ?? null),
    leftOut: absence(entry, open, messages),
    readOnly: here(entry, read)?.id ?? null,
  };
}

/** Collects omitted pings, so that each role and reason is named once, with all its channels. */
function createLeftOutPings({ alertFiles: words, writer }: Messages) {
  const channels = new Map<string, { readonly ping: LeftOutPing; readonly in: Set<string> }>();
  return {
    add(pings: readonly LeftOutPing[], channelId: string): void {
      for (const ping of pings) {
        const key = `${ping.reason} ${ping.name}`;
        const known = channels.get(key) ?? { ping, in: new Set<string>() };
        known.in.add(`<#${channelId}>`);
        channels.set(key, known);
      }
    },
    sentences: () =>
      [...channels.values()].map(({ ping, in: where }) =>
        words[ping.reason](ping.name, writer.list([...where], 'and')),
      ),
  };
}

/**
 * Compares a file with a server: which of its channels exist there, and where the requester and the bot may post.
 * @throws UserError if an entry cannot be imported into any server
 */
export async function planImport(
  file: AlertsFile,
  guildId: string,
  context: ImportContext,
  chosen: ChosenChannels = new Map(),
): Promise<ReadPlan> {
  const { memberAccess, services } = context;
  const { serverDirectory, view } = services;
  const channels = serverDirectory.channels(guildId);
  const pause = yieldEvery(PLANNED_AT_ONCE);
  const alerts: PlannedAlert[] = [];
  const untouched: PlannedAlert[] = [];
  const settings: ImportPlan['settings'][number][] = [];
  const templates: ImportPlan['templates'][number][] = file.templates.map((one) => ({
    scope: 'server',
    target: '',
    ...one,
  }));
  const leftOut = new Set<string>();
  const unmatched: UnmatchedChannel[] = [];
  const pings = createLeftOutPings(view.messages);
  async function alertsFor({ alerts: read }: FileChannel, channelId: string) {
    const planned: PlannedAlert[] = [];
    const missing: LeftOutPing[] = [];
    for (const { rule, roles, paused, templates: own } of read) {
      await pause();
      const { pingRoles, leftOut: notFound } = rolesIn({ roles }, guildId, services);
      planned.push({ channelId, paused, templates: own, rule: { ...rule, pingRoles } });
      missing.push(...notFound);
    }
    return { planned, missing };
  }
  for (const [at, entry] of file.channels.entries()) {
    await pause();
    const {
      channel,
      leftOut: absent,
      readOnly,
    } = await channelFor(entry, chosen.get(at), channels, memberAccess, view.messages);
    if (channel === null) {
      leftOut.add(absent);
      if (entry.alerts.length > 0) unmatched.push({ at, name: entry.name || entry.id });
      if (readOnly !== null) untouched.push(...(await alertsFor(entry, readOnly)).planned);
      continue;
    }
    const { planned, missing: notFound } = await alertsFor(entry, channel.id);
    const missing = missingPermissionsText(channel.id, services);
    if (missing !== null) {
      leftOut.add(missing(view.messages));
      for (const one of planned) untouched.push(one);
      continue;
    }
    for (const one of planned) alerts.push(one);
    pings.add(notFound, channel.id);
    for (const one of entry.templates) templates.push({ scope: 'channel', target: channel.id, ...one });
    if (entry.settings !== undefined) {
      const read = settingsIn(entry.settings, guildId, channel, context);
      settings.push({ channelId: channel.id, settings: read.settings });
      pings.add(read.leftOut, channel.id);
    }
  }
  const symbol = file.currency?.symbol ?? view.currency.symbol;
  const warnings =
    symbol === view.currency.symbol
      ? []
      : [
          view.messages.alertFiles.otherCoin(
            escapeMarkdownLine(symbol, NAME_LENGTH),
            escapeMarkdownLine(view.currency.symbol, NAME_LENGTH),
          ),
        ];
  return {
    alerts,
    untouched,
    settings,
    templates,
    leftOut: [...leftOut, ...pings.sentences()],
    unmatched,
    warnings,
  };
}
