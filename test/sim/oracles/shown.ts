import { marksIn } from '../template-plans.ts';
import type { TemplateChange } from '../world/templates.ts';
import { type Oracle, wordsFor } from './context.ts';

const COIN = 10n ** 18n;
/** The poll that brings the price, and the edit. */
const EDIT_MS = 60_000;
/** A message that Discord never takes an edit of is given up after three minutes of answers with 500, and others wait until then. */
const EDIT_AFTER_POISONED_MS = 5 * 60_000;

/** Whether a message with this text has room for a price: not where a template has other words there. */
function hasPrice(text: string, templates: readonly TemplateChange[]): boolean {
  const [mark] = marksIn(text);
  const template = templates.find((one) => one.mark === mark && mark !== undefined)?.template;
  const words = [template?.title ?? '', template?.text ?? ''].join(' ');
  return words === ' ' || /\{price[|}]/.test(words);
}

/**
 * A message about one sale shows its price in the end, also when that was reported later. The bot does not know the id
 * of a message that an admin marked as posted, so it cannot edit it.
 */
export const shown: Oracle = ({ channels, eventOf, isBelowFirstPage, observation }) => {
  const { leaps, endedAt, poisoned } = observation;
  const editMs = EDIT_MS + poisoned.size * EDIT_AFTER_POISONED_MS;
  const known = channels.filter(({ channel }) => !observation.markedAsPosted.has(channel.id));
  return known.flatMap(({ channel, posted }) =>
    posted.alone.flatMap(({ number, text }) => {
      const event = eventOf(number);
      const { kind, shownAt, pricedAt, price } = event;
      const mayBeGivenUp = leaps.some(({ from, to }) => from <= pricedAt + editMs && to >= shownAt);
      const isExpected =
        kind === 'sale' && pricedAt > shownAt && pricedAt + editMs < endedAt && !mayBeGivenUp;
      return !isExpected ||
        poisoned.has(number) ||
        isBelowFirstPage(event, pricedAt) ||
        !hasPrice(text, observation.templates) ||
        text.includes(`${price / COIN} S`)
        ? []
        : [`${channel.name}: the message about ${wordsFor(event)} never shows its price`];
    }),
  );
};
