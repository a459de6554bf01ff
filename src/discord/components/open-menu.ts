import { ComponentType } from 'discord-api-types/v10';
import type { Row } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { sanitizeLine } from '../text.ts';
import { writeCustomId, writeMenuId } from './custom-id.ts';
import type { Destination } from './link.ts';

/** A menu entry that leads to a component. */
export interface MenuEntry {
  readonly label: string;
  readonly description?: string | null;
  readonly to: Destination;
}

/** Discord allows at most 25 options of 100 characters each. */
const MAX_OPTIONS = 25;
const TEXT_LENGTH = 100;

/**
 * A menu whose choices lead to components; no row for an empty list. The value of a choice is a custom id that leads
 * there.
 */
export function openMenu(
  name: string,
  placeholder: string,
  entries: readonly MenuEntry[],
  { requester, services }: Pick<AnswerContext, 'requester' | 'services'>,
): readonly Row[] {
  const options = new Map(
    entries.slice(0, MAX_OPTIONS).map(({ label, description, to }) => {
      const value = writeCustomId(to, { requester });
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
          custom_id: writeMenuId(name),
          placeholder,
          options: [...options.values()],
        },
      ],
    },
  ];
}
