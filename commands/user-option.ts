import { type APIApplicationCommandStringOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { type Address, parseAddress } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import { isNotFound } from '#src/discord/lookups/result-or-null.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { Profile } from '#src/marketplace/resources/profile.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Defines the option for the user to look up; parsed by `resolveUser`. */
export const whoOption = ({ profile: words }: Messages): APIApplicationCommandStringOption => ({
  type: ApplicationCommandOptionType.String,
  name: 'who',
  description: words.whoOption,
  required: true,
  max_length: 300,
});

/** Resolves the option to a wallet address or user name; a profile URL is accepted too. */
export function resolveUser(typed: string, { view }: CommandServices): string {
  const person = meaningsOf(typed, view.links.read).find((meaning) => meaning.of === 'person');
  return person?.who ?? typed.trim();
}

/** Creates the error for a user that the marketplace does not know. */
export function unknownUserError(identifier: string): UserError {
  const who = escapeMarkdownLine(identifier, 80);
  return new UserError(({ profile }) =>
    parseAddress(identifier) === null ? profile.unknownName(who) : profile.unknownWallet(`\`${who}\``),
  );
}

/** Loads the profile with this address or name; `null` if there is none. Rejects like the lookup. */
export async function profileOrNull(
  identifier: string,
  context: AnswerContext,
): Promise<Dated<Profile> | null> {
  try {
    return await context.services.lookups.profile(identifier);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * Resolves an address or user name to a wallet address.
 * @throws UserError if the marketplace does not know the name
 */
export async function resolveWallet(identifier: string, context: AnswerContext): Promise<Address> {
  const address = parseAddress(identifier) ?? (await profileOrNull(identifier, context))?.value.address;
  if (address === undefined) throw unknownUserError(identifier);
  return address;
}
