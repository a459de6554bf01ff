import { collectionsOf, type MarketAlert, tokensOf } from '#src/alerts/alert.ts';
import type { FailedCondition } from '#src/alerts/explain-verdict.ts';
import type { Seen } from '#src/alerts/filters/seen.ts';
import { isRepeatTrades } from '#src/alerts/kinds/repeat-trades.ts';
import type { Address } from '#src/chain/address.ts';
import { shortAddress } from '#src/chain/address.ts';
import { shortTokenId } from '#src/chain/token-id.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { itemName, walletName } from '#src/discord/views/naming.ts';
import { topicsLabel } from '#src/discord/views/topic-choices.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';

const name = (text: string): Segment => ({ type: 'name', text });

/** Traits, wallets or prices that are named; an event may have hundreds. */
const MAX_NAMED = 3;

const collectionSegment = (address: Address, { collectionName }: ViewContext): Segment =>
  name(collectionName(address) ?? shortAddress(address));

/** Says what a condition found in an event. */
function seenWords(seen: Seen | null, view: ViewContext): Segments {
  const { seen: words } = view.messages.why;
  const wallet = (address: Address): Segment => ({
    type: 'wallet',
    address,
    name: walletName(address, view),
  });
  const list = (parts: readonly (Segment | Segments)[]): Segments =>
    parts.length === 0 ? words.nothing : words.list(parts.slice(0, MAX_NAMED));
  switch (seen?.type) {
    case undefined:
      return words.nothing;
    case 'collection':
      return [collectionSegment(seen.collection, view)];
    case 'prices':
      return list([
        ...seen.prices
          .slice(0, MAX_NAMED - 1)
          .map((amount) => ({ type: 'amount', amount, coin: view.currency, exact: true }) as const),
        ...(seen.others === 0 ? [] : [words.others(seen.others)]),
      ]);
    case 'floor':
      if (seen.percent === null) return words.nothing;
      return seen.percent < 0 ? words.aboveFloor : words.belowFloor(seen.percent);
    case 'rank':
      return seen.rank === null ? words.nothing : words.rank(seen.rank);
    case 'traits':
      return list(seen.traits.map(({ type, value }) => name(`${type}: ${value}`)));
    case 'wallets':
      return list([...seen.wallets.map(wallet), ...(seen.hasUnknown ? [words.unknownWallet] : [])]);
    case 'units':
      return words.units(seen.units);
    case 'token':
      return seen.tokenId === null
        ? words.nothing
        : [{ type: 'text', text: `#${shortTokenId(seen.tokenId)}` }];
    case 'owner':
      return seen.owner === null ? words.nothing : [wallet(seen.owner)];
    case 'auction':
      return seen.auction === null ? words.nothing : words.otherAuction;
    case 'leads':
      return list(seen.leads.map((minutes) => words.minutes(minutes)));
  }
}

/** Says what a condition wanted. */
function wantedWords({ condition, wanted }: FailedCondition, view: ViewContext): Segments {
  const { currency, messages, collectionName } = view;
  const parts = condition.parts(wanted, {
    ...{ currency, messages: messages.filters, collectionName },
    walletName: (address) => walletName(address, view),
  });
  return messages.filters.rule(parts);
}

/** Says which conditions failed: what each wanted, and what the event has. */
export const failureWords = (failed: readonly FailedCondition[], view: ViewContext): string =>
  failed
    .map((one) =>
      sentenceText(view.messages.why.failure(wantedWords(one, view), seenWords(one.seen, view)), view),
    )
    .join('; ');

/** Says which conditions are undecided. */
export const undecidedWords = (failed: readonly FailedCondition[], view: ViewContext): string =>
  failed.map((one) => sentenceText(wantedWords(one, view), view)).join('; ');

/** Names an event: its topic and its token. */
export function eventName(alert: MarketAlert, view: ViewContext): Segments {
  const { why: words, topics } = view.messages;
  const [token, ...others] = tokensOf(alert);
  const [collection] = collectionsOf(alert);
  const named =
    token === undefined
      ? words.collectionOffer(collection === undefined ? [] : collectionSegment(collection, view))
      : others.length > 0
        ? words.sweep(others.length + 1)
        : name(itemName(token, view));
  const shown = isRepeatTrades(alert) ? words.repeatTrades(named, alert.count) : named;
  return words.eventName(topicsLabel([alert.topic], topics), shown);
}

/** Names an event in one line, with its time. */
export function eventWords(alert: MarketAlert, view: ViewContext): string {
  const when = { type: 'time', at: alert.occurredAt, style: 'relative' } as const;
  return sentenceText(view.messages.why.event(eventName(alert, view), when), view);
}
