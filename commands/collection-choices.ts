import type { APIApplicationCommandOptionChoice } from 'discord-api-types/v10';
import type { CommandServices } from '#src/discord/services.ts';
import { markedName } from '#src/discord/views/marked-name.ts';
import { findCollection } from './resolve-collection.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;

/** Autocomplete choices of collections that match the typed or pasted text; the value is the address. */
export async function collectionChoices(
  typed: string,
  services: CommandServices,
): Promise<readonly APIApplicationCommandOptionChoice<string>[]> {
  const found = await services.collections.searchInTurns(typed);
  const pasted = found.length === 0 ? findCollection(typed, services) : undefined;
  return (pasted === undefined ? found : [pasted]).map((collection) => ({
    name: markedName(collection, CHOICE_LENGTH),
    value: collection.address,
  }));
}
