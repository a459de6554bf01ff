import type { Segment, Segments } from '#src/messages/segment.ts';
import type { DescribeContext, Heading, MarketDescription, Pictures, Rows, Subject } from '../description.ts';
import { joined, unitsOf } from './facts.ts';
import type { AlertToken } from './parts.ts';

type Named = Pick<AlertToken, 'collection' | 'collectionName'>;

/** Links the subject in a headline to its page. */
export function subjectLink({ short, url }: Subject): Segment {
  return { type: 'link', segments: short, url };
}

/** @param url its page, if it differs from the token's own page */
export function tokenSubject(
  token: AlertToken,
  context: DescribeContext,
  url: string | null = null,
): Subject {
  const { names, links, messages } = context;
  const name = names.token(token);
  const collection = names.collection(token);
  const full = name.includes(collection) ? name : messages.facts.ofCollection(name, collection);
  return {
    name,
    collection,
    short: [{ type: 'name', text: name }],
    full: [{ type: 'name', text: full }],
    url: url ?? links.item(token.collection, token.tokenId),
    target: { at: 'token', collection: token.collection, tokenId: token.tokenId },
  };
}

export function collectionSubject(named: Named, { names, links }: DescribeContext): Subject {
  const name = names.collection(named);
  const mark = names.mark(named.collection);
  const words: Segments = [
    { type: 'name', text: name },
    ...(mark === '' ? [] : [{ type: 'text', text: mark } as const]),
  ];
  return {
    name,
    collection: null,
    short: words,
    full: words,
    url: links.collection(named.collection),
    target: { at: 'collection', collection: named.collection },
  };
}

/** Describes several tokens: `7 × Punks`, `7 NFTs of 2 collections`. Every unit of an ERC1155 counts. */
export function tokensSubject(
  tokens: readonly AlertToken[],
  txHash: string | null,
  { names, links, messages: { facts } }: DescribeContext,
): Subject {
  const collections = new Map(tokens.map((token) => [token.collection, token]));
  const [first] = collections.values();
  const single = collections.size === 1 && first !== undefined;
  const name = single ? names.collection(first) : '';
  const words = single
    ? facts.severalOf(unitsOf(tokens), { type: 'name', text: name })
    : facts.severalOfMany(unitsOf(tokens), collections.size);
  return {
    name,
    collection: null,
    short: words,
    full: words,
    url: txHash === null ? null : links.transaction(txHash),
    target: null,
  };
}

/** Builds the heading of a collection, linked to its page. */
export function headingOf(named: Named, { names, links, collectionPicture }: DescribeContext): Heading {
  return {
    name: `${names.collection(named)}${names.mark(named.collection)}`,
    url: links.collection(named.collection),
    icon: collectionPicture(named.collection),
  };
}

/** Returns one of the tokens for their collection; `null` if they belong to several. */
function ofOneCollection(tokens: readonly Named[]): Named | null {
  const [first = null, ...others] = tokens;
  return others.some(({ collection }) => collection !== first?.collection) ? null : first;
}

/** Builds the heading of several tokens; `null` if they belong to several collections. */
export function sharedHeading(tokens: readonly Named[], context: DescribeContext): Heading | null {
  const one = ofOneCollection(tokens);
  return one === null ? null : headingOf(one, context);
}

/** Returns the name of the collection of several tokens; `null` if they belong to several. */
export function sharedCollectionName(tokens: readonly Named[], { names }: DescribeContext): string | null {
  const one = ofOneCollection(tokens);
  return one === null ? null : names.collection(one);
}

/** Returns the collections, without duplicates. */
export function collectionsOf(
  named: readonly Named[],
  { names }: DescribeContext,
): MarketDescription['collections'] {
  const byAddress = new Map<string, Named>();
  for (const one of named) if (!byAddress.has(one.collection)) byAddress.set(one.collection, one);
  return [...byAddress.values()].map((one) => ({ address: one.collection, name: names.collection(one) }));
}

/**
 * Builds a single picture.
 * @param usually its size in a channel that has chosen none
 */
export function pictureOf(
  token: Pick<AlertToken, 'image'> | null | undefined,
  show: 'one' | 'oneSmall' = 'one',
  usually: Pictures['usually'] = 'small',
): Pictures {
  const image = token?.image ?? null;
  return { urls: image === null ? [] : [image], show, usually, page: null };
}

/**
 * Lists the tokens of a transaction.
 * @param rest further text for a token's row
 * @param inOrder returns the tokens in display order; called once, when a row is needed
 */
export function tokenRows<T extends AlertToken>(
  tokens: readonly T[],
  rest: (token: T) => Segments | null,
  { names, links, messages: { facts } }: DescribeContext,
  inOrder: (tokens: readonly T[]) => readonly T[] = (same) => same,
): Rows {
  let ordered: readonly T[] | null = null;
  const tokenAt = (index: number): T | undefined => {
    ordered ??= inOrder(tokens);
    return ordered[index];
  };
  const row = (token: T): Segments => {
    const url = links.item(token.collection, token.tokenId);
    const name: Segment = { type: 'name', text: names.token(token), url };
    const named = token.quantity > 1n ? facts.unitsOfToken(name, token.quantity) : [name];
    return joined([named, rest(token)]) ?? named;
  };
  return {
    title: null,
    count: tokens.length,
    row(index) {
      const token = tokenAt(index);
      return token === undefined ? [] : row(token);
    },
    target(index) {
      const token = tokenAt(index);
      return token === undefined
        ? null
        : { at: 'token', collection: token.collection, tokenId: token.tokenId };
    },
    further: 0,
    more: facts.moreInTransaction,
  };
}
