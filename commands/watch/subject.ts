import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import { address, tokenId } from '#src/chain/codecs.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { savedInput } from '#src/discord/components/saved-input.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { itemName, walletText } from '#src/discord/views/naming.ts';

/** A subject to watch. */
export type Subject =
  | { readonly kind: 'token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly kind: 'collection'; readonly collection: Address }
  | { readonly kind: 'wallet'; readonly wallets: readonly Address[] }
  | {
      readonly kind: 'auction';
      /** The marketplace's id of the auction. */
      readonly auction: string;
      readonly collection: Address;
      readonly tokenId: TokenId;
    };

const ofToken = { collection: address, tokenId };

/** Stores a chosen subject until the user presses a button for a condition. */
export const chosenSubject = savedInput<Subject>(
  { name: 'subject', keptFor: HOUR_MS, limit: 5 },
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('token'), ...ofToken }),
    z.object({ kind: z.literal('collection'), collection: address }),
    z.object({ kind: z.literal('wallet'), wallets: z.array(address).min(1) }),
    z.object({ kind: z.literal('auction'), auction: z.string(), ...ofToken }),
  ]),
);

const NAME_LENGTH = 200;

/** Returns the name of a subject, in markdown. */
export function subjectName(subject: Subject, view: ViewContext): string {
  const { watches: words, writer } = view.messages;
  switch (subject.kind) {
    case 'token':
    case 'auction': {
      const { collection, tokenId } = subject;
      const name = itemName({ collection, tokenId, tokenName: null, collectionName: null }, view);
      const escaped = escapeMarkdownLine(name, NAME_LENGTH);
      return subject.kind === 'token' ? escaped : words.auctionOf(escaped);
    }
    case 'collection':
      return collectionTitle(subject.collection, view);
    case 'wallet':
      return writer.list(
        subject.wallets.map((wallet) => walletText(wallet, view)),
        'and',
      );
    default:
      return subject satisfies never;
  }
}
