import { type Address, parseAddress } from '../../domain/address.ts';
import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import { type ChannelSettings, type PingRule, samePing } from '../../domain/settings.ts';
import type { Rule } from '../../domain/subscription.ts';
import type { Currency, Wei } from '../../domain/wei.ts';
import { pauseEvery } from '../event-loop-pauses.ts';
import type { PersonAccess } from '../person-access.ts';
import { distinctTraits } from '../rule-input/traits.ts';
import type { ServerChannel } from '../server-places.ts';
import type { CommandServices } from '../services.ts';
import { lackText } from '../setup/channel-lack.ts';
import { escapedLine } from '../text.ts';
import { UserError } from '../user-error.ts';
import { coinsIn } from './coins.ts';
import type { AlertsFile, FileAlert, FileChannel, FileSettings } from './file-format.ts';
import type { ImportPlan, PlannedAlert } from './import-plan.ts';

type Services = Pick<CommandServices, 'places' | 'channelAccess' | 'settings' | 'view'>;

/** Who gives the file, and what is known of their server. */
interface Asking {
  readonly person: PersonAccess;
  readonly services: Services;
}

/** What of a file can be done in this server, and what is left out. */
export interface ReadPlan {
  readonly alerts: readonly PlannedAlert[];
  readonly settings: ImportPlan['settings'];
  /** Sentences, one for each channel or role that is left out, and why. */
  readonly leftOut: readonly string[];
  /** Sentences about what may not be meant so. */
  readonly warnings: readonly string[];
  /** Alerts of channels that exist and take none of theirs now: they are not added, and not removed either. */
  readonly untouched: readonly PlannedAlert[];
}

const NAME_LENGTH = 80;
/** Alerts, or channels, that are looked at before others have the event loop. */
const PLANNED_AT_ONCE = 100;
/** More than the chain can hold. */
const LIMIT = 2n ** 256n;

function amount(text: string | undefined, currency: Currency, where: string): Wei | null {
  if (text === undefined) return null;
  const wei = coinsIn(text, currency);
  if (wei === null || wei >= LIMIT) {
    throw new UserError(
      `In ${where}: the amount ${escapedLine(text, NAME_LENGTH)} is more exact or larger than ${currency.symbol} can be. I changed nothing.`,
    );
  }
  return wei;
}

const addresses = (texts: readonly string[]): readonly Address[] =>
  [...new Set(texts)].toSorted().flatMap((text) => parseAddress(text) ?? []);

function ruleIn(alert: FileAlert, currency: Currency, where: string): Rule {
  const { collections: chosen, traits } = alert;
  const priceFrom = amount(alert.priceFrom, currency, where);
  const priceTo = amount(alert.priceTo, currency, where);
  if (priceFrom !== null && priceTo !== null && priceFrom > priceTo) {
    throw new UserError(`In ${where}: **priceFrom** is higher than **priceTo**. I changed nothing.`);
  }
  const onlyWallets = addresses(alert.onlyWallets);
  const notWallets = addresses(alert.notWallets);
  if (onlyWallets.some((wallet) => notWallets.includes(wallet))) {
    throw new UserError(
      `In ${where}: the same wallet stands in **onlyWallets** and **notWallets**. I changed nothing.`,
    );
  }
  return {
    kinds: ALERT_KINDS.filter((kind) => alert.tell.includes(kind)),
    filter: {
      collections:
        typeof chosen === 'string'
          ? { type: chosen }
          : {
              type: 'these',
              addresses: addresses(chosen.map((one) => (typeof one === 'string' ? one : one.address))),
            },
      priceFrom,
      priceTo,
      belowFloorPercent: alert.percentBelowFloor ?? null,
      rankAtMost: alert.rankAtMost ?? null,
      traits: traits === undefined ? null : { mode: traits.mode, traits: distinctTraits(traits.values) },
      onlyWallets,
      notWallets,
      quantityFrom: alert.unitsFrom === undefined ? null : BigInt(alert.unitsFrom),
    },
    endingLead: alert.endingMinutes,
  };
}

