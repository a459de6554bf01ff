import { ComponentType } from 'discord-api-types/v10';
import { isRecord, textField } from '../wire/fields.ts';
import { allComponents, isSelect } from './components.ts';
import { PersonRefusal } from './refusal.ts';
import type { Modal } from './reply.ts';
import type { Resolver } from './resolve.ts';
import { checkChosen, defaultValues } from './select-values.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;

function listed(given: string | readonly string[]): readonly string[] {
  return typeof given === 'string' ? [given] : given;
}

function filled(component: Record<string, unknown>, values: Values, id: number, resolver: Resolver) {
  const customId = textField(component, 'custom_id') ?? '';
  const type = component['type'];
  const given = values[customId];
  const missing = (): PersonRefusal =>
    new PersonRefusal('missing-option', `The field "${customId}" is required.`);
  if (type !== ComponentType.TextInput) {
    const chosen = given === undefined ? defaultValues(component) : listed(given);
    if (chosen.length === 0 && component['required'] !== false && component['min_values'] !== 0) {
      throw missing();
    }
    if (isSelect(component)) {
      checkChosen(component, chosen, resolver);
    }
    return { type, id, custom_id: customId, values: chosen };
  }
  const text = typeof given === 'string' ? given : (textField(component, 'value') ?? '');
  if (text === '' && component['required'] !== false) {
    throw missing();
  }
  const most = Number(component['max_length'] ?? 4_000);
  const least = text === '' ? 0 : Number(component['min_length'] ?? 0);
  if (text.length > most || text.length < least) {
    throw new PersonRefusal('invalid-value', `The field "${customId}" takes ${least} to ${most} characters.`);
  }
  return { type, id, custom_id: customId, value: text };
}

/**
 * What submitting a modal sends. Fields that are not named keep what they were filled with. Throws a PersonRefusal
 * for fields that are not there and for values that do not fit; the resolver learns of what was chosen.
 */
export function filledModal(modal: Modal, values: Values, resolver: Resolver): unknown[] {
  const known = allComponents(modal.components).map((component) => textField(component, 'custom_id'));
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) {
      throw new PersonRefusal('unknown-component', `The form has no field "${name}".`);
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
        component: filled(holder['component'], values, id, resolver),
      };
    }
    if (!Array.isArray(holder['components'])) {
      return { type: holder['type'], id: holderId };
    }
    const inner = holder['components'].filter(isRecord).map((component) => {
      id += 1;
      return filled(component, values, id, resolver);
    });
    return { type: holder['type'], id: holderId, components: inner };
  });
}
