import type { APIEmbed } from 'discord.js';
import type { Address } from '../../domain/address.ts';
import type { MarketAlert } from '../../domain/alert.ts';
import { escapedLine } from '../text.ts';
import { alertFrame } from './alert-frame.ts';
import { subjectToken } from './alert-subject.ts';
import { auctionFacts } from './auction-story.ts';
import { alertColour } from './colours.ts';
import type { ViewContext } from './context.ts';
import { unitsCount } from './embed-fields.ts';
import { momentText } from './moment.ts';
import { collectionName, itemName } from './naming.ts';
import { numberText } from './numbers.ts';
import { offerLines } from './offer.ts';
import { amountText } from './price.ts';
import { storyLines } from './price-story.ts';
import { titleLine } from './title-line.ts';
import { walletText } from './wallet.ts';

/**
 * Room of the line below the title: with a title (256) and the longest footer (about 100), ten such embeds stay within
 * the 6,000 characters that Discord gives a message.
 */
const LINE_ROOM = 230;
const COLLECTION_LENGTH = 60;

function between(from: Address | null, to: Address | null, context: ViewContext): readonly string[] {
  const [one, other] = [from, to].map((wallet) => (wallet === null ? null : walletText(wallet, context)));
  if (one && other) return [`${one} → ${other}`];
  if (one) return [`from ${one}`];
  return other ? [`to ${other}`] : [];
}

/** What is worth knowing beside the title, the most important first. */
function factsOf(alert: MarketAlert, context: ViewContext): readonly string[] {
  const by = (wallet: Address | null) => (wallet === null ? [] : [`by ${walletText(wallet, context)}`]);
  switch (alert.type) {
    case 'sale':
      return [
        ...storyLines(alert.item, alert.occurredAt, context),
        ...between(alert.item.seller, alert.buyer, context),
      ];
    case 'listing':
      return [...storyLines(alert.item, null, context), ...by(alert.item.seller)];
    case 'sweep':
      return by(alert.buyer);
    case 'storm': {
      const when = momentText(alert.since);
      return [
        ...(alert.volume === 0n ? [] : [`${amountText(alert.volume, context)} in all`]),
        ...(when === null ? [] : [`since ${when}`]),
        alert.wallets.map((wallet) => walletText(wallet, context)).join(' ⇄ '),
      ];
    }
    case 'offer':
      return [...offerLines(alert, context), ...by(alert.bidder)];
    case 'move':
      return alert.kind === 'mint' ? by(alert.to) : between(alert.from, alert.to, context);
    case 'auction':
      return auctionFacts(alert, context);
    default:
      return alert satisfies never;
  }
}

function tokenFacts(alert: MarketAlert, context: ViewContext): readonly string[] {
  const token = subjectToken(alert);
  if (token === null) return [];
  const collection = collectionName(token, context);
  return [
    ...(token.quantity > 1n ? [`${unitsCount(token.quantity, context)} units`] : []),
    ...(token.rarity === null ? [] : [`rank ${numberText(token.rarity.rank, context)}`]),
    ...(itemName(token, context).includes(collection) ? [] : [escapedLine(collection, COLLECTION_LENGTH)]),
  ];
}

/** The line below the title: as many facts as there is room for. */
function factLine(alert: MarketAlert, context: ViewContext): string {
  const view = { ...context, links: { ...context.links, profile: () => null } };
  let line = '';
  for (const fact of [...factsOf(alert, view), ...tokenFacts(alert, view)]) {
    const longer = line === '' ? fact : `${line} · ${fact}`;
    if (longer.length <= LINE_ROOM) line = longer;
  }
  return line;
}

/** An alert in two lines: a title and a line of facts, without a picture. Never longer than a tenth of a message. */
export function compactEmbed(alert: MarketAlert, mark: string, context: ViewContext): APIEmbed {
  const line = factLine(alert, context);
  return {
    color: alertColour(alert, context.settings),
    ...titleLine(alert, context),
    ...(line === '' ? {} : { description: line }),
    ...alertFrame(alert, mark, context),
  };
}
