import type { Address } from '#src/chain/address.ts';
import { drawSegments } from '../render/segments.ts';
import type { ViewContext } from './context.ts';
import { walletName } from './naming.ts';

/** Formats a wallet as in alerts: with its name if known, linked to its page if there is one. */
export function walletText(address: Address, view: ViewContext): string {
  const wallet = { type: 'wallet', address, name: walletName(address, view) } as const;
  return drawSegments([wallet], view, { nameLength: 40, links: true, wallets: 'linked' });
}
