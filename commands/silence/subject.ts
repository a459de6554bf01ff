import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { tokenKey } from '#src/alerts/missing-details.ts';
import type { NewSilence } from '#src/alerts/silences/silence.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Choices } from '#src/discord/command.ts';
import type { CommandOptions } from '#src/discord/interactions/options.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { Messages } from '#src/messages/messages.ts';
import { collectionChoices, resolveCollection } from '../collection-option.ts';
import { anyCollectionTokenChoices, resolveToken, tokenChoices } from '../token-option.ts';
import { resolveUser, resolveWallet } from '../user-option.ts';

export type Silenced = Pick<NewSilence, 'scope' | 'target' | 'channelId'>;

/**
 * Reads the collection, token or wallet of the options; `null` for none.
 * @param others whether something else is silenced already
 * @throws UserError for several, and for unknown ones
 */
export async function readSubject(
  options: CommandOptions,
  channelId: string | null,
  context: AnswerContext,
  others: boolean,
): Promise<Silenced | null> {
  const { services } = context;
  const [collection, token, wallet] = ['collection', 'token', 'wallet'].map((name) =>
    options.getString(name),
  );
  const given = [others || null, token ?? collection, wallet].filter((one) => one !== null);
  if (given.length > 1) throw new UserError(({ silences }) => silences.oneThing);
  if (token !== null && token !== undefined) {
    const found = resolveToken(token, collection ?? null, services);
    return { scope: 'token', target: tokenKey(found.collection, found.tokenId), channelId };
  }
  if (collection !== null && collection !== undefined) {
    return { scope: 'collection', target: resolveCollection(collection, services).address, channelId };
  }
  if (wallet !== null && wallet !== undefined) {
    return {
      scope: 'wallet',
      target: await resolveWallet(resolveUser(wallet, services), context),
      channelId,
    };
  }
  return null;
}

/** The options for a collection, token or wallet. */
export const subjectOptions = ({ silences: words }: Messages): APIApplicationCommandBasicOption[] => [
  {
    type: ApplicationCommandOptionType.String,
    name: 'collection',
    description: words.collectionOption,
    autocomplete: true,
    max_length: 200,
  },
  {
    type: ApplicationCommandOptionType.String,
    name: 'token',
    description: words.tokenOption,
    autocomplete: true,
    max_length: 300,
  },
  {
    type: ApplicationCommandOptionType.String,
    name: 'wallet',
    description: words.walletOption,
    max_length: 300,
  },
];

/** Offers collections or tokens, whichever is typed. */
export async function subjectChoices(options: CommandOptions, services: CommandServices): Promise<Choices> {
  const { name, value } = options.getFocused();
  if (name === 'collection') return collectionChoices(value, services);
  const collection = options.getString('collection');
  return collection === null
    ? anyCollectionTokenChoices(value, services)
    : tokenChoices(value, collection, services);
}
