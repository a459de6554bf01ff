import type { APIApplicationCommandOptionChoice } from 'discord.js';
import type { CommandServices } from '../src/discord/services.ts';
import { plainLine } from '../src/discord/text.ts';
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
  return (pasted === undefined ? found : [pasted]).map(({ name, address, verified }) => {
    const mark = verified ? ' ✓' : '';
    const shown = plainLine(name, CHOICE_LENGTH - mark.length);
    return { name: `${shown === '' ? address : shown}${mark}`, value: address };
  });
}
