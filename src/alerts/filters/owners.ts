import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import { address, defineFilter, MAX_ENTRIES, storedField } from './filter.ts';
import { sortedSet } from './lists.ts';
import { namedWallets, walletWords } from './wallets.ts';

const key = 'owners';

/** Returns the values of a rule for offers for tokens of these wallets. */
export const ownedBy = (wallets: readonly Address[]) => ({ [key]: wallets }) as const;

interface Values {
  readonly [key]?: readonly Address[] | undefined;
}

/** Returns all wallets that a rule names. */
export const walletsIn = (values: Values & Parameters<typeof namedWallets>[0]): readonly Address[] => [
  ...namedWallets(values),
  ...(values[key] ?? []),
];

const fields = [
  storedField({ key, schema: z.array(address).min(1).max(MAX_ENTRIES).readonly(), canonical: sortedSet }),
] as const;

/**
 * Wallets of which one must own the token that an offer is for. The marketplace names no owner for tokens that exist
 * more than once, so offers for them never match.
 */
export const owners = defineFilter({
  fields,
  needs: ['token'],
  test({ [key]: wanted }, { owner, open }) {
    if (wanted === undefined) return 'yes';
    if (owner !== null && wanted.includes(owner)) return 'yes';
    return owner === null && open.owner ? 'undecided' : 'no';
  },
  seen: (_values, { subject }) => ({ type: 'owner', owner: subject.owner }),
  indexKeys: ({ [key]: wanted }) => wanted?.map((owner) => ({ by: 'owner', owner })) ?? null,
  parts: ({ [key]: wanted }, context) =>
    wanted === undefined ? [] : [context.messages.owners.words(walletWords(wanted, context))],
});
