import type { Address } from '#src/chain/address.ts';
import { parseTokenId, shortTokenId, type TokenId } from '#src/chain/token-id.ts';
import type { Choices } from '#src/discord/command.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import type { CollectionSummary } from '#src/marketplace/model/collection.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;
/** `foxes 12`. `meaningsOf` does not accept it, since a name may end in a number. */
const NAME_AND_NUMBER = /^(.*\S)\s+(\d{1,78})$/;

function choice(
  { name, path, address }: Pick<CollectionSummary, 'name' | 'path'> & { readonly address: Address },
  tokenId: TokenId,
): Choices {
  const number = ` #${shortTokenId(tokenId)}`;
  // With a long number the address does not fit; the path may be shorter.
  const value = [`${address}-${tokenId}`, `${path ?? address}#${tokenId}`].find(
    (text) => text.length <= CHOICE_LENGTH,
  );
  if (value === undefined) return [];
  return [{ name: `${sanitizeLine(name, CHOICE_LENGTH - number.length) || address}${number}`, value }];
}

/**
 * Autocomplete choices of tokens while no collection is chosen: the number is combined with the collections whose
 * name was typed before it, or with those of the highest volume. Parsed by `resolveToken`.
 */
export async function anyCollectionTokenChoices(typed: string, services: CommandServices): Promise<Choices> {
  const { collections, view } = services;
  const [meaning] = meaningsOf(typed, view.links.read).filter((one) => one.of === 'token');
  const [, words = '', digits = ''] = NAME_AND_NUMBER.exec(typed.trim()) ?? [];
  const tokenId = meaning?.tokenId ?? parseTokenId(digits);
  if (tokenId === null) return [];
  const named = meaning?.collection ?? words;
  const exact = named === '' ? undefined : collections.resolve(named);
  const found = exact === undefined ? await collections.searchInTurns(named) : [exact];
  return found.flatMap((collection) => choice(collection, tokenId));
}
