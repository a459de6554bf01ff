import { ComponentType } from 'discord-api-types/v10';
import { textField } from '../wire/fields.ts';
import { PersonRefusal } from './refusal.ts';
import type { Resolver } from './resolve.ts';

function offers(select: Record<string, unknown>, value: string, resolver: Resolver): boolean {
  switch (select['type']) {
    case ComponentType.UserSelect:
      return resolver.user(value);
    case ComponentType.RoleSelect:
      return resolver.role(value);
    case ComponentType.MentionableSelect:
      return resolver.user(value) || resolver.role(value);
    case ComponentType.ChannelSelect: {
      const types = select['channel_types'];
      return resolver.channel(value, Array.isArray(types) ? types.map(Number) : undefined);
    }
    default: {
      const options: unknown[] = Array.isArray(select['options']) ? select['options'] : [];
      return options.some((option) => textField(option, 'value') === value);
    }
  }
}

/** What a select menu has chosen before anybody touches it. */
export function defaultValues(select: Record<string, unknown>): readonly string[] {
  const options: unknown[] = Array.isArray(select['options']) ? select['options'] : [];
  const chosen: unknown[] = Array.isArray(select['default_values']) ? select['default_values'] : [];
  return [
    ...options.filter((option) => isDefault(option)).map((option) => textField(option, 'value')),
    ...chosen.map((value) => textField(value, 'id')),
  ].filter((value) => value !== undefined);
}

function isDefault(option: unknown): boolean {
  return typeof option === 'object' && option !== null && 'default' in option && option.default === true;
}

/**
 * Makes sure that a select menu, of a message or a form, lets these values be chosen; people, roles and channels among
 * them are then told of in the interaction. Throws a PersonRefusal.
 */
export function checkChosen(
  select: Record<string, unknown>,
  values: readonly string[],
  resolver: Resolver,
): void {
  const name = textField(select, 'custom_id') ?? '';
  const refuse = (why: string): PersonRefusal => new PersonRefusal('invalid-value', why);
  const [least, most] = [Number(select['min_values'] ?? 1), Number(select['max_values'] ?? 1)];
  const maySkip = select['required'] === false && values.length === 0;
  if ((values.length < least && !maySkip) || values.length > most) {
    throw refuse(`The select "${name}" takes ${least} to ${most} values.`);
  }
  if (new Set(values).size !== values.length) {
    throw refuse(`The select "${name}" takes every value once.`);
  }
  for (const value of values) {
    if (!offers(select, value, resolver)) {
      throw refuse(`The select "${name}" does not offer "${value}".`);
    }
  }
}
