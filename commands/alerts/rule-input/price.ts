import { readPrice as readAmount } from '#src/alerts/filters/amounts.ts';
import { strong } from '#src/alerts/filters/filter.ts';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { OptionInput } from '#src/discord/refusal.ts';
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
