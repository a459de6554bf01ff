import { readPrice as readAmount } from '#src/alerts/filters/amounts.ts';
import { strong } from '#src/alerts/filters/filter.ts';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import { type OptionInput, unreadable } from '#src/discord/refusal.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import { UserError } from '#src/discord/user-error.ts';
import { english, type Messages } from '#src/messages/messages.ts';

/**
 * Parses a price in whole coins, exact to the smallest unit: `100`, `0.5 S`, `1,250.75`, `1.5k`, `2m`.
 * @returns wei
 * @throws UserError for an invalid price, and for more decimal places than the currency has
 */
export function readPrice({ option, text }: OptionInput, currency: Currency): Wei {
  const reading = ({ filters: messages }: Messages) =>
    readAmount(text, { option: strong(option), currency, messages });
  const price = reading(english);
  if ('value' in price) return price.value;
  throw new UserError((messages) => {
    const problem = reading(messages);
    return 'problem' in problem ? sentenceText(problem.problem, { settings: DEFAULT_GUILD_SETTINGS }) : '';
  });
}

/**
 * A time of the day: `22:00`, `7:30`, `22`, `22h`, `10 pm`.
 * @returns minutes since midnight
 * @throws UserError
 */
export function readClockTime(typed: OptionInput): number {
  const [, hourText, minuteText = '0', half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|h|uhr)?$/i.exec(typed.text.trim()) ?? [];
  const twelve = /^[ap]m$/i.test(half ?? '');
  const hour = Number(hourText ?? Number.NaN);
  const minute = Number(minuteText);
  const fits = twelve ? hour >= 1 && hour <= 12 : hour >= 0 && hour <= 23;
  if (!fits || minute > 59) throw unreadable(typed, ({ channelSettings }) => channelSettings.writeTime);
  const afternoon = /^pm$/i.test(half ?? '') ? 12 : 0;
  return (twelve ? (hour % 12) + afternoon : hour) * 60 + minute;
}
