import type { APIEmbedField } from 'discord-api-types/v10';

/** A field with its columns in Discord's grid of twelve: from (inclusive) and to (exclusive). */
export interface PlacedField {
  readonly field: APIEmbedField;
  readonly from: number;
  readonly to: number;
}

const COLUMNS = 12;
const FIELDS_PER_ROW = 3;

/** Fields in Discord's layout: up to three inline fields share a row evenly, others have their own. */
export function placedFields(fields: readonly APIEmbedField[]): readonly PlacedField[] {
  const rows: APIEmbedField[][] = [];
  for (const field of fields) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row !== undefined && field.inline === true && first?.inline === true && row.length < FIELDS_PER_ROW)
      row.push(field);
    else rows.push([field]);
  }
  return rows.flatMap((row) => {
    const width = COLUMNS / row.length;
    return row.map((field, index) => ({ field, from: 1 + index * width, to: 1 + (index + 1) * width }));
  });
}
