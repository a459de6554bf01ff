import { meaningsOf } from '../src/discord/finding/meanings.ts';
import type { CommandServices } from '../src/discord/services.ts';
import { escapedLine } from '../src/discord/text.ts';
import { UserError } from '../src/discord/user-error.ts';
import { type Address, parseAddress } from '../src/domain/address.ts';
import { foldText } from '../src/domain/finding.ts';
import type { TokenId } from '../src/domain/token-id.ts';
import { namedCollection } from './named-collection.ts';

/** An address is taken at its word: the directory may lack a collection that the marketplace knows. */
function addressOf(collection: string, { collections }: CommandServices): Address | null {
  return collections.resolve(collection)?.address ?? parseAddress(collection);
}

/**
 * The token that an option names: its number with or without `#`, its name where that is known, its page's URL, or
 * collection and number together (`Lantern Foxes #12`), which need no other option.
 * @param collection the text of the option `collection`, or `null` where it was left out
 * @throws UserError with what to do
 */
export function namedToken(
  typed: string,
  collection: string | null,
  services: CommandServices,
): { readonly collection: Address; readonly tokenId: TokenId } {
  const meanings = meaningsOf(typed, services.view.links.read);
  const chosen = collection === null ? null : namedCollection(collection, services).address;
  for (const meaning of meanings) {
    if (meaning.of !== 'token' && meaning.of !== 'auction') continue;
    const where = meaning.collection === null ? chosen : addressOf(meaning.collection, services);
    if (where !== null && meaning.tokenId !== null) return { collection: where, tokenId: meaning.tokenId };
  }
  const name = foldText(typed);
  const byName =
    chosen === null
      ? undefined
      : services.hints.tokens(chosen).find((hint) => hint.name !== null && foldText(hint.name) === name);
  if (chosen !== null && byName !== undefined) return { collection: chosen, tokenId: byName.tokenId };
  throw new UserError(
    chosen === null
      ? 'Of which collection? Pick one in the option `collection`, or paste the address of the token’s page.'
      : `I know no token “${escapedLine(typed, 80)}” there. Give its number, like \`#1234\`, or paste the address of its page.`,
  );
}
