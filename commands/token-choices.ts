import type { Choices } from '../src/discord/command.ts';
import { meaningsOf } from '../src/discord/finding/meanings.ts';
import type { TokenHint } from '../src/discord/hints.ts';
import type { CommandServices } from '../src/discord/services.ts';
import { plainLine } from '../src/discord/text.ts';
import type { CollectionSummary } from '../src/domain/collection.ts';
import { findable, findBest, preparedOnce } from '../src/domain/finding.ts';
import { shortTokenId, type TokenId } from '../src/domain/token-id.ts';

/** Discord: at most 25 choices, and 100 characters a choice. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** The token id that was typed, or pasted with the collection that was chosen. */
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

const byNumber = preparedOnce((tokens: readonly TokenHint[]) =>
  tokens
    // Decimal strings without leading zeros: the longer is the larger.
    .toSorted((a, b) => a.tokenId.length - b.tokenId.length || (a.tokenId < b.tokenId ? -1 : 1))
    .map((token) => findable(token, [token.name ?? ''], [token.tokenId])),
);

/**
 * Tokens of the collection that was chosen before in the same command, by name and number; a number as it was typed is
 * always offered, since nobody knows all tokens. Each sends its token id; `namedToken` reads it.
 * @param collection the text of the option `collection` so far
 */
export function tokenChoices(typed: string, collection: string | null, services: CommandServices): Choices {
  const chosen = collection === null ? undefined : services.collections.resolve(collection);
  const known = chosen === undefined ? [] : services.hints.tokens(chosen.address);
  const label = (name: string | null, tokenId: string) => {
    const number = ` #${shortTokenId(tokenId)}`;
    const own = plainLine(name ?? chosen?.name ?? 'Token', CHOICE_LENGTH - number.length);
    const told = own.split(/\D+/).includes(tokenId);
    return told ? own : `${own}${number}`;
  };
  const number = numberIn(typed, chosen, services);
  const asTyped = known.find(({ tokenId }) => tokenId === number);
  const first = number === null ? [] : [{ name: label(asTyped?.name ?? null, number), value: number }];
  const found = findBest(byNumber(known), typed.replace(/^\s*#/, ''), MAX_CHOICES);
  const others = found
    .filter(({ tokenId }) => tokenId !== number)
    .map(({ name, tokenId }) => ({ name: label(name, tokenId), value: tokenId }));
  return [...first, ...others].slice(0, MAX_CHOICES);
}
