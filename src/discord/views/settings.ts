import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import type { CurrencyDisplay, GuildSettings } from '../../domain/settings.ts';
import type { ViewContext } from './context.ts';
import { numberText } from './numbers.ts';
import { amountText } from './price.ts';
import { kindsText } from './rule-words.ts';

/** A number and coins that show grouping, decimals and shortening. */
const NUMBER = 1_234_567.89;
const COINS = 123_456n;

export const DISPLAY_WORDS: Readonly<Record<CurrencyDisplay, string>> = {
  after: 'the symbol after the number',
  before: 'the symbol before the number',
  short: 'large amounts shortened',
};

/** `German (Germany)`; the tag itself where nobody has a name for it. Extensions of the tag (`-u-…`) have none. */
export function languageName(tag: string): string {
  const { baseName } = new Intl.Locale(tag);
  return new Intl.DisplayNames('en', { type: 'language' }).of(baseName) ?? tag;
}

function dateText(at: number, { locale, timeZone }: GuildSettings): string {
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(at);
}

function coloursText({ colours }: GuildSettings): string {
  const chosen = ALERT_KINDS.flatMap((kind) => {
    const colour = colours[kind];
    return colour === undefined ? [] : [`${kindsText([kind])} #${colour.toString(16).padStart(6, '0')}`];
  });
  return chosen.length === 0 ? 'the usual ones' : chosen.join(', ');
}

/**
 * What a server chose, a line each, with examples of what that looks like.
 * @param now epoch ms
 */
export function settingsText(now: number, context: ViewContext): string {
  const { settings, currency } = context;
  const { timeZone, locale, currencyDisplay, defaultChannelId, managerRoleId } = settings;
  return [
    '**Settings of this server**',
    `Time zone: ${timeZone}, where it is ${dateText(now, settings)}`,
    `Language of numbers and dates: ${languageName(locale)}, such as ${numberText(NUMBER, context)}`,
    `Amounts: ${DISPLAY_WORDS[currencyDisplay]}, such as ${amountText(COINS * 10n ** BigInt(currency.decimals), context)}`,
    `Colours: ${coloursText(settings)}`,
    `Channel for new alerts: ${defaultChannelId === null ? 'where `/alerts add` is run' : `<#${defaultChannelId}>`}`,
    `Who may manage alerts: who has “Manage Server”${managerRoleId === null ? '' : ` or the role <@&${managerRoleId}>`}`,
  ].join('\n');
}
