import type { Choices } from '../src/discord/command.ts';
import { meaningsOf } from '../src/discord/finding/meanings.ts';
import type { CommandServices } from '../src/discord/services.ts';
import { plainLine } from '../src/discord/text.ts';
import type { Address } from '../src/domain/address.ts';
import type { CollectionSummary } from '../src/domain/collection.ts';
import { parseTokenId, shortTokenId, type TokenId } from '../src/domain/token-id.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;
/** `foxes 12`, which `meaningsOf` does not read, since a name may end in a number. */
const NAME_AND_NUMBER = /^(.*\S)\s+(\d{1,78})$/;

function choice(
  { name, path, address }: Pick<CollectionSummary, 'name' | 'path'> & { readonly address: Address },
  tokenId: TokenId,
): Choices {
  const number = ` #${shortTokenId(tokenId)}`;
  // A long number leaves no room for the address beside it; the path may be shorter.
  const value = [`${address}-${tokenId}`, `${path ?? address}#${tokenId}`].find(
    (text) => text.length <= CHOICE_LENGTH,
  );
  if (value === undefined) return [];
  return [{ name: `${plainLine(name, CHOICE_LENGTH - number.length) || address}${number}`, value }];
}

/**
 * Tokens while no collection is chosen: a number is offered in the collections whose names were typed before it, or in
 * the most traded ones. `namedToken` reads what the choices send.
 */
export function tokenAnywhereChoices(typed: string, services: CommandServices): Choices {
  const { collections, view } = services;
  const [meaning] = meaningsOf(typed, view.links.read).filter((one) => one.of === 'token');
  const [, words = '', digits = ''] = NAME_AND_NUMBER.exec(typed.trim()) ?? [];
  const tokenId = meaning?.tokenId ?? parseTokenId(digits);
  if (tokenId === null) return [];
  const named = meaning?.collection ?? words;
  const exact = named === '' ? undefined : collections.resolve(named);
  const found = exact === undefined ? collections.search(named) : [exact];
  return found.flatMap((collection) => choice(collection, tokenId));
}
