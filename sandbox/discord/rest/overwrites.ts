import type { OverwriteRecord } from '../state/records.ts';
import { bitsField, field, isRecord, textField } from '../wire/fields.ts';

/** One permission overwrite from a body; null when it names nobody. */
export function overwriteOf(id: string | undefined, body: unknown): OverwriteRecord | null {
  if (id === undefined) {
    return null;
  }
  const type = Number(field(body, 'type')) === 1 ? 1 : 0;
  return { id, type, allow: bitsField(body, 'allow') ?? 0n, deny: bitsField(body, 'deny') ?? 0n };
}

/** The list of overwrites in a channel's body. */
export function overwritesOf(list: unknown): OverwriteRecord[] {
  const entries: unknown[] = Array.isArray(list) ? list.filter(isRecord) : [];
  return entries
    .map((entry) => overwriteOf(textField(entry, 'id'), entry))
    .filter((overwrite) => overwrite !== null);
}
