import type { APIEmbed } from 'discord-api-types/v10';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { LANGUAGE_NAMES } from '#src/messages/languages.ts';
import { column } from './columns.ts';
import type { ViewContext } from './context.ts';
import { amountText } from './price.ts';

const COLOUR = 0x3498db;

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
  return chosen.length === 0 ? words.defaultColours : chosen.join(', ');
}

/**
 * Shows the settings of a server in two columns, with examples.
 * @param now epoch ms
 */
export function settingsEmbed(now: number, context: ViewContext): APIEmbed {
  const { settings, currency, messages } = context;
  const { timeZone, language, currencyDisplay, defaultChannelId, managerRoleId } = settings;
  const { serverSettings: words, writer } = messages;
  const example = amountText(COINS * 10n ** BigInt(currency.decimals), context);
  return {
    color: COLOUR,
    fields: [
      column(
        words.formatTitle,
        [
          [words.timeZone, words.timeZoneNow(timeZone, writer.dateTime(now, timeZone))],
          [messages.language.title, messages.language.shown(LANGUAGE_NAMES[language], writer.number(NUMBER))],
          [words.amounts, words.amountsLike(words.currencyDisplays[currencyDisplay], example)],
        ],
        context,
      ),
      column(
        words.alertsTitle,
        [
          [
            words.defaultChannel,
            defaultChannelId === null ? words.noDefaultChannel : `<#${defaultChannelId}>`,
          ],
          [
            words.managers,
            managerRoleId === null ? words.manageServer : words.manageServerOrRole(`<@&${managerRoleId}>`),
          ],
          [words.colours, coloursText(context)],
        ],
        context,
      ),
    ],
  };
}
