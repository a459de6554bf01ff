import { type Address, parseAddress } from '../../domain/address.ts';
import type { CollectionChoice } from '../../domain/alert-filter.ts';
import { foldText } from '../../domain/finding.ts';
import type { Collections } from '../services.ts';
import { escapedLine } from '../text.ts';
import { UserError } from '../user-error.ts';
import { MOST_ENTRIES, readList } from './lists.ts';
import type { Typed } from './refusal.ts';

const SUGGESTIONS = 3;
const NAME_LENGTH = 80;

/** The words for all collections, as they are offered while one types. */
export const EVERY_COLLECTION = 'Every collection';
export const WHITELISTED_COLLECTIONS = 'All whitelisted collections';

const EVERY = new Set([foldText(EVERY_COLLECTION), 'every', 'all', 'all collections', 'everything', 'any']);
const WHITELISTED = new Set([foldText(WHITELISTED_COLLECTIONS), 'all whitelisted', 'whitelisted']);

/** The mark of verified collections, which stands in what autocomplete writes. */
const VERIFIED_MARK = /\s*✓$/;

/**
 * Collections by name, path, symbol, address or page, separated by commas; or the words for all of them.
 * @param kept addresses that are taken even where the marketplace lists them no more, because they were chosen before
 * @throws UserError with the nearest names for what names none
 */
export function readCollections(
  { option, text }: Typed,
  collections: Pick<Collections, 'resolve' | 'search'>,
  kept: readonly Address[] = [],
): CollectionChoice {
  function understood(entry: string): Address | undefined {
    const address = parseAddress(entry);
    if (address !== null && kept.includes(address)) return address;
    return collections.resolve(entry.replace(VERIFIED_MARK, ''))?.address;
  }

  const folded = foldText(text);
  if (EVERY.has(folded)) return { type: 'every' };
  if (WHITELISTED.has(folded)) return { type: 'whitelisted' };
  const read = readList(text, understood);
  if ('unknown' in read) {
    const near = collections.search(read.unknown, SUGGESTIONS);
    const names = near.map(({ name }) => `“${escapedLine(name, NAME_LENGTH)}”`);
    const hint =
      names.length === 0
        ? 'Pick one of the suggestions while you type.'
        : `Did you mean ${names.join(' or ')}?`;
    throw new UserError(
      `I know no collection “${escapedLine(read.unknown, NAME_LENGTH)}” (in **${option}**). ${hint}`,
    );
  }
  const addresses = [...new Set(read.entries)].toSorted();
  if (addresses.length > MOST_ENTRIES) {
    throw new UserError(
      `**${option}** takes at most ${MOST_ENTRIES} collections. Set up a second alert for the others.`,
    );
  }
  return addresses.length === 0 ? { type: 'every' } : { type: 'these', addresses };
}
