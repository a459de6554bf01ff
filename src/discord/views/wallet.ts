import { type Address, shortAddress } from '../../chain/address.ts';
import type { ViewContext } from './context.ts';

/** A wallet, linked to its page where there is one. */
export function walletText(address: Address, context: Pick<ViewContext, 'links'>): string {
  const page = context.links.profile(address);
  return page === null ? `\`${shortAddress(address)}\`` : `[${shortAddress(address)}](${page})`;
}
