import type { FilterLookups } from '#src/alerts/filters/filter.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import { isNotFound, resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import type { CommandServices } from '#src/discord/services.ts';

/** What the filters look up while they read texts. */
export function filterLookups({
  collections,
  lookups,
  view,
}: Pick<CommandServices, 'collections' | 'lookups' | 'view'>): FilterLookups {
  return {
    collections,
    async traitsOf(collection) {
      const found = await resultOrNull(lookups.traits(collection));
      if (found === null) return null;
      return found.value.flatMap(({ type, values }) => values.map(({ value }) => ({ type, value })));
    },
    userIn: (text) => meaningsOf(text, view.links.read).find((one) => one.of === 'person')?.who ?? '',
    async walletOf(name) {
      try {
        return (await lookups.profile(name)).value.address;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return null;
      }
    },
  };
}
