import type { APIAttachment, APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { isRecord, textField } from './fields.ts';

const STRING_SELECT = 3;
const LAST_SELECT = 8;
const THUMBNAIL = 11;
const GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;
const LABEL = 18;

type Attachments = ReadonlyMap<string, APIAttachment>;

const isSelect = (type: number): boolean =>
  type === STRING_SELECT || (type > STRING_SELECT + 1 && type <= LAST_SELECT);

/** The media of `attachment://name`, or of another address (Discord docs: Unfurled Media Item). */
function unfurled(media: unknown, attachments: Attachments, newId: () => string): unknown {
  const url = textField(media, 'url');
  if (url === undefined) {
    return media;
  }
  const file = url.startsWith('attachment://') ? attachments.get(url.slice(13)) : undefined;
  return {
    id: newId(),
    url: file?.url ?? url,
    proxy_url: file?.proxy_url ?? url,
    width: null,
    height: null,
    content_type: file?.content_type ?? null,
    ...(file === undefined ? {} : { attachment_id: file.id }),
  };
}

/** The fields of Discord's answers that a sender may omit, by type (OpenAPI document). */
function withDefaults(
  type: number,
  sent: Readonly<Record<string, unknown>>,
  attachments: Attachments,
  newId: () => string,
): Record<string, unknown> {
  const spoiler = sent['spoiler'] ?? false;
  const pictured = (item: Readonly<Record<string, unknown>>) => ({
    media: unfurled(item['media'], attachments, newId),
    description: item['description'] ?? null,
    spoiler: item['spoiler'] ?? false,
  });
  switch (type) {
    case THUMBNAIL:
      return pictured(sent);
    case GALLERY:
      return { items: Array.isArray(sent['items']) ? sent['items'].filter(isRecord).map(pictured) : [] };
    case FILE: {
      const name = textField(sent['file'], 'url')?.slice('attachment://'.length) ?? '';
      const file = attachments.get(name);
      const shown = unfurled(sent['file'], attachments, newId);
      return { file: shown, name: file?.filename ?? null, size: file?.size ?? null, spoiler };
    }
    case SEPARATOR:
      return { divider: sent['divider'] ?? true, spacing: sent['spacing'] ?? 1 };
    case CONTAINER:
      return { accent_color: sent['accent_color'] ?? null, spoiler };
    default:
      return isSelect(type)
        ? { min_values: sent['min_values'] ?? 1, max_values: sent['max_values'] ?? 1 }
        : {};
  }
}

/**
 * Sent components as Discord returns them: each with an id, and with all defaults.
 * @param attachments of the message, which `attachment://` names
 */
export function numberedComponents(
  sent: unknown,
  attachments: readonly APIAttachment[],
  newId: () => string,
): APIMessageTopLevelComponent[] {
  const byName = new Map(attachments.map((attachment) => [attachment.filename, attachment]));
  let next = 1;

  function number(component: unknown): unknown {
    if (!isRecord(component)) {
      return component;
    }
    const type = typeof component['type'] === 'number' ? component['type'] : 0;
    const id = typeof component['id'] === 'number' && component['id'] !== 0 ? component['id'] : next;
    next += 1;
    const inner: Record<string, unknown> = {};
    if (Array.isArray(component['components'])) {
      inner['components'] = component['components'].map(number);
    }
    if (isRecord(component['accessory'])) {
      inner['accessory'] = number(component['accessory']);
    }
    if (type === LABEL && isRecord(component['component'])) {
      inner['component'] = number(component['component']);
    }
    return { ...component, ...withDefaults(type, component, byName, newId), ...inner, id };
  }

  return (Array.isArray(sent) ? sent.map(number) : []) as APIMessageTopLevelComponent[];
}
