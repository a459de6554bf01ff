import { type Address, parseAddress } from '#src/chain/address.ts';
import { parseTokenId, type TokenId } from '#src/chain/token-id.ts';

/** The subject of a marketplace page. A collection is given as in the URL: by address or path. */
export type PageSubject =
  | {
      readonly of: 'auction';
      readonly collection: string | null;
      readonly auctionId: string | null;
      readonly tokenId: TokenId | null;
    }
  | { readonly of: 'token'; readonly collection: string; readonly tokenId: TokenId }
  | { readonly of: 'collection'; readonly collection: string }
  | { readonly of: 'person'; readonly who: string };

/** The operator's templates, with their placeholders in braces. */
interface PageTemplates {
  readonly item: string | null;
  readonly collection: string | null;
  readonly profile: string | null;
  readonly auction: string | null;
}

type Values = Readonly<Record<string, string | undefined>>;

/** Longer texts are not parsed as URLs. */
const MAX_LENGTH = 2_048;

function escaped(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Encodes the characters that `Links` always encodes. */
function encoded(text: string): string {
  return text.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
}

/** Parses the values of a template out of a URL. */
function templateMatcher(template: string): (address: string) => Values | null {
  const bare = template.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  const seen = new Set<string>();
  const pattern = bare
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return escaped(encoded(part));
      if (seen.has(name)) return `\\k<${name}>`;
      seen.add(name);
      return `(?<${name}>[^/?#&]+)`;
    })
    .join('');
  const whole = new RegExp(`^(?:https?://)?(?:www\\.)?${pattern}(?:[/?#&].*)?$`, 'i');
  return (address) => {
    const groups = whole.exec(encoded(address))?.groups;
    return groups === undefined ? null : Object.fromEntries(Object.entries(groups).map(decoded));
  };
}

function decoded([name, value]: [string, string | undefined]): [string, string | undefined] {
  try {
    return [name, value === undefined ? value : decodeURIComponent(value)];
  } catch {
    // A single `%` is not an escape; such a value is kept unchanged.
    return [name, value];
  }
}

function auctionOf({ collection, auctionId = '', tokenId = '' }: Values): PageSubject | null {
  const token = parseTokenId(tokenId);
  const number = parseTokenId(auctionId);
  if (number === null && (token === null || collection === undefined)) return null;
  return { of: 'auction', collection: collection ?? null, auctionId: number, tokenId: token };
}

function tokenOf({ collection, tokenId = '' }: Values): PageSubject | null {
  const token = parseTokenId(tokenId);
  return token === null || collection === undefined ? null : { of: 'token', collection, tokenId: token };
}

const collectionOf = ({ collection }: Values): PageSubject | null =>
  collection === undefined ? null : { of: 'collection', collection };

const personOf = ({ address }: Values): PageSubject | null =>
  address === undefined ? null : { of: 'person', who: address };

/**
 * Guesses the subject of a URL that matches no template, by an address in it that is not part of a hash, and a number
 * after it.
 */
function guessSubjects(address: string): readonly PageSubject[] {
  const [, collection = '', token = ''] =
    /(0x[0-9a-f]{40})(?![0-9a-f])(?:[/:-](\d{1,78})(?![\w.]))?/i.exec(address) ?? [];
  const known: Address | null = parseAddress(collection);
  const path = address.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*/s, '');
  const slug = decoded(['', path.split('/').findLast((segment) => segment !== '')])[1];
  const tokenId = parseTokenId(token);
  return [
    ...(known !== null && tokenId !== null ? [{ of: 'token', collection: known, tokenId } as const] : []),
    ...(known === null ? [] : [{ of: 'collection', collection: known } as const]),
    ...(known === null ? [] : [{ of: 'person', who: known } as const]),
    ...(slug === undefined ? [] : [{ of: 'collection', collection: slug } as const]),
    ...(slug === undefined ? [] : [{ of: 'person', who: slug } as const]),
  ];
}

/**
 * Creates a parser that converts page URLs of the marketplace into their possible subjects, most likely first. Empty if
 * the text is not a URL.
 */
export function createPageUrlParser(templates: PageTemplates): (text: string) => readonly PageSubject[] {
  const readers = [
    [templates.auction, auctionOf],
    [templates.item, tokenOf],
    [templates.collection, collectionOf],
    [templates.profile, personOf],
  ] as const;
  const known = readers.flatMap(([template, subjectOf]) => {
    if (template === null) return [];
    const fill = templateMatcher(template);
    return [
      (address: string): PageSubject | null => {
        const values = fill(address);
        return values === null ? null : subjectOf(values);
      },
    ];
  });
  return (text) => {
    const address = text.trim().replace(/^<(.*)>$/, '$1');
    if (address.length > MAX_LENGTH) return [];
    const read = known.map((reader) => reader(address)).filter((subject) => subject !== null);
    if (read.length > 0) return read;
    return /^https?:\/\//i.test(address) ? guessSubjects(address) : [];
  };
}
