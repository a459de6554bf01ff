import { z } from 'zod';
import { type Address, parseAddress } from '#src/chain/address.ts';
import type { FilterMessages } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import {
  address,
  defineFilter,
  type FieldMessages,
  field,
  MAX_ENTRIES,
  named,
  type PartsContext,
  type ReadContext,
  type Reading,
  unreadable,
} from './filter.ts';
import { firstOf, sortedSet } from './lists.ts';

const ONLY = 'wallets';
const NOT = 'not_wallets';
/** Key of the excluded wallets in a stored rule. */
export const NOT_WALLETS = NOT;

/** Longer than any name and any URL. */
const MAX_NAME_LENGTH = 300;

type Found = { readonly address: Address } | { readonly problem: readonly Segment[] };

async function find(entry: string, context: ReadContext): Promise<Found> {
  const { option, lookups, messages } = context;
  const user = lookups.userIn(entry);
  const known = parseAddress(user);
  if (known !== null) return { address: known };
  if (user === '' || user.length > MAX_NAME_LENGTH || /^0x[0-9a-f]*$/i.test(user)) {
    return unreadable(entry, context, messages.wallets.hint);
  }
  const wallet = await lookups.walletOf(user);
  return wallet === null ? { problem: messages.wallets.nobody(named(user), option) } : { address: wallet };
}

/**
 * Parses wallets given by address, name or profile URL, separated by commas or spaces. A name is resolved once, here:
 * the rule keeps the address, even if someone else gets the name later.
 */
async function read(text: string, context: ReadContext): Promise<Reading<readonly Address[]>> {
  const { option, messages } = context;
  const entries = text.split(/[,;\s]+/).filter((entry) => entry !== '');
  if (entries.length > MAX_ENTRIES) {
    return { problem: messages.wallets.tooMany(option, MAX_ENTRIES, entries.length) };
  }
  const found = await Promise.all(entries.map((entry) => find(entry, context)));
  const problem = found.find((one) => 'problem' in one);
  if (problem !== undefined) return problem;
  const wallets = sortedSet(found.flatMap((one) => ('address' in one ? one.address : [])));
  return { value: wallets.length === 0 ? undefined : wallets };
}

const walletField = <const K extends string>(key: K, messages: (messages: FilterMessages) => FieldMessages) =>
  field({
    key,
    schema: z.array(address).max(MAX_ENTRIES).readonly(),
    ask: { type: 'list' },
    messages,
    read,
    write: (value) => value.join(', '),
    canonical: sortedSet,
    file: {
      read(value, context) {
        const { data } = z.array(address).max(MAX_ENTRIES).safeParse(value);
        if (data === undefined) return { problem: messages(context.messages).inFile };
        return { value: data.length === 0 ? undefined : sortedSet(data) };
      },
      write: (value) => value,
    },
  });

/** Formats the first few wallets of a list. */
export const walletWords = (
  list: readonly Address[],
  { messages, walletName }: Pick<PartsContext, 'messages' | 'walletName'>,
) => firstOf(list, (address) => [{ type: 'wallet', address, name: walletName(address) }], messages.more);

interface Values {
  readonly [ONLY]?: readonly Address[] | undefined;
  readonly [NOT]?: readonly Address[] | undefined;
}

/** Returns the wallets of which one must take part; none if any wallet may. */
export const chosenWallets = ({ [ONLY]: only = [] }: Values): readonly Address[] => only;

/** Returns the wallets that this condition of a rule names. */
export const namedWallets = ({ [ONLY]: only = [], [NOT]: not = [] }: Values): readonly Address[] => [
  ...only,
  ...not,
];

/** Returns the values of a rule for these wallets. */
export const onlyWallets = (wallets: readonly Address[]): Values => ({ [ONLY]: sortedSet(wallets) });

/** Makes up a wallet that the rule does not exclude. */
function madeUpWallet(excluded: readonly Address[]): Address {
  for (let number = 1; ; number += 1) {
    const wallet: Address = `0x${number.toString(16).padStart(40, '0')}`;
    if (!excluded.includes(wallet)) return wallet;
  }
}

const fields = [
  walletField(ONLY, (messages) => messages.wallets.only),
  walletField(NOT, (messages) => messages.wallets.not),
] as const;

/**
 * Wallets of which one must take part, and wallets of which none may. An unknown party may be any wallet, so alerts
 * with one never match a rule that excludes wallets.
 */
export const wallets = defineFilter({
  fields,
  test({ [ONLY]: only, [NOT]: not }, { parties }) {
    const { named: known, hasUnknown, open } = parties;
    if (not?.some((wallet) => known.includes(wallet)) === true) return 'no';
    const includes = only === undefined || known.some((party) => only.includes(party));
    const excludes = not === undefined || !hasUnknown;
    if (includes && excludes) return 'yes';
    return open ? 'undecided' : 'no';
  },
  seen: (_values, { subject: { parties } }) => ({
    type: 'wallets',
    wallets: parties.named,
    hasUnknown: parties.hasUnknown,
  }),
  covers: (wide, narrow) =>
    (wide[ONLY] === undefined || narrow[ONLY]?.every((one) => wide[ONLY]?.includes(one)) === true) &&
    (wide[NOT] === undefined || wide[NOT].every((one) => narrow[NOT]?.includes(one) === true)),
  indexKeys: ({ [ONLY]: only }) => only?.map((wallet) => ({ by: 'wallet', wallet })) ?? null,
  parts({ [ONLY]: only, [NOT]: not }, context) {
    const { included, excluded } = context.messages.wallets;
    return [
      ...(only === undefined ? [] : [included(walletWords(only, context))]),
      ...(not === undefined ? [] : [excluded(walletWords(not, context))]),
    ];
  },
  settle(values, { messages, called }) {
    const { [ONLY]: only, [NOT]: not } = values;
    const isTwice = only?.some((wallet) => not?.includes(wallet) === true) === true;
    return isTwice ? { problem: messages.wallets.inBoth(called(ONLY), called(NOT)) } : { values };
  },
  sample({ [ONLY]: only, [NOT]: not }) {
    const [first] = only ?? [];
    const wallet = not === undefined ? first : (first ?? madeUpWallet(not));
    const otherWallet =
      not === undefined || wallet === undefined ? undefined : madeUpWallet([...not, wallet]);
    return {
      ...(wallet === undefined ? {} : { wallet }),
      ...(otherWallet === undefined ? {} : { otherWallet }),
    };
  },
});