function minutes(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** The one thing with this id, else the only one with this name, so that files also move between servers. */
function here<T extends { readonly id: string; readonly name: string }>(
  wanted: { readonly id: string; readonly name: string },
  all: readonly T[],
): T | null {
  const same = all.find(({ id }) => id === wanted.id);
  const named = all.filter(({ name }) => name === wanted.name && name !== '');
  return same ?? (named.length === 1 ? (named[0] ?? null) : null);
}

function absence(
  { name }: { readonly name: string },
  channels: readonly { readonly name: string }[],
): string {
  const several = channels.filter((channel) => channel.name === name).length > 1;
  return several
    ? 'this server has several channels of that name. Rename all but one of them, or write its id into the file.'
    : 'this server has no such channel.';
}

/** The ping that a file asks for. One that the person may not choose leaves the channel's as it is. */
function pingIn(
  { ping }: Pick<FileSettings, 'ping'>,
  guildId: string,
  channelId: string,
  { person, services }: Asking,
): { readonly ping: PingRule | null; readonly leftOut: readonly string[] } {
  if (ping === undefined) return { ping: null, leftOut: [] };
  const { places, settings, view } = services;
  const out = (why: string, instead: PingRule | null) => ({
    ping: instead,
    leftOut: [
      `The ping of “${escapedLine(ping.role.name || ping.role.id, NAME_LENGTH)}” in <#${channelId}>: ${why}.`,
    ],
  });
  const role = here(ping.role, places.roles(guildId));
  if (role === null) return out('this server has no such role', null);
  if (role.id === guildId || !places.mayPing(channelId, role.id)) return out('I may not ping it', null);
  const wanted: PingRule = {
    roleId: role.id,
    minimum: amount(ping.priceFrom, view.currency, `the settings of <#${channelId}>`),
    coolDownMinutes: ping.pauseMinutes,
  };
  const present = settings.channel(channelId).ping;
  if (samePing(wanted, present) || person.mayMention(channelId, role.id))
    return { ping: wanted, leftOut: [] };
  return out('you may not ping it', present);
}

function settingsIn(
  file: FileSettings,
  guildId: string,
  channel: { readonly id: string; readonly isAnnouncement: boolean },
  asking: Asking,
): { readonly settings: ChannelSettings; readonly leftOut: readonly string[] } {
  const { quiet } = file;
  const { ping, leftOut } = pingIn(file, guildId, channel.id, asking);
  return {
    leftOut,
    settings: {
      ping,
      look: file.look,
      publish: file.publish && channel.isAnnouncement,
      quiet: quiet === undefined ? null : { from: minutes(quiet.from), to: minutes(quiet.to) },
      hourlyLimit: file.messagesAnHour ?? null,
    },
  };
}

function calledIn({ id, name }: FileChannel): string {
  return escapedLine(name || id, NAME_LENGTH);
}

/**
 * The channel that an entry is for, among those that the person writes in; the others are as if they were not there.
 * `readOnly` is the id of the one that they only see, which keeps the alerts that it has.
 */
async function channelFor(
  entry: FileChannel,
  channels: readonly ServerChannel[],
  person: PersonAccess,
): Promise<{
  readonly channel: ServerChannel | null;
  readonly leftOut: string;
  readonly readOnly: string | null;
}> {
  const candidates = channels.filter(({ id, name }) => id === entry.id || name === entry.name);
  const open: ServerChannel[] = [];
  const read: ServerChannel[] = [];
  for (const channel of candidates) {
    const standing = await person.standing(channel.id);
    if (standing === 'writes') open.push(channel);
    else if (standing === 'reads') read.push(channel);
  }
  return {
    channel: here(entry, open),
    leftOut: `“${calledIn(entry)}”: ${absence(entry, open)}`,
    readOnly: here(entry, read)?.id ?? null,
  };
}

/**
 * Holds a file against a server: which channels it has, and where the person and the bot may post.
 * @throws UserError where an entry can be taken in no server
 */
export async function planImport(file: AlertsFile, guildId: string, asking: Asking): Promise<ReadPlan> {
  const { person, services } = asking;
  const { places, view } = services;
  const channels = places.channels(guildId);
  const pause = pauseEvery(PLANNED_AT_ONCE);
  const alerts: PlannedAlert[] = [];
  const untouched: PlannedAlert[] = [];
  const settings: ImportPlan['settings'][number][] = [];
  const leftOut: string[] = [];
  for (const entry of file.channels) {
    await pause();
    const called = calledIn(entry);
    const rules: Omit<PlannedAlert, 'channelId'>[] = [];
    for (const [at, alert] of entry.alerts.entries()) {
      await pause();
      const rule = ruleIn(alert, view.currency, `alert ${at + 1} of channel “${called}”`);
      rules.push({ rule, paused: alert.paused });
    }
    const { channel, leftOut: absent, readOnly } = await channelFor(entry, channels, person);
    if (channel === null) {
      leftOut.push(absent);
      if (readOnly !== null) for (const one of rules) untouched.push({ ...one, channelId: readOnly });
      continue;
    }
    const planned = rules.map((one) => ({ ...one, channelId: channel.id }));
    const lack = lackText(channel.id, services);
    if (lack !== null) {
      leftOut.push(lack);
      for (const one of planned) untouched.push(one);
      continue;
    }
    for (const one of planned) alerts.push(one);
    if (entry.settings !== undefined) {
      const told = settingsIn(entry.settings, guildId, channel, asking);
      settings.push({ channelId: channel.id, settings: told.settings });
      leftOut.push(...told.leftOut);
    }
  }
  const symbol = file.currency?.symbol ?? view.currency.symbol;
  const warnings =
    symbol === view.currency.symbol
      ? []
      : [
          `The amounts of this file were in ${escapedLine(symbol, NAME_LENGTH)}; here the same numbers are in ${escapedLine(view.currency.symbol, NAME_LENGTH)}.`,
        ];
  return { alerts, untouched, settings, leftOut, warnings };
}
