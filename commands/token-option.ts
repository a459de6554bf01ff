import { type Address, parseAddress } from '#src/chain/address.ts';
import { parseTokenId, shortTokenId, type TokenId } from '#src/chain/token-id.ts';
import type { Choices } from '#src/discord/command.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine, sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { givenName } from '#src/discord/views/naming.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import type { TokenSuggestion } from '#src/marketplace/suggestion-cache.ts';
import { memoise, normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import { resolveCollection } from './collection-option.ts';

/** Discord allows at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** Returns the token id that was typed, or pasted together with the chosen collection. */
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
    // Decimal strings without leading zeros: the longer one is larger.
    .toSorted((a, b) => a.tokenId.length - b.tokenId.length || (a.tokenId < b.tokenId ? -1 : 1))
    .map((token) => toSearchItem(token, [token.name ?? ''], [token.tokenId])),
);

/**
 * Builds autocomplete choices of tokens in the collection option of the same command, by name and number. A typed
 * number is always offered, because not all tokens are cached. The value is the token id; parsed by `resolveToken`.
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

/**
 * Returns the address of a collection. An address is accepted unchanged, because the marketplace may know collections
 * that the local directory lacks.
 */
function addressOf(collection: string, { collections }: CommandServices): Address | null {
  return collections.resolve(collection)?.address ?? parseAddress(collection);
}

/**
 * Resolves the option to a token: its number with or without `#`, its name if cached, its page URL, or collection and
 * number together (`Lantern Foxes #12`), which need no other option.
 * @param collection text of the option `collection`, or `null`
 * @throws UserError with a remedy
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

/** Matches `foxes 12`. `meaningsOf` does not accept it, because a name may end in a number. */
const NAME_AND_NUMBER = /^(.*\S)\s+(\d{1,78})$/;

function choice(
  { name, path, address }: Pick<CollectionSummary, 'name' | 'path'> & { readonly address: Address },
  tokenId: TokenId,
): Choices {
  const number = ` #${shortTokenId(tokenId)}`;
  // The address does not fit beside a long number; the path may be shorter.
  const value = [`${address}-${tokenId}`, `${path ?? address}#${tokenId}`].find(
    (text) => text.length <= CHOICE_LENGTH,
  );
  if (value === undefined) return [];
  return [{ name: `${sanitizeLine(name, CHOICE_LENGTH - number.length) || address}${number}`, value }];
}

/**
 * Builds autocomplete choices of tokens while no collection is chosen. The number is combined with the collections
 * whose name was typed before it, or with those of the highest volume. Parsed by `resolveToken`.
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
