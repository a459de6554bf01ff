import { ComponentType } from 'discord.js';
import type { AnswerContext, Row } from '../answer.ts';
import { writeTicket } from '../custom-id.ts';
import type { Place } from '../place.ts';
import { plainLine } from '../text.ts';

/** An entry of a menu that opens an item of a list. */
export interface MenuEntry {
  readonly label: string;
  readonly description?: string | null;
  readonly place: Place;
}

/** Discord: at most 25 options of 100 characters each. */
const MAX_OPTIONS = 25;
const TEXT_LENGTH = 100;

/** A menu whose choices lead to places; no row for an empty list. The value of a choice is the whole ticket. */
export function openMenu(
  name: string,
  placeholder: string,
  entries: readonly MenuEntry[],
  { asker }: Pick<AnswerContext, 'asker'>,
): readonly Row[] {
  const options = new Map(
    entries.slice(0, MAX_OPTIONS).map(({ label, description, place }) => {
      const value = writeTicket({ place, asker });
      const about = plainLine(description ?? '', TEXT_LENGTH);
      return [
        value,
        {
          label: plainLine(label, TEXT_LENGTH) || 'unnamed',
          value,
          ...(about === '' ? {} : { description: about }),
        },
      ];
    }),
  );
  if (options.size === 0) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: `menu.${name}`,
          placeholder,
          options: [...options.values()],
        },
      ],
    },
  ];
}
