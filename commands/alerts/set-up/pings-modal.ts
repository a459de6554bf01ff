import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { pingFields } from '#src/alerts/filters/pings.ts';
import { MAX_PING_ROLES } from '#src/alerts/ping.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Fields } from '#src/discord/components/component.ts';
import { savedField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, type ModalField, modalFor } from '#src/discord/components/modal.ts';
import { presentTexts } from '../rule-input/rule-texts.ts';

const draft = { draft: savedField };

/** Opens the modal for the pings of a draft. */
export const pingsLink = defineLink('draft-roles', draft, 'asker');
/** Takes the modal. */
export const pingsTypedLink = defineLink('draft-roles-typed', draft, 'asker');

const ROLES = 'roles';
const MAX_TEXT_LENGTH = 100;

/**
 * Builds the modal for the roles that a draft pings, and when it does.
 * @param typed shown instead of what they are now
 */
export function pingsModal(draft: Draft, context: AnswerContext, typed: Fields = new Map()): Modal {
  const { services } = context;
  const words = services.view.messages.setUp.pings;
  const present = presentTexts(draft, services);
  const conditions = pingFields.map((field): ModalField => {
    const { label, about } = field.messages(services.view.messages.filters);
    const value = typed.get(field.key)?.[0] ?? present[field.key] ?? '';
    return { name: field.key, label, about, value, lines: 'one', maxLength: MAX_TEXT_LENGTH };
  });
  const modal = modalFor(words.title, pingsTypedLink.to({ draft: draft.id }), conditions, context);
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
