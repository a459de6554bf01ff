import type { APIApplicationCommandOptionChoice } from 'discord.js';
import type { CommandServices } from '../src/discord/services.ts';
import { markedName } from '../src/discord/views/marked-name.ts';
import { understoodCollection } from './named-collection.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;

/** Collections that fit what was typed or pasted, as autocomplete choices whose value is the address. */
export function collectionChoices(
  typed: string,
  services: CommandServices,
): readonly APIApplicationCommandOptionChoice<string>[] {
  const found = services.collections.search(typed);
  const pasted = found.length === 0 ? understoodCollection(typed, services) : undefined;
  return (pasted === undefined ? found : [pasted]).map((collection) => ({
    name: markedName(collection, CHOICE_LENGTH),
    value: collection.address,
  }));
}
