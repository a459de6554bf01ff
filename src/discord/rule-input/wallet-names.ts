import type { Address } from '../../domain/address.ts';
import { isNotFound } from '../answers/optional.ts';
import type { PageSubject } from '../finding/page-reader.ts';
import type { Lookups } from '../lookups.ts';
import { escapedLine } from '../text.ts';
import { UserError } from '../user-error.ts';
import type { Typed } from './refusal.ts';
import { type NamedWallet, readWallets } from './wallets.ts';

const NAME_LENGTH = 80;

async function addressOf(
  wallet: NamedWallet,
  option: string,
  lookups: Pick<Lookups, 'profile'>,
): Promise<Address> {
  if (wallet.type === 'address') return wallet.address;
  try {
    return (await lookups.profile(wallet.name)).value.address;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new UserError(
      `The marketplace knows nobody called “${escapedLine(wallet.name, NAME_LENGTH)}” (in **${option}**). Paste the wallet’s address instead.`,
    );
  }
}

/**
 * The addresses of wallets that were typed by address or name, sorted, each once. A name is asked for once, here: the
 * rule keeps the address, whoever holds the name later.
 * @throws UserError for a name that nobody has, and a marketplace error where it does not answer
 */
export async function resolveWallets(
  typed: Typed,
  lookups: Pick<Lookups, 'profile'>,
  readPage: (text: string) => readonly PageSubject[],
): Promise<readonly Address[]> {
  const wallets = readWallets(typed, readPage);
  const addresses = await Promise.all(wallets.map((wallet) => addressOf(wallet, typed.option, lookups)));
  return [...new Set(addresses)].toSorted();
}
