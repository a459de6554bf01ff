import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import type { Party } from '../kinds/alert-base.ts';
import { isAuction, isResultOpen } from '../kinds/auction/schema.ts';
import { defineFilter, storedField } from './filter.ts';
import { chosenWallets } from './wallets.ts';

/** Key of the role in a stored rule. */
export const WALLET_ROLE_KEY = 'wallet_role';
const key = WALLET_ROLE_KEY;

/** Roles that the wallets of a rule may be required to have. `leader` has the highest bid, or won with it. */
export const WALLET_ROLES = [
  'seller',
  'buyer',
  'bidder',
  'leader',
  'outbid',
] as const satisfies readonly Party['role'][];

export type WalletRole = (typeof WALLET_ROLES)[number];

/** Returns the values of a rule whose wallets must have this role. */
export const inRole = (role: WalletRole) => ({ [key]: role }) as const;

interface Values {
  readonly [key]?: WalletRole | undefined;
}

/** Returns the role that a rule requires. In results, the role is known once the result is final. */
export const roleIn = (values: Values): WalletRole | null => values[key] ?? null;

const fields = [storedField({ key, schema: z.enum(WALLET_ROLES) })] as const;

const walletsOf = (values: object) => chosenWallets(values);

/** Returns the wallets of a rule that requires this role; none for other rules. */
export const walletsInRole = (values: Values, role: WalletRole): readonly Address[] =>
  roleIn(values) === role ? walletsOf(values) : [];

/** The role that one of the rule's wallets must have in the event; any role if not set. */
export const walletRole = defineFilter({
  fields,
  test(values, { parties }) {
    const { [key]: role } = values;
    if (role === undefined) return 'yes';

    const wallets = walletsOf(values);
    const isOurs = (party: Party) => party.wallet !== null && wallets.includes(party.wallet);
    // All wallets of one rule belong to one user, who cannot be outbid by themselves.
    const isOwnBid = parties.all.some((party) => party.role === 'leader' && isOurs(party));
    if (role === 'outbid' && isOwnBid) return 'no';
    const inRole = parties.all.filter((party) => party.role === role);
    if (inRole.some(isOurs)) return 'yes';
    return parties.open && inRole.some(({ wallet }) => wallet === null) ? 'undecided' : 'no';
  },
  seen({ [key]: role }, { subject }) {
    const inRole = subject.parties.all.filter((party) => party.role === role).map(({ wallet }) => wallet);
    const known = inRole.filter((wallet) => wallet !== null);
    return { type: 'wallets', wallets: known, hasUnknown: known.length < inRole.length };
  },
  covers(wide, narrow) {
    if (wide[key] === undefined) return true;
    if (wide[key] !== narrow[key]) return false;
    const [others, wallets] = [walletsOf(wide), walletsOf(narrow)];
    // With more wallets, one more of them may be the wallet that outbids the others.
    if (wide[key] === 'outbid' && others.length !== wallets.length) return false;
    return wallets.every((wallet) => others.includes(wallet));
  },
  testAlert: (values, alert) => !(roleIn(values) !== null && isAuction(alert) && isResultOpen(alert)),
  parts: ({ [key]: role }, { messages }) => (role === undefined ? [] : [messages.walletRole.words(role)]),
});
