import { shortTokenId, type TokenId } from '#src/chain/token-id.ts';
import type { Choices } from '#src/discord/command.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { givenName } from '#src/discord/views/naming.ts';
import type { CollectionSummary } from '#src/marketplace/model/collection.ts';
import type { TokenSuggestion } from '#src/marketplace/suggestion-cache.ts';
import { memoise, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';

/** Discord: at most 25 choices, and 100 characters a choice. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** The token id that was typed, or pasted together with the chosen collection. */
function numberIn(
  typed: string,
  chosen: CollectionSummary | undefined,
  { collections, view }: CommandServices,
): TokenId | null {
  for (const meaning of meaningsOf(typed, view.links.read)) {
    if (meaning.of !== 'token') continue;
    const { collection, tokenId } = meaning;
    if (collection === null || collections.resolve(collection)?.address === chosen?.address) return tokenId;
  }
  return null;
}

const byNumber = memoise((tokens: readonly TokenSuggestion[]) =>
  tokens
    // Decimal strings without leading zeros: the longer is the larger.
    .toSorted((a, b) => a.tokenId.length - b.tokenId.length || (a.tokenId < b.tokenId ? -1 : 1))
    .map((token) => toSearchItem(token, [token.name ?? ''], [token.tokenId])),
);

/**
 * Autocomplete choices of tokens of the collection option of the same command, by name and number. A typed number is
 * always offered, since not all tokens are cached. The value is the token id; parsed by `resolveToken`.
 * @param collection current text of the option `collection`
 */
export function tokenChoices(typed: string, collection: string | null, services: CommandServices): Choices {
  const chosen = collection === null ? undefined : services.collections.resolve(collection);
  const known = chosen === undefined ? [] : services.suggestions.tokens(chosen.address);
  const label = (name: string | null, tokenId: string) => {
    const number = ` #${shortTokenId(tokenId)}`;
    const room = CHOICE_LENGTH - number.length;
    const own =
      givenName(name, room) || givenName(chosen?.name ?? null, room) || services.view.messages.token.unnamed;
    const hasNumber = own.split(/\D+/).includes(tokenId);
    return hasNumber ? own : `${own}${number}`;
  };
  const number = numberIn(typed, chosen, services);
  const asTyped = known.find(({ tokenId }) => tokenId === number);
  const first = number === null ? [] : [{ name: label(asTyped?.name ?? null, number), value: number }];
  const found = searchItems(byNumber(known), typed.replace(/^\s*#/, ''), MAX_CHOICES);
  const others = found
    .filter(({ tokenId }) => tokenId !== number)
    .map(({ name, tokenId }) => ({ name: label(name, tokenId), value: tokenId }));
  return [...first, ...others].slice(0, MAX_CHOICES);
}
