import { type Address, parseAddress } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
import { resolveCollection } from './resolve-collection.ts';

/** An address is accepted as it is: the local directory may lack a collection that the marketplace knows. */
function addressOf(collection: string, { collections }: CommandServices): Address | null {
  return collections.resolve(collection)?.address ?? parseAddress(collection);
}

/**
 * Resolves the option to a token: its number with or without `#`, its name where cached, its page URL, or collection
 * and number together (`Lantern Foxes #12`), which need no other option.
 * @param collection text of the option `collection`, or `null`
 * @throws UserError that says what to do
 */
export function resolveToken(
  typed: string,
  collection: string | null,
  services: CommandServices,
): { readonly collection: Address; readonly tokenId: TokenId } {
  const meanings = meaningsOf(typed, services.view.links.read);
  const chosen = collection === null ? null : resolveCollection(collection, services).address;
  for (const meaning of meanings) {
    if (meaning.of !== 'token' && meaning.of !== 'auction') continue;
    const where = meaning.collection === null ? chosen : addressOf(meaning.collection, services);
    if (where !== null && meaning.tokenId !== null) return { collection: where, tokenId: meaning.tokenId };
  }
  const name = normaliseText(typed);
  const byName =
    chosen === null
      ? undefined
      : services.suggestions
          .tokens(chosen)
          .find((hint) => hint.name !== null && normaliseText(hint.name) === name);
  if (chosen !== null && byName !== undefined) return { collection: chosen, tokenId: byName.tokenId };
  throw new UserError(({ token }) =>
    chosen === null ? token.ofWhichCollection : token.notFound(escapeMarkdownLine(typed, 80)),
  );
}
