import { ComponentType } from 'discord-api-types/v10';
import { textField } from '../wire/fields.ts';
import type { Resolver } from './resolve.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

function isOffered(select: Record<string, unknown>, value: string, resolver: Resolver): boolean {
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

/** The initial selection of a select menu. */
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
 * Checks that a select menu, in a message or a modal, allows these values, and adds selected users, roles and
 * channels to the resolved data. Throws a PersonRefusal.
 */
export function validateSelection(
  select: Record<string, unknown>,
  values: readonly string[],
  resolver: Resolver,
): void {
  const name = textField(select, 'custom_id') ?? '';
  const invalidValue = (why: string): UnavailableActionError =>
    new UnavailableActionError('invalid-value', why);
  const [min, max] = [Number(select['min_values'] ?? 1), Number(select['max_values'] ?? 1)];
  const canBeEmpty = select['required'] === false && values.length === 0;
  if ((values.length < min && !canBeEmpty) || values.length > max) {
    throw invalidValue(`The select "${name}" takes ${min} to ${max} values.`);
  }
  if (new Set(values).size !== values.length) {
    throw invalidValue(`The select "${name}" takes every value once.`);
  }
  for (const value of values) {
    if (!isOffered(select, value, resolver)) {
      throw invalidValue(`The select "${name}" does not offer "${value}".`);
    }
  }
}
