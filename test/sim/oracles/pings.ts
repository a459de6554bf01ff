import type { RulePlan } from '../history.ts';
import { BOT_ID, ROLE_ID } from '../world/discord/state.ts';
import { FIRST_FLOOR, type MarketEvent } from '../world/market.ts';
import { type Oracle, type OracleContext, wordsFor } from './context.ts';

/** Whether the rule mentions the role for an event; `maybe` where that depends on what the bot could look up. */
type Pings = 'yes' | 'no' | 'maybe';

const COIN = 10n ** 18n;
/** A hundredth of a coin, by percent. */
const PER_FLOOR = COIN / 10_000n;

function pingsFor(
  { from, belowFloor, rank }: NonNullable<RulePlan['pings']>,
  event: MarketEvent,
  { observation, alertOf }: OracleContext,
): Pings {
  const { price, pricedAt, shownAt, tokenId, coin, bundle, collection } = event;
  const { floors, marketFaults, marketLimits } = observation;
  // Of a sweep or a bundle, other prices and ranks are tested.
  if (coin !== undefined || bundle !== undefined || alertOf(event) !== String(event.number)) return 'maybe';
  if (from !== undefined && price < BigInt(from) * COIN) return 'no';
  // The number of a token is its rank.
  if (rank !== undefined && Number(tokenId) > rank) return 'no';
  if (belowFloor !== undefined) {
    const known = floors.filter((one) => one.collection === collection).map(({ floor }) => floor);
    const highest = Math.max(FIRST_FLOOR, ...known);
    return price >= BigInt(highest) * BigInt(100 - belowFloor) * PER_FLOOR ? 'no' : 'maybe';
  }
  const canLookUp = rank === undefined || marketFaults.length + marketLimits.length === 0;
  return canLookUp && pricedAt <= shownAt ? 'yes' : 'maybe';
}

/**
 * A role is mentioned exactly by messages with an alert for which its condition held, but by no summary. Its channel has
 * no other rule.
 */
export const pings: Oracle = (context) => {
  const { observation, channels, eventOf } = context;
  return observation.rules.flatMap(({ channelId, plan }) => {
    const found = channels.find(({ channel }) => channel.id === channelId);
    const { pings: conditions } = plan;
    if (conditions === undefined || found === undefined) return [];
    const { channel, posted } = found;
    const own = channel.messages.filter(({ authorId }) => authorId === BOT_ID);
    const byMessage = Map.groupBy(posted.named, ({ position }) => position);
    const cards = new Set(
      posted.shown
        .filter(({ embeds }) => embeds.length > 0 && embeds.every(({ numbers }) => numbers.length > 0))
        .map(({ message }) => message.id),
    );
    // Summaries, as an embed or as text, and cards whose embeds somebody left out, which look the same.
    const withoutCards = new Set(
      posted.shown.filter(({ isSummary }) => isSummary).map(({ message }) => message.id),
    );
    return [...byMessage].flatMap(([position, named]) => {
      const message = own[position];
      if (message === undefined) return [];
      const events = named.map(({ number }) => eventOf(number));
      const verdicts = events.map((event) => pingsFor(conditions, event, context));
      const isMentioned = message.firstContent.includes(`<@&${ROLE_ID}>`);
      const words = events.map(wordsFor).join(', ');
      if (withoutCards.has(message.id) && events.length > 1)
        return isMentioned && message.embeds.length > 0
          ? [`${channel.name}: the summary of ${words} mentions the role`]
          : [];
      if (!isMentioned && verdicts.includes('yes'))
        return [`${channel.name}: the message about ${words} does not mention the role`];
      return isMentioned && cards.has(message.id) && verdicts.every((one) => one === 'no')
        ? [`${channel.name}: the message about ${words} mentions the role`]
        : [];
    });
  });
};
