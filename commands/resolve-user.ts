import { meaningsOf } from '../src/discord/finding/meanings.ts';
import type { CommandServices } from '../src/discord/services.ts';

/** Resolves the option to a wallet address or user name; a profile URL is accepted too. */
export function resolveUser(typed: string, { view }: CommandServices): string {
  const person = meaningsOf(typed, view.links.read).find((meaning) => meaning.of === 'person');
  return person?.who ?? typed.trim();
}
