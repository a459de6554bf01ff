import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { MAX_PING_ROLES } from '#src/alerts/ping.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Fields } from '#src/discord/components/component.ts';
import { savedField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';

const draft = { draft: savedField };

/** Opens the modal for the pings of a draft. */
export const pingsLink = defineLink('draft-roles', draft, 'asker');
/** Takes the modal. */
export const pingsTypedLink = defineLink('draft-roles-typed', draft, 'asker');

const ROLES = 'roles';

/**
 * Builds the modal for the roles that a draft pings.
 * @param typed shown instead of what they are now
 */
export function pingsModal(draft: Draft, context: AnswerContext, typed: Fields = new Map()): Modal {
  const words = context.services.view.messages.setUp.pings;
  const modal = modalFor(words.title, pingsTypedLink.to({ draft: draft.id }), [], context);
  const roles = typed.get(ROLES) ?? draft.pingRoles;
  return {
    ...modal,
    components: [
      {
        type: ComponentType.Label,
        label: words.roles,
        description: words.rolesAbout,
        component: {
          type: ComponentType.RoleSelect,
          custom_id: ROLES,
          required: false,
          min_values: 0,
          max_values: MAX_PING_ROLES,
          default_values: roles.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
        },
      },
      ...modal.components,
    ],
  };
}

/** Returns the roles that were chosen. */
export const chosenRoles = (fields: Fields): readonly string[] =>
  [...new Set(fields.get(ROLES))].toSorted().slice(0, MAX_PING_ROLES);
