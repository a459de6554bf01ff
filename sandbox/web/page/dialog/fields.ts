import type { ShownModal } from '../../contract.ts';

/** A field of a form, whichever way it was written down (Discord docs: Label, Action Row). */
export interface ModalField {
  readonly customId: string;
  readonly label: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly kind: 'line' | 'paragraph' | 'select';
  readonly placeholder: string;
  readonly value: string;
  readonly minLength: number;
  readonly maxLength: number;
  readonly options: readonly { readonly value: string; readonly label: string; readonly chosen: boolean }[];
  readonly most: number;
}

/** Discord docs: Component Types. */
const TEXT_INPUT = 4;
const STRING_SELECT = 3;
const PARAGRAPH = 2;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function fieldOf(component: unknown, label: string | null, description: string | null): ModalField | null {
  if (!isRecord(component)) return null;
  const customId = text(component['custom_id']);
  const { type } = component;
  if (customId === null || (type !== TEXT_INPUT && type !== STRING_SELECT)) return null;
  const options: readonly unknown[] = Array.isArray(component['options']) ? component['options'] : [];
  return {
    customId,
    label: label ?? text(component['label']) ?? customId,
    description,
    required: component['required'] !== false,
    kind: type === STRING_SELECT ? 'select' : component['style'] === PARAGRAPH ? 'paragraph' : 'line',
    placeholder: text(component['placeholder']) ?? '',
    value: text(component['value']) ?? '',
    minLength: number(component['min_length'], 0),
    maxLength: number(component['max_length'], 4_000),
    options: options.filter(isRecord).map((option) => ({
      value: text(option['value']) ?? '',
      label: text(option['label']) ?? '',
      chosen: option['default'] === true,
    })),
    most: number(component['max_values'], 1),
  };
}

/** The fields of a form in their order; what is no field of text or choice is left out. */
export function modalFields(modal: ShownModal): readonly ModalField[] {
  return modal.components
    .filter(isRecord)
    .flatMap((holder) => {
      const inner: readonly unknown[] = Array.isArray(holder['components']) ? holder['components'] : [];
      return [
        fieldOf(holder['component'], text(holder['label']), text(holder['description'])),
        ...inner.map((component) => fieldOf(component, null, null)),
      ];
    })
    .filter((field) => field !== null);
}
