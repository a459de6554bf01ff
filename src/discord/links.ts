import type { Address } from '../domain/address.ts';
import type { TokenId } from '../domain/token-id.ts';
import { createPageReader, type PageSubject } from './finding/page-reader.ts';

/** URL templates with their placeholders in braces; `null` where no page is known. */
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

/** Web pages of what the bot tells about; `null` where the operator set no template. */
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
  /** What a pasted address of a page may be about, the likeliest first; empty for what is no address. */
  read(text: string): readonly PageSubject[];
}

/** What a page's address may take up in an embed's field of 1,024 characters; a longer one is left out. */
const MAXIMUM_LENGTH = 500;

function fill(template: string | null, values: Readonly<Record<string, string>>): string | null {
  if (template === null) return null;
  const filled = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const address = URL.parse(filled)?.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return address === undefined || address.length > MAXIMUM_LENGTH ? null : address;
}

/**
 * Fills the operator's templates; every value is encoded, and so is what would end a masked link.
 * An address that is none, or is too long, counts as no page.
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
    read: createPageReader(templates),
    transaction: (txHash) => fill(templates.transaction, { txHash }),
  };
}
