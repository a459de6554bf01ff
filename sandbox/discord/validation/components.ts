import { button } from './button.ts';
import type { Check } from './checks.ts';
import {
  all,
  asList,
  boolean,
  choice,
  integer,
  isRecord,
  lengthOf,
  listOf,
  object,
  optional,
  required,
  text,
} from './checks.ts';
import { componentId } from './component-fields.ts';
import type { Report } from './error-tree.ts';
import { channelSelect, mentionableSelect, roleSelect, stringSelect, userSelect } from './select.ts';
import { union } from './union.ts';
import { attachmentReference, url } from './url.ts';

const MAX_ROWS = 5;
const ROW_WIDTH = 5;
const BUTTON = 2;
const TEXT_DISPLAY = 10;
const MAX_V2_COMPONENTS = 40;
const MAX_V2_CHARACTERS = 4000;

/** A button takes one of a row's five slots, everything else all of them. */
const fitsRow: Check = (components, report) => {
  const row = asList(components);
  if (row.length > ROW_WIDTH) return;
  let width = 0;
  for (const [index, item] of row.entries()) {
    width += isRecord(item) && item['type'] === BUTTON ? 1 : ROW_WIDTH;
    if (width > ROW_WIDTH) {
      report.at(index).add({
        code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
        message: 'The specified component exceeds the maximum width',
      });
    }
  }
};

/** A row of components that together fill at most its five slots. */
export const actionRowOf = (kinds: Readonly<Record<number, Check>>): Check =>
  object({
    id: optional(componentId),
    components: required(all(listOf(union(kinds), { min: 1, max: ROW_WIDTH }), fitsRow)),
  });

const actionRow = actionRowOf({
  2: button,
  3: stringSelect,
  5: userSelect,
  6: roleSelect,
  7: mentionableSelect,
  8: channelSelect,
});

/** The text component of Components V2, in messages and modals. */
export const textDisplay = object({
  id: optional(componentId),
  content: required(text({ min: 1, max: MAX_V2_CHARACTERS })),
});

/** What Components V2 add to action rows (Discord docs: Component Reference). */
function v2Kinds(fileNames: ReadonlySet<string>): Readonly<Record<number, Check>> {
  const media = object({ url: required(url({ max: 2048, also: 'attachment', fileNames })) });
  const pictured = {
    media: required(media),
    description: optional(text({ min: 1, max: 1024 })),
    spoiler: optional(boolean),
  };
  const section = object({
    id: optional(componentId),
    components: required(listOf(union({ 10: textDisplay }), { min: 1, max: 3 })),
    accessory: required(union({ 2: button, 11: object({ id: optional(componentId), ...pictured }) })),
  });
  const gallery = object({
    id: optional(componentId),
    items: required(listOf(object(pictured), { min: 1, max: 10 })),
  });
  const file = object({
    id: optional(componentId),
    file: required(object({ url: required(attachmentReference(fileNames)) })),
    spoiler: optional(boolean),
  });
  const separator = object({
    id: optional(componentId),
    divider: optional(boolean),
    spacing: optional(choice([1, 2])),
  });
  const inContainer = { 1: actionRow, 9: section, 10: textDisplay, 12: gallery, 13: file, 14: separator };
  const container = object({
    id: optional(componentId),
    accent_color: optional(integer({ min: 0, max: 0xffffff })),
    spoiler: optional(boolean),
    components: required(listOf(union(inContainer), { min: 1, max: MAX_V2_COMPONENTS })),
  });
  return { ...inContainer, 17: container };
}

type Visit = (component: Readonly<Record<string, unknown>>, report: Report) => void;

/** Visits every component at any depth, with the report for its path. */
function visitComponents(components: unknown, report: Report, visit: Visit): void {
  for (const [index, item] of asList(components).entries()) visitOne(item, report.at(index), visit);
}

function visitOne(item: unknown, report: Report, visit: Visit): void {
  if (!isRecord(item)) return;
  visit(item, report);
  visitComponents(item['components'], report.at('components'), visit);
  visitOne(item['accessory'], report.at('accessory'), visit);
  visitOne(item['component'], report.at('component'), visit);
}

/** Every custom_id is unique within the message or modal. */
export const uniqueCustomIds: Check = (components, report) => {
  const seen = new Set<string>();
  visitComponents(components, report, ({ custom_id: id }, at) => {
    if (typeof id !== 'string') return;
    if (seen.has(id)) {
      at.at('custom_id').add({
        code: 'COMPONENT_CUSTOM_ID_DUPLICATED',
        message: 'Component custom id cannot be duplicated',
      });
    }
    seen.add(id);
  });
};

const withinV2Totals: Check = (components, report) => {
  let count = 0;
  let characters = 0;
  visitComponents(components, report, ({ type, content }) => {
    count += 1;
    if (type === TEXT_DISPLAY && typeof content === 'string') characters += lengthOf(content);
  });
  if (count > MAX_V2_COMPONENTS) {
    report.add({
      code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      message: `Total number of components cannot exceed ${MAX_V2_COMPONENTS}`,
    });
  }
  if (characters > MAX_V2_CHARACTERS) {
    report.add({
      code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      message: `The total size of displayable text exceeded limit of ${MAX_V2_CHARACTERS}`,
    });
  }
};

/** The components of a message without Components V2: up to five action rows. */
export const legacyComponents: Check = all(
  listOf(union({ 1: actionRow }), { max: MAX_ROWS }),
  uniqueCustomIds,
);

/** The components of a message with the Components V2 flag. */
export const v2Components = (fileNames: ReadonlySet<string>): Check =>
  all(listOf(union(v2Kinds(fileNames))), uniqueCustomIds, withinV2Totals);
