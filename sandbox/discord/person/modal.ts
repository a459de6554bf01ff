import { ComponentType } from 'discord-api-types/v10';
import { isRecord, textField } from '../wire/fields.ts';
import { allComponents, isSelect } from './components.ts';
import type { Modal } from './reply.ts';
import type { Resolver } from './resolve.ts';
import { defaultValues, validateSelection } from './select-values.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;

function toList(given: string | readonly string[]): readonly string[] {
  return typeof given === 'string' ? [given] : given;
}

function submittedField(component: Record<string, unknown>, values: Values, id: number, resolver: Resolver) {
  const customId = textField(component, 'custom_id') ?? '';
  const type = component['type'];
  const given = values[customId];
  const missing = (): UnavailableActionError =>
    new UnavailableActionError('missing-option', `The field "${customId}" is required.`);
  if (type !== ComponentType.TextInput) {
    const chosen = given === undefined ? defaultValues(component) : toList(given);
    if (chosen.length === 0 && component['required'] !== false && component['min_values'] !== 0) {
      throw missing();
    }
    if (isSelect(component)) {
      validateSelection(component, chosen, resolver);
    }
    return { type, id, custom_id: customId, values: chosen };
  }
  const text = typeof given === 'string' ? given : (textField(component, 'value') ?? '');
  if (text === '' && component['required'] !== false) {
    throw missing();
  }
  const max = Number(component['max_length'] ?? 4_000);
  const min = text === '' ? 0 : Number(component['min_length'] ?? 0);
  if (text.length > max || text.length < min) {
    throw new UnavailableActionError(
      'invalid-value',
      `The field "${customId}" takes ${min} to ${max} characters.`,
    );
  }
  return { type, id, custom_id: customId, value: text };
}

/**
 * The payload of a modal's submission. Fields that are not given keep their initial value. Throws a
 * PersonRefusal for unknown fields and invalid values; selected users, roles and channels are added to the
 * resolver.
 */
export function modalSubmission(modal: Modal, values: Values, resolver: Resolver): unknown[] {
  const known = allComponents(modal.components).map((component) => textField(component, 'custom_id'));
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) {
      throw new UnavailableActionError('unknown-component', `The modal has no field "${name}".`);
    }
  }
  let id = 0;
  return modal.components.filter(isRecord).map((holder) => {
    id += 1;
    const holderId = id;
    if (isRecord(holder['component'])) {
      id += 1;
      return {
        type: holder['type'],
        id: holderId,
        component: submittedField(holder['component'], values, id, resolver),
      };
    }
    if (!Array.isArray(holder['components'])) {
      return { type: holder['type'], id: holderId };
    }
    const inner = holder['components'].filter(isRecord).map((component) => {
      id += 1;
      return submittedField(component, values, id, resolver);
    });
    return { type: holder['type'], id: holderId, components: inner };
  });
}
