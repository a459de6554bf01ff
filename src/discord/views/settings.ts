import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { LANGUAGE_NAMES } from '#src/messages/languages.ts';
import type { ViewContext } from './context.ts';
import { amountText } from './price.ts';

/** Samples that show grouping, decimals and shortening. */
const NUMBER = 1_234_567.89;
const COINS = 123_456n;

/**
 * Formats a colour: `#2ecc71`.
 * @param colour 0 to 0xffffff
 */
export const colourText = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;

function coloursText({
  settings: { colours },
  messages: { serverSettings: words, topics },
}: ViewContext): string {
  const chosen = TOPICS.flatMap((topic) => {
    const colour = colours[topic];
    return colour === undefined ? [] : [`${topics.plural[topic]} ${colourText(colour)}`];
  });
  return chosen.length === 0 ? words.defaultColours : words.colours(chosen.join(', '));
}

/**
 * Formats the settings of a server, one per line, with examples.
 * @param now epoch ms
 */
export function settingsText(now: number, context: ViewContext): string {
  const { settings, currency, messages } = context;
  const { timeZone, language, currencyDisplay, defaultChannelId, managerRoleId } = settings;
  const { serverSettings: words } = messages;
  return [
    words.title,
    words.timeZone(timeZone, messages.writer.dateTime(now, timeZone)),
    messages.language.shown(LANGUAGE_NAMES[language], messages.writer.number(NUMBER)),
    words.amounts(
      words.currencyDisplays[currencyDisplay],
      amountText(COINS * 10n ** BigInt(currency.decimals), context),
    ),
    coloursText(context),
    defaultChannelId === null ? words.noDefaultChannel : words.defaultChannel(`<#${defaultChannelId}>`),
    managerRoleId === null ? words.manageServer : words.manageServerOrRole(`<@&${managerRoleId}>`),
  ].join('\n');
}
