import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  messageSizeOf,
  type PingSettings,
  type QuietHours,
  SOUNDS,
  type Sound,
} from '#src/alerts/settings.ts';
import type { Currency } from '#src/chain/wei.ts';
import type { ServerDirectory } from '#src/discord/access/server-directory.ts';
import { createProblemCollector, type ProblemCollector } from '#src/discord/problem-collector.ts';
import { isCleared } from '#src/discord/refusal.ts';
import { type Sentence, UserError } from '#src/discord/user-error.ts';
import type { Messages } from '#src/messages/messages.ts';
import { readClockTime, readPrice } from './read-option.ts';
import type { Called } from './rule-input/rule-texts.ts';

/** The typed texts; `null` for omitted options. `-` and an empty text restore the default. */
export interface ChannelTexts {
  readonly pingRole: string | null;
  readonly pingMinimum: string | null;
  readonly pingCoolDown: string | null;
  readonly look: string | null;
  readonly auctions: string | null;
  readonly publish: boolean | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly hourlyLimit: string | null;
  readonly sound: string | null;
  readonly loudFrom: string | null;
  readonly reset: string | null;
}

/** Texts that change nothing. */
export const NO_TEXTS: ChannelTexts = {
  pingRole: null,
  pingMinimum: null,
  pingCoolDown: null,
  look: null,
  auctions: null,
  publish: null,
  quietFrom: null,
  quietTo: null,
  hourlyLimit: null,
  sound: null,
  loudFrom: null,
  reset: null,
};

/** Minutes between two pings. */
export const COOL_DOWN = { option: 'ping_cooldown', min: 0, max: 1_440 } as const;
/** Options for notifications. */
export const SOUND = 'notifications';
export const LOUD_FROM = 'notify_from';
/** Messages an hour. */
export const HOURLY_LIMIT = { option: 'hourly_limit', min: 1, max: 1_000 } as const;

interface ChannelContext {
  readonly guildId: string;
  readonly channelId: string;
  readonly isAnnouncement: boolean;
  readonly serverDirectory: Pick<ServerDirectory, 'mayPing'>;
  readonly currency: Currency;
  readonly messages: Messages;
  /** Returns the name of an option where it was typed. */
  readonly called: Called;
}

function afterReset(present: ChannelSettings, reset: string | null): ChannelSettings {
  const {
    ping,
    size: look,
    auctions,
    publish,
    quiet,
    hourlyLimit,
    sound,
    loudFrom,
    hiddenParts,
  } = DEFAULT_CHANNEL_SETTINGS;
  switch (reset) {
    case 'everything':
      return DEFAULT_CHANNEL_SETTINGS;
    case 'pings':
      return { ...present, ping };
    case 'look':
      return { ...present, size: look, hiddenParts };
    case 'auctions':
      return { ...present, auctions };
    case 'publishing':
      return { ...present, publish };
    case 'quiet hours':
      return { ...present, quiet };
    case 'limit':
      return { ...present, hourlyLimit };
    case 'notifications':
      return { ...present, sound, loudFrom };
    default:
      return present;
  }
}

/** Explains which changes the bot needs to ping the role in the channel. */
export function pingPermissionText(channelId: string, roleId: string): Sentence {
  return ({ permissions }) => permissions.botMayNotPing(`<@&${roleId}>`, `<#${channelId}>`);
}

/** @throws UserError if the text is not a whole number within the bounds */
function readNumber(
  text: string,
  { option, min, max }: { readonly option: string; readonly min: number; readonly max: number },
  { called }: ChannelContext,
): number {
  const digits = text.trim();
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UserError(({ interactions }) => interactions.between(called(option), min, max));
}

const isEmpty = (text: string | null) => text === null || isCleared(text);

function pingRoleOf(texts: ChannelTexts, present: string | undefined, where: ChannelContext): string | null {
  const { pingRole, pingMinimum, pingCoolDown } = texts;
  const roleId = pingRole ?? present ?? null;
  if (roleId === null) {
    const isWanted = !isEmpty(pingMinimum) || (!isEmpty(pingCoolDown) && pingCoolDown !== '0');
    if (!isWanted) return null;
    throw new UserError(({ channelSettings }) => channelSettings.whoIsPinged(where.called('ping_role')));
  }
  if (roleId === where.guildId) throw new UserError(({ channelSettings }) => channelSettings.notEveryone);
  if (pingRole !== null && !where.serverDirectory.mayPing(where.channelId, roleId)) {
    throw new UserError(pingPermissionText(where.channelId, roleId));
  }
  return roleId;
}

