import { AUCTION_SHOWN_MS } from '../actions.ts';
import type { SimulatedMessage } from '../world/discord/state.ts';
import { BOT_ID } from '../world/discord/state.ts';
import type { MarketAuction } from '../world/market.ts';
import type { Oracle } from './context.ts';

type End = 'sold' | 'unsold' | 'cancelled';
const ENDS: readonly (readonly [End, RegExp])[] = [
  ['sold', /sold at auction/],
  ['unsold', /ended without a bid/],
  ['cancelled', /was cancelled/],
];

const endOf = ({ cancelledAt, bids }: MarketAuction): End =>
  cancelledAt !== null ? 'cancelled' : bids.length > 0 ? 'sold' : 'unsold';

const isAbout = (message: SimulatedMessage, { collection, number }: MarketAuction): boolean =>
  new RegExp(`/auction/${collection}/${number}(?!\\d)`).test(
    JSON.stringify([message.content, message.embeds, message.components]),
  );

/** The ends that a message shows, by its headline. */
function endsIn({ content, embeds }: SimulatedMessage): readonly End[] {
  const headline = [content, ...embeds.map(({ title = '', description = '' }) => `${title} ${description}`)];
  return ENDS.filter(([, words]) => words.test(headline.join(' '))).map(([end]) => end);
}

/** Every auction is announced, its end at most once beside its card, and no message shows another end than it had. */
export const auctions: Oracle = ({ observation, channels }) => {
  const { rules, endedAt } = observation;
  const rule = rules.find(({ plan }) => plan.topics.includes('auctions'));
  const found = channels.find(({ channel }) => channel.id === rule?.channelId);
  const from = rule?.inForceFrom ?? null;
  if (found === undefined || from === null) return [];
  const own = found.channel.messages.filter(({ authorId }) => authorId === BOT_ID);
  return observation.auctions.flatMap((auction) => {
    const overAt = auction.cancelledAt ?? auction.settledAt;
    if (auction.startedAt < from || overAt === null || overAt + AUCTION_SHOWN_MS > endedAt) return [];
    const about = own.filter((message) => isAbout(message, auction));
    const words = `auction ${auction.number}`;
    const [first, ...later] = about;
    // One that was cancelled before a poll saw it is nobody's loss; a bot that was down saw none of it.
    if (first === undefined) return auction.cancelledAt === null ? [`${words} is never announced`] : [];
    const end = endOf(auction);
    const wrong = about.filter(
      (message) => message.embeds.length === 1 && endsIn(message).some((one) => one !== end),
    );
    const ends = later.filter((message) => message.embeds.length === 1 && endsIn(message).includes(end));
    return [
      ...(about.some((message) => endsIn(message).includes(end))
        ? []
        : [`${words} never shows that it was ${end}`]),
      ...(wrong.length > 0 ? [`${words} was ${end}, and a message says otherwise`] : []),
      ...(ends.length > 1 ? [`the end of ${words} was posted ${ends.length} times`] : []),
    ];
  });
};
