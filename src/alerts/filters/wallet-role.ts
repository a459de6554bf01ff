import { z } from 'zod';
import { isAuction, isResultOpen } from '../kinds/auction/schema.ts';
import type { Party } from '../kinds/kind.ts';
import { defineFilter, storedField } from './filter.ts';
import { chosenWallets } from './wallets.ts';

const key = 'wallet_role';

/** What the wallets of a rule may have to be. `leader` has the highest bid, or won with it. */
export const WALLET_ROLES = [
  'seller',
  'buyer',
  'bidder',
  'leader',
  'outbid',
] as const satisfies readonly Party['role'][];

export type WalletRole = (typeof WALLET_ROLES)[number];

/** The values of a rule whose wallets must have this role. */
export const inRole = (role: WalletRole) => ({ [key]: role }) as const;

/** Whether a rule asks for a role. The role in a result is known once the result is final. */
export const asksForRole = (values: { readonly [key]?: WalletRole | undefined }): boolean =>
  values[key] !== undefined;

const fields = [storedField({ key, schema: z.enum(WALLET_ROLES) })] as const;

const walletsOf = (values: object) => chosenWallets(values);

/** The role that one of the rule's wallets has in what is announced; any without it. */
export const walletRole = defineFilter({
  fields,
  test(values, { parties }) {
    const { [key]: role } = values;
    if (role === undefined) return 'yes';
    const wallets = walletsOf(values);
    const inRole = parties.all.filter((party) => party.role === role);
    if (inRole.some(({ wallet }) => wallet !== null && wallets.includes(wallet))) return 'yes';
    return parties.open && inRole.some(({ wallet }) => wallet === null) ? 'undecided' : 'no';
  },
  covers(wide, narrow) {
    if (wide[key] === undefined) return true;
    const others = walletsOf(wide);
    return wide[key] === narrow[key] && walletsOf(narrow).every((wallet) => others.includes(wallet));
  },
  testAlert: (values, alert) => !(asksForRole(values) && isAuction(alert) && isResultOpen(alert)),
  words: ({ [key]: role }, { messages }) => (role === undefined ? null : messages.walletRole.words(role)),
});
