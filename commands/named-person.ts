import { meaningsOf } from '../src/discord/finding/meanings.ts';
import type { CommandServices } from '../src/discord/services.ts';

/** The wallet address or user name that an option names; the URL of a profile stands for the profile. */
export function namedPerson(typed: string, { view }: CommandServices): string {
  const person = meaningsOf(typed, view.links.read).find((meaning) => meaning.of === 'person');
  return person?.who ?? typed.trim();
}
