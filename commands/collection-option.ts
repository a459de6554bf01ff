import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOptionChoice,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { markedName } from '#src/discord/views/naming.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Defines the option for a collection; parsed by `resolveCollection`. */
export function collectionOption(
  required: boolean,
  { collection: words }: Messages,
): APIApplicationCommandBasicOption {
  return {
    type: ApplicationCommandOptionType.String,
    name: 'collection',
    description: required ? words.option : words.optionOrEverything,
    required,
    autocomplete: true,
    max_length: 200,
  };
}

/** Maximum number of suggested names, and minimum length of a matched prefix. */
const SUGGESTIONS = 3;
const MIN_LETTERS = 3;
/** Maximum prefix length for suggestions. Longer prefixes match the whole name. */
const MAX_LETTERS = 14;
/** Maximum number of searches for similar names of one text. Each scans the whole list. */
const MAX_SEARCHES = 12;

/**
 * Suggests collections with similar names: fuzzy matches of the text, else those that share a prefix with one of its
 * words, trying longer words and prefixes first.
 */
function suggestCollections(typed: string, { collections }: CommandServices): readonly CollectionSummary[] {
  const whole = collections.search(typed, SUGGESTIONS);
  if (whole.length > 0) return whole;
  const words = typed.split(/\s+/).toSorted((a, b) => b.length - a.length);
  const prefixes = new Set(
    words.flatMap((word) => {
      const longest = Math.min(word.length - 1, MAX_LETTERS);
      return Array.from({ length: Math.max(0, longest + 1 - MIN_LETTERS) }, (_, at) =>
        word.slice(0, longest - at),
      );
    }),
  );
  for (const prefix of [...prefixes].slice(0, MAX_SEARCHES)) {
    const found = collections.search(prefix, SUGGESTIONS);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Finds the collection that a text refers to, if any: by page URL first, then by exact name, then by one of its tokens
 * or auctions.
 */
function findCollection(
  typed: string,
  { collections, view }: Pick<CommandServices, 'collections' | 'view'>,
): CollectionSummary | undefined {
  const isPage = view.links.read(typed).length > 0;
  const exact = isPage ? undefined : collections.resolve(typed);
  if (exact !== undefined) return exact;
  for (const meaning of meaningsOf(typed, view.links.read)) {
    if (meaning.of === 'person' || meaning.collection === null) continue;
    const found = collections.resolve(meaning.collection);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Resolves the option to a collection: an autocomplete choice, a name, an address, a path, or the URL of a page in the
 * collection.
 * @throws UserError with the nearest names if there is none
 */
export function resolveCollection(typed: string, services: CommandServices): CollectionSummary {
  const collection = findCollection(typed, services);
  if (collection !== undefined) return collection;
  const names = suggestCollections(typed, services).map(({ name }) => escapeMarkdownLine(name, 80));
  throw new UserError(({ collection: words, lists }) => {
    const hint = names.length === 0 ? lists.pickSuggestion : lists.didYouMean(names);
    return `${words.unknown(escapeMarkdownLine(typed, 80))} ${hint}`;
  });
}

/** Discord's limit for a choice, characters. */
const CHOICE_LENGTH = 100;

/** Builds autocomplete choices of collections that match the typed or pasted text; the value is the address. */
export async function collectionChoices(
  typed: string,
  services: CommandServices,
): Promise<readonly APIApplicationCommandOptionChoice<string>[]> {
  const found = await services.collections.searchInTurns(typed);
  const pasted = found.length === 0 ? findCollection(typed, services) : undefined;
  return (pasted === undefined ? found : [pasted]).map((collection) => ({
    name: markedName(collection, CHOICE_LENGTH),
    value: collection.address,
  }));
}
