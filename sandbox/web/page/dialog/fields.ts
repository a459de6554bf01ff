import type { ShownModal } from '../../contract.ts';
import type { AutoSelect } from '../composer/entities.ts';
import type { Choice } from '../composer/option-value.ts';

/** A field of a modal in either of Discord's forms (Discord docs: Label, Action Row). */
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
  readonly options: readonly FieldOption[];
  /** How many options may be chosen. */
  readonly min: number;
  readonly max: number;
}

interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly chosen: boolean;
}

/** Discord docs: Component Types. */
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const SELECTS: ReadonlySet<unknown> = new Set([3, 5, 6, 7, 8]);
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

type Offered = (select: AutoSelect) => readonly Choice[];

/** The options of a menu: its own, or those of the server. */
function optionsOf(component: Readonly<Record<string, unknown>>, offered: Offered): ModalField['options'] {
  const own: readonly unknown[] = Array.isArray(component['options']) ? component['options'] : [];
  const chosen: readonly unknown[] = Array.isArray(component['default_values'])
    ? component['default_values']
    : [];
  const defaults = new Set(chosen.filter(isRecord).map(({ id }) => id));
  const types = component['channel_types'];
  const select = {
    type: number(component['type'], 0),
    channel_types: Array.isArray(types) ? types.map(Number) : undefined,
  };
  return [
    ...own.filter(isRecord).map((option) => ({
      value: text(option['value']) ?? '',
      label: text(option['label']) ?? '',
      description: text(option['description']) ?? undefined,
      chosen: option['default'] === true,
    })),
    ...offered(select).map(({ name, value }) => ({
      value: String(value),
      label: name,
      chosen: defaults.has(value),
    })),
  ];
}

function fieldOf(
  component: unknown,
  label: string | null,
  description: string | null,
  offered: Offered,
): ModalField | null {
  if (!isRecord(component)) return null;
  const customId = text(component['custom_id']);
  const { type } = component;
  if (customId === null || (type !== TEXT_INPUT && !SELECTS.has(type))) return null;
  return {
    customId,
    label: label ?? text(component['label']) ?? customId,
    description,
    required: component['required'] !== false,
    kind: SELECTS.has(type) ? 'select' : component['style'] === PARAGRAPH ? 'paragraph' : 'line',
    placeholder: text(component['placeholder']) ?? '',
    value: text(component['value']) ?? '',
    minLength: number(component['min_length'], 0),
    maxLength: number(component['max_length'], 4_000),
    options: optionsOf(component, offered),
    min: component['required'] === false ? 0 : number(component['min_values'], 1),
    max: number(component['max_values'], 1),
  };
}

/**
 * The text and choice fields of a modal, in order.
 * @param offered the choices of menus of users, roles and channels
 */
export function modalFields(modal: ShownModal, offered: Offered): readonly ModalField[] {
  return modal.components
    .filter(isRecord)
    .flatMap((holder) => {
      const inner: readonly unknown[] = Array.isArray(holder['components']) ? holder['components'] : [];
      return [
        fieldOf(holder['component'], text(holder['label']), text(holder['description']), offered),
        ...inner.map((component) => fieldOf(component, null, null, offered)),
      ];
    })
    .filter((field) => field !== null);
}

/** The texts between the fields of a modal, in Discord's markdown. */
export const modalTexts = (modal: ShownModal): readonly string[] =>
  modal.components
    .filter(isRecord)
    .flatMap(({ type, content }) => (type === TEXT_DISPLAY && typeof content === 'string' ? [content] : []));
