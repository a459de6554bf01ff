import { type Address, shortAddress } from '../../domain/address.ts';
import type { ViewContext } from './context.ts';

/** A wallet, linked to its page where there is one. */
export function walletText(address: Address, context: ViewContext): string {
  const page = context.links.profile(address);
  return page === null ? `\`${shortAddress(address)}\`` : `[${shortAddress(address)}](${page})`;
}
