import { ComponentType } from 'discord-api-types/v10';
import type { AnswerContext } from '../answer-context.ts';
import { type Destination, writeScreenId } from '../screens/link.ts';
import { sanitizeLine } from '../text.ts';
import type { Row } from './row.ts';

/** A menu entry that opens a screen. */
export interface MenuEntry {
  readonly label: string;
  readonly description?: string | null;
  readonly to: Destination;
}

/** Discord allows at most 25 options of 100 characters each. */
const MAX_OPTIONS = 25;
const TEXT_LENGTH = 100;

/**
 * Builds a menu whose choices open screens; no row for an empty list. The value of a choice is the custom id of a
 * screen.
 */
export function openMenu(
  name: string,
  placeholder: string,
  entries: readonly MenuEntry[],
  { requester, services }: Pick<AnswerContext, 'requester' | 'services'>,
): readonly Row[] {
  const options = new Map(
    entries.slice(0, MAX_OPTIONS).map(({ label, description, to }) => {
      const value = writeScreenId({ destination: to, requester });
      const about = sanitizeLine(description ?? '', TEXT_LENGTH);
      return [
        value,
        {
          label: sanitizeLine(label, TEXT_LENGTH) || services.view.messages.lists.unnamed,
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
