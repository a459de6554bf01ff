import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { createPageUrlParser, type PageSubject } from './page-url-parser.ts';

/** URL templates with placeholders in braces; `null` if the operator set none. */
export interface LinkTemplates {
  /** `{collection}` `{tokenId}` */
  readonly item: string | null;
  /** `{collection}` */
  readonly collection: string | null;
  /** `{address}` */
  readonly profile: string | null;
  /** `{collection}` `{auctionId}` `{tokenId}` */
  readonly auction: string | null;
  /** `{txHash}` */
  readonly transaction: string | null;
}

/** Web pages of marketplace items; `null` if the operator set no template. */
export interface Links {
  item(collection: Address, tokenId: TokenId): string | null;
  collection(collection: Address): string | null;
  profile(address: Address): string | null;
  auction(auction: {
    readonly collection: Address;
    readonly auctionId: string | null;
    readonly tokenId: TokenId;
  }): string | null;
  transaction(txHash: string): string | null;
  /** Returns what a pasted page URL may refer to, most likely first; empty if the text is not a URL. */
  read(text: string): readonly PageSubject[];
}

/** Limit for a URL within an embed field of 1,024 characters; longer ones are omitted. */
const MAX_LENGTH = 500;

function fill(template: string | null, values: Readonly<Record<string, string>>): string | null {
  if (template === null) return null;
  const filled = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const address = URL.parse(filled)?.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return address === undefined || address.length > MAX_LENGTH ? null : address;
}

/**
 * Fills the operator's templates. Values are URL-encoded, including the characters that would end a masked link. A
 * result that is an invalid URL, or too long, becomes `null`.
 */
export function createLinks(templates: LinkTemplates): Links {
  return {
    item: (collection, tokenId) => fill(templates.item, { collection, tokenId }),
    collection: (collection) => fill(templates.collection, { collection }),
    profile: (address) => fill(templates.profile, { address }),
    auction: ({ collection, auctionId, tokenId }) => {
      const needsNumber = templates.auction?.includes('{auctionId}') === true;
      if (needsNumber && auctionId === null) return null;
      return fill(templates.auction, { collection, tokenId, auctionId: auctionId ?? '' });
    },
    read: createPageUrlParser(templates),
    transaction: (txHash) => fill(templates.transaction, { txHash }),
  };
}
