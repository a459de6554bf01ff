import type { APIApplicationCommandOptionChoice } from 'discord.js';
import type { CommandServices } from '../src/discord/services.ts';
import { plainLine } from '../src/discord/text.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;

/** Collections that fit what was typed, as autocomplete choices whose value is the address. */
export function collectionChoices(
  typed: string,
  services: CommandServices,
): readonly APIApplicationCommandOptionChoice<string>[] {
  return services.collections.search(typed).map(({ name, address, verified }) => {
    const mark = verified ? ' ✓' : '';
    const shown = plainLine(name, CHOICE_LENGTH - mark.length);
    return { name: `${shown === '' ? address : shown}${mark}`, value: address };
  });
}
