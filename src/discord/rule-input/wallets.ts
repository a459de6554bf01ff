import { type Address, parseAddress } from '../../domain/address.ts';
import { meaningsOf } from '../finding/meanings.ts';
import type { PageSubject } from '../finding/page-reader.ts';
import { UserError } from '../user-error.ts';
import { MOST_ENTRIES } from './lists.ts';
import { type Typed, unreadable } from './refusal.ts';

/** No name and no page is longer. */
const WHO_LENGTH = 300;

/** What somebody typed for one wallet: its address, or a name that the marketplace has to be asked for. */
export type NamedWallet =
  | { readonly type: 'address'; readonly address: Address }
  | { readonly type: 'name'; readonly name: string };

/**
 * Wallets by address, name or profile page, separated by commas or blanks.
 * @param readPage `Links.read`
 * @throws UserError for too many, or for what can be no wallet
 */
export function readWallets(
  typed: Typed,
  readPage: (text: string) => readonly PageSubject[],
): readonly NamedWallet[] {
  const parts = typed.text.split(/[,;\s]+/).filter((part) => part !== '');
  if (parts.length > MOST_ENTRIES) {
    throw new UserError(
      `**${typed.option}** takes at most ${MOST_ENTRIES} wallets. Leave some of the ${parts.length} out.`,
    );
  }
  return parts.map((part): NamedWallet => {
    const person = meaningsOf(part, readPage).find((meaning) => meaning.of === 'person');
    const who = person?.who ?? '';
    const address = parseAddress(who);
    if (address !== null) return { type: 'address', address };
    if (who === '' || who.length > WHO_LENGTH || /^0x[0-9a-f]*$/i.test(who)) {
      throw unreadable(
        { option: typed.option, text: part },
        'Write wallets by their address (0x and 40 more characters) or by their name on the marketplace.',
      );
    }
    return { type: 'name', name: who };
  });
}
