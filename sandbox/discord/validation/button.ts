import type { Check } from './checks.ts';
import {
  all,
  boolean,
  choice,
  isAbsent,
  isBlank,
  object,
  onRecord,
  optional,
  required,
  snowflake,
  text,
} from './checks.ts';
import { componentId, customId } from './component-fields.ts';
import { emoji } from './emoji.ts';
import type { Report } from './error-tree.ts';
import { url } from './url.ts';

const LINK = 5;
const PREMIUM = 6;

type Fields = Readonly<Record<string, unknown>>;

const BOTH_ID_AND_URL = {
  code: 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
  message: 'A custom id and url cannot both be specified',
};

function checkTarget(button: Fields, report: Report): void {
  const { custom_id: id, url: link, style } = button;
  if (!isAbsent(id) && !isAbsent(link)) {
    report.at('custom_id').add(BOTH_ID_AND_URL);
    report.at('url').add(BOTH_ID_AND_URL);
  } else if (style === LINK && !isAbsent(id)) {
    report
      .at('custom_id')
      .add({ code: 'BUTTON_COMPONENT_CUSTOM_ID_INVALID', message: 'A link button cannot have a custom id' });
  } else if (style !== LINK && !isAbsent(link)) {
    report
      .at('url')
      .add({ code: 'BUTTON_COMPONENT_URL_INVALID', message: 'Only a link button can have a url' });
  }
  if (style === LINK && isBlank(link))
    report.at('url').add({ code: 'BUTTON_COMPONENT_URL_REQUIRED', message: 'A url is required' });
  if (style !== LINK && isBlank(id))
    report
      .at('custom_id')
      .add({ code: 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', message: 'A custom id is required' });
}

function checkPremium(button: Fields, report: Report): void {
  if (isAbsent(button['sku_id']))
    report.at('sku_id').add({ code: 'BUTTON_COMPONENT_SKU_ID_REQUIRED', message: 'A sku id is required' });
  for (const key of ['custom_id', 'url', 'label', 'emoji']) {
    if (!isAbsent(button[key])) {
      report
        .at(key)
        .add({ code: 'BUTTON_COMPONENT_PREMIUM_INVALID', message: `A premium button cannot have a ${key}` });
    }
  }
}

const matchesStyle: Check = onRecord((button, report) => {
  if (button['style'] === PREMIUM) {
    checkPremium(button, report);
    return;
  }
  checkTarget(button, report);
  if (!isAbsent(button['sku_id']))
    report
      .at('sku_id')
      .add({ code: 'BUTTON_COMPONENT_SKU_ID_INVALID', message: 'Only a premium button can have a sku id' });
  if (isBlank(button['label']) && isAbsent(button['emoji']))
    report
      .at('label')
      .add({ code: 'BUTTON_COMPONENT_LABEL_REQUIRED', message: 'A label or emoji is required' });
});

/**
 * Discord docs: Button. Which fields are wanted depends on the style: 1 to 4 act (custom_id), 5 links (url),
 * 6 sells (sku_id). Discord's codes for a missing custom_id and for custom_id with url are known; the others that
 * begin with BUTTON_COMPONENT are named after their example.
 */
export const button: Check = all(
  object({
    id: optional(componentId),
    style: required(choice([1, 2, 3, 4, LINK, PREMIUM])),
    label: optional(text({ max: 80 })),
    emoji: optional(emoji),
    custom_id: optional(customId),
    url: optional(url({ max: 512, also: 'discord' })),
    sku_id: optional(snowflake),
    disabled: optional(boolean),
  }),
  matchesStyle,
);
