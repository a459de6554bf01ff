import type { MarketAlert, PriceStory, SoldItem, ToldToken } from './alert.ts';

function told<Told extends ToldToken>(item: Told, before: ToldToken | undefined): Told {
  if (before === undefined) return item;
  return {
    ...item,
    collectionName: before.collectionName ?? item.collectionName,
    tokenName: before.tokenName ?? item.tokenName,
    image: before.image ?? item.image,
    rarity: before.rarity ?? item.rarity,
    attributes: before.attributes.length > 0 ? before.attributes : item.attributes,
  };
}

/** A price is held against what was true when it was first told; a record is one of that price alone. */
function storyOf(item: SoldItem, before: SoldItem): PriceStory | null {
  const [now, then] = [item.story, before.story];
  if (now === null || then === null) return now ?? then;
  return {
    bought: then.bought ?? now.bought,
    last: then.last ?? now.last,
    floor: then.floor ?? now.floor,
    record: item.price === before.price ? then.record : now.record,
  };
}

function sold(item: SoldItem, before: SoldItem | undefined): SoldItem {
  return before === undefined ? item : { ...told(item, before), story: storyOf(item, before) };
}

/**
 * The alert as it is made anew, with what was looked up for it before: details that are there stay as they are, so that a
 * message is changed by what is new alone.
 * @param before the same alert as it was
 */
export function keepingDetails(alert: MarketAlert, before: MarketAlert): MarketAlert {
  if (
    (alert.type === 'sale' && before.type === 'sale') ||
    (alert.type === 'storm' && before.type === 'storm') ||
    (alert.type === 'listing' && before.type === 'listing')
  )
    return { ...alert, item: sold(alert.item, before.item) };
  if (alert.type === 'sweep' && before.type === 'sweep')
    return { ...alert, items: alert.items.map((item, place) => sold(item, before.items[place])) };
  if (alert.type === 'move' && before.type === 'move')
    return { ...alert, tokens: alert.tokens.map((token, place) => told(token, before.tokens[place])) };
  if (alert.type === 'offer' && before.type === 'offer')
    return {
      ...alert,
      collectionName: before.collectionName ?? alert.collectionName,
      token: alert.token === null ? null : told(alert.token, before.token ?? undefined),
      floor: before.floor ?? alert.floor,
    };
  if (alert.type === 'auction' && before.type === 'auction')
    return {
      ...alert,
      token: told(alert.token, before.token),
      floor: before.floor ?? alert.floor,
      lastPrice: before.lastPrice ?? alert.lastPrice,
    };
  return alert;
}
