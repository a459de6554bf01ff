import fc from 'fast-check';
import { DEFAULT_GUILD_SETTINGS, MESSAGE_SIZES } from '#src/alerts/settings.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { LANGUAGES } from '#src/messages/languages.ts';
import { messagesFor } from '#src/messages/messages.ts';

/** Where the tests' marketplace and explorer have their pages. */
export const TEMPLATES = {
  item: 'https://market.example/item/{collection}/{tokenId}',
  collection: 'https://market.example/collection/{collection}',
  profile: 'https://market.example/profile/{address}',
  auction: 'https://market.example/auction/{collection}/{auctionId}',
  transaction: 'https://explorer.example/tx/{txHash}',
} as const;

/** What a view needs to know, changed where the test cares. */
export function viewContext(change: Partial<ViewContext> = {}): ViewContext {
  return {
    currency: { symbol: 'ETH', decimals: 18 },
    links: createLinks(TEMPLATES),
    marketplaceName: 'Test Market',
    marketplaceOrigin: null,
    collectionName: (_, reported = null) => reported,
    collectionPicture: () => null,
    isVerified: () => false,
    walletName: () => null,
    messages: messagesFor((change.settings ?? DEFAULT_GUILD_SETTINGS).language),
    settings: DEFAULT_GUILD_SETTINGS,
    ...change,
  };
}

/** An operator who set no page at all. */
export const withoutPages = viewContext({
  links: createLinks({ item: null, collection: null, profile: null, auction: null, transaction: null }),
});

/** An operator whose settings are as long as settings may be. */
export const longSettings = viewContext({
  currency: { symbol: 'LONGESTCOINS', decimals: 0 },
  marketplaceName: 'M'.repeat(80),
  links: createLinks({
    item: `https://market.example/${'x'.repeat(330)}/{collection}/{tokenId}`,
    collection: `https://market.example/${'x'.repeat(430)}/{collection}`,
    profile: `https://market.example/${'x'.repeat(430)}/{address}`,
    auction: `https://market.example/${'x'.repeat(330)}/{collection}/{auctionId}`,
    transaction: `https://explorer.example/${'x'.repeat(400)}/{txHash}`,
  }),
});

/** Every way in which a server can want its numbers, on top of every operator. */
export const anyContext: fc.Arbitrary<ViewContext> = fc
  .record({
    context: fc.constantFrom(viewContext(), withoutPages, longSettings),
    language: fc.constantFrom(...LANGUAGES),
    currencyDisplay: fc.constantFrom('after' as const, 'before' as const, 'short' as const),
    colours: fc.constantFrom({}, { sale: 0, auction_bid: 0xffffff }),
  })
  .map(({ context, ...change }) => ({
    ...context,
    messages: messagesFor(change.language),
    settings: { ...DEFAULT_GUILD_SETTINGS, ...change },
  }));

/** How a channel can want its alerts. */
export const anyLook = fc.constantFrom(...MESSAGE_SIZES);
