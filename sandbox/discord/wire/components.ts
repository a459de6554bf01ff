import type { APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { isRecord } from './fields.ts';

const STRING_SELECT = 3;
const LAST_SELECT = 8;
const LABEL = 18;

/** Sent components as Discord gives them back: each with a number, selects with their bounds. */
export function numberedComponents(sent: unknown): APIMessageTopLevelComponent[] {
  let next = 1;

  function number(component: unknown): unknown {
    if (!isRecord(component)) {
      return component;
    }
    const type = typeof component['type'] === 'number' ? component['type'] : 0;
    const isSelect = type === STRING_SELECT || (type > 4 && type <= LAST_SELECT);
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
    return { ...(isSelect ? { min_values: 1, max_values: 1 } : {}), ...component, ...inner, id };
  }

  return (Array.isArray(sent) ? sent.map(number) : []) as APIMessageTopLevelComponent[];
}
