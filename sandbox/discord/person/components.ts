import { ComponentType } from 'discord-api-types/v10';
import { field, isRecord, textField } from '../wire/fields.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

/** Every component of a list, at any depth, in display order. */
export function allComponents(components: unknown): Record<string, unknown>[] {
  const list: unknown[] = Array.isArray(components) ? components : [];
  return list
    .filter(isRecord)
    .flatMap((component) => [
      component,
      ...allComponents(component['components']),
      ...allComponents([component['accessory']]),
      ...allComponents([component['component']]),
    ]);
}

function usable(found: Record<string, unknown> | undefined, what: string): Record<string, unknown> {
  if (found === undefined) {
    throw new UnavailableActionError('unknown-component', `There is no ${what} on this message.`);
  }
  if (found['disabled'] === true) {
    throw new UnavailableActionError('disabled-component', `The ${what} is disabled.`);
  }
  return found;
}

/** The button with a label or custom id. Throws a PersonRefusal when there is none, or it is disabled. */
export function buttonOf(components: unknown, labelOrCustomId: string): Record<string, unknown> {
  const buttons = allComponents(components).filter((component) => component['type'] === ComponentType.Button);
  const found = buttons.find(
    (button) =>
      button['custom_id'] === labelOrCustomId ||
      button['label'] === labelOrCustomId ||
      textField(field(button, 'emoji'), 'name') === labelOrCustomId,
  );
  const button = usable(found, `button "${labelOrCustomId}"`);
  if (textField(button, 'custom_id') === undefined) {
    throw new UnavailableActionError(
      'unknown-component',
      `The button "${labelOrCustomId}" only opens a link.`,
    );
  }
  return button;
}

const SELECTS: ReadonlySet<unknown> = new Set([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

/** Whether a component is a select menu of any type. */
export function isSelect(component: Record<string, unknown>): boolean {
  return SELECTS.has(component['type']);
}

/** The select menu with a custom id. Throws a PersonRefusal when there is none, or it is disabled. */
export function selectOf(components: unknown, customId: string): Record<string, unknown> {
  const found = allComponents(components).find(
    (component) => component['custom_id'] === customId && isSelect(component),
  );
  return usable(found, `select "${customId}"`);
}
