import type { JsonObject } from './subjects.ts';

type Random = () => number;

export function pick<T>(choices: readonly [T, ...T[]], random: Random): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

export function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

/** Values that JSON.stringify cannot write; `written` inserts them in place of their markers. */
const RAW = new Map<string, string>([
  ['@infinite@', '1e999'],
  ['@huge@', '9'.repeat(90)],
  ['@float@', '1.0'],
  ['@exponent@', '1e3'],
  ['@tiny@', '1e-400'],
  ['@deep@', `${'['.repeat(3_000)}${']'.repeat(3_000)}`],
  ['@proto@', '{"__proto__":{"address":1},"constructor":null,"toString":1}'],
  ['@surrogate@', '"\\ud800"'],
  ['@nul@', '"\\u0000"'],
]);

/** A value that no field expects. */
function oddValue(random: Random): unknown {
  const values: readonly unknown[] = [
    ...[null, '', ' ', '-', 'null', 'undefined', 'NaN', '0x', '0xzz', true, false, 0, -1, 1.5, 1e21],
    ...[[], {}, [null], [[]], [{}], { $oid: 'x' }, { $numberLong: '9' }, { address: {} }, { id: [] }],
    ...['\u202e', '<script>', '9'.repeat(500), 'x'.repeat(5_000), '2025-13-99', '-0', '1e9999', '1/0'],
    ...RAW.keys(),
    below(2 ** 31, random),
    String.fromCharCode(below(0xffff, random)),
  ];
  return values[below(values.length, random)];
}

/** JSON text with the raw values inserted. */
export function written(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.replace(/"(@[a-z]+@)"/g, (whole, mark: string) => RAW.get(mark) ?? whole);
}

/** Paths of all values within a value. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([key, field]) => placesIn(field, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], odd: unknown): unknown {
  if (key === undefined) return odd;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? replaced(item, rest, odd) : item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === key ? replaced(field, rest, odd) : field]),
  );
}

/** The record with one to three of its values replaced, and the names of the changed fields. */
export function damagedFields(record: JsonObject, random: Random): { value: unknown; fields: Set<string> } {
  const fields = new Set<string>();
  let value: unknown = record;
  for (let blow = below(3, random); blow >= 0; blow -= 1) {
    const places = placesIn(value);
    const place = places[below(places.length, random)];
    if (place === undefined) break;
    fields.add(place[0] ?? '');
    value = replaced(value, place, oddValue(random));
  }
  return { value, fields };
}

/** The answer with one value replaced anywhere. */
export function damagedAnywhere(answer: unknown, random: Random): unknown {
  const places = placesIn(answer);
  const place = places[below(places.length, random)] ?? [];
  return replaced(answer, place, oddValue(random));
}

/** A value that is no record. */
export function nonsense(random: Random): unknown {
  return oddValue(random);
}

/** Text cut, overwritten or doubled in one to four places. */
export function damagedText(text: string, random: Random): string {
  const bits = [
    'null',
    '[]',
    '{}',
    '""',
    '-1',
    '}',
    ']',
    ',',
    '"',
    ':',
    '\\',
    '\u0000',
    '\ud800',
    '',
  ] as const;
  let result = text;
  for (let blow = below(4, random); blow >= 0; blow -= 1) {
    const at = below(result.length + 1, random);
    const drop = random() < 0.1 ? result.length : below(12, random);
    const put = random() < 0.3 ? result.slice(at, at + below(60, random)) : pick(bits, random);
    result = result.slice(0, at) + put + result.slice(at + drop);
  }
  return result;
}