function pingOf(
  present: PingSettings | null,
  texts: ChannelTexts,
  where: ChannelContext,
  { read }: ProblemCollector,
): PingSettings | null {
  const { pingRole, pingMinimum, pingCoolDown } = texts;
  if (pingRole === null && pingMinimum === null && pingCoolDown === null) return present;
  const roleId = read(() => pingRoleOf(texts, present?.roleId, where), null);
  const kept = present?.minimum ?? null;
  const minimum = read(() => {
    if (pingMinimum === null) return kept;
    const typed = { option: where.called('ping_minimum'), text: pingMinimum };
    return isCleared(pingMinimum) ? null : readPrice(typed, where.currency);
  }, kept);
  const keptMinutes = present?.coolDownMinutes ?? 0;
  const coolDownMinutes = read(() => {
    if (pingCoolDown === null) return keptMinutes;
    return isCleared(pingCoolDown) ? 0 : readNumber(pingCoolDown, COOL_DOWN, where);
  }, keptMinutes);
  return roleId === null ? null : { roleId, minimum, coolDownMinutes };
}

function quietOf(
  present: QuietHours | null,
  { quietFrom, quietTo }: ChannelTexts,
  { called }: ChannelContext,
  { read }: ProblemCollector,
): QuietHours | null {
  if (quietFrom === null && quietTo === null) return present;
  const given = [quietFrom, quietTo].filter((text) => text !== null);
  if (given.every(isCleared)) return null;
  const names = [called('quiet_from'), called('quiet_to')] as const;
  const timeOf = (text: string | null, option: string, kept: number | undefined) => {
    if (text === null) return kept;
    return isCleared(text) ? undefined : readClockTime({ option, text });
  };
  return read(() => {
    const [from, to] = [
      read(() => timeOf(quietFrom, names[0], present?.from), Number.NaN),
      read(() => timeOf(quietTo, names[1], present?.to), Number.NaN),
    ];
    if (from === undefined || to === undefined) {
      throw new UserError(({ channelSettings }) => channelSettings.bothQuietHours(...names));
    }
    if (from === to) throw new UserError(({ channelSettings }) => channelSettings.sameQuietHours(...names));
    return { from, to };
  }, present);
}

function hourlyLimitOf(
  present: number | null,
  { hourlyLimit }: ChannelTexts,
  where: ChannelContext,
): number | null {
  if (hourlyLimit === null) return present;
  return isCleared(hourlyLimit) ? null : readNumber(hourlyLimit, HOURLY_LIMIT, where);
}

const isSound = (text: string | null): text is Sound => SOUNDS.some((sound) => sound === text);

/** Returns which messages notify people. A minimum price alone chooses `important`. */
function soundOf(
  present: Pick<ChannelSettings, 'sound' | 'loudFrom'>,
  texts: ChannelTexts,
  where: ChannelContext,
): Pick<ChannelSettings, 'sound' | 'loudFrom'> {
  const chosen = isSound(texts.sound) ? texts.sound : null;
  const sound = chosen ?? present.sound;
  if (texts.loudFrom === null) return { sound, loudFrom: sound === 'important' ? present.loudFrom : null };
  if (isCleared(texts.loudFrom)) return { sound, loudFrom: null };
  const price = readPrice({ option: where.called(LOUD_FROM), text: texts.loudFrom }, where.currency);
  if (chosen === null || chosen === 'important') return { sound: 'important', loudFrom: price };
  // The modal also submits the present price with another choice.
  if (price === present.loudFrom) return { sound, loudFrom: null };
  throw new UserError(({ channelSettings }) =>
    channelSettings.onlyImportantHasPrice(where.called(LOUD_FROM), where.called(SOUND)),
  );
}

/**
 * Returns the channel's settings with the given changes.
 * @throws UserError with all problems, each with its option
 */
export function changedChannelSettings(
  present: ChannelSettings,
  texts: ChannelTexts,
  where: ChannelContext,
): ChannelSettings {
  const base = afterReset(present, texts.reset);
  const { look, auctions } = texts;
  const collector = createProblemCollector();
  const changed: ChannelSettings = {
    ping: pingOf(base.ping, texts, where, collector),
    size: messageSizeOf(look) ?? base.size,
    auctions: auctions === 'messages' || auctions === 'card' ? auctions : base.auctions,
    publish: collector.read(() => {
      if (texts.publish !== true || where.isAnnouncement) return texts.publish ?? base.publish;
      throw new UserError(({ channelSettings }) =>
        channelSettings.noAnnouncementChannel(`<#${where.channelId}>`),
      );
    }, base.publish),
    quiet: quietOf(base.quiet, texts, where, collector),
    hourlyLimit: collector.read(() => hourlyLimitOf(base.hourlyLimit, texts, where), base.hourlyLimit),
    hiddenParts: base.hiddenParts,
    ...collector.read(() => soundOf(base, texts, where), { sound: base.sound, loudFrom: base.loudFrom }),
  };
  collector.throwAny(where.messages);
  return changed;
}
