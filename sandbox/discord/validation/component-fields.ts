import type { Check } from './checks.ts';
import { integer, isRecord, object, required, text } from './checks.ts';

/** What the app names an interactive component by. */
export const customId: Check = text({ min: 1, max: 100 });

/** The number that Discord finds a component by, inside its message. */
export const componentId: Check = integer({ min: 0, max: 2 ** 31 - 1 });

/** One of several kinds of component, told apart by `type`. */
export function component(kinds: Readonly<Record<number, Check>>): Check {
  const known = Object.keys(kinds);
  // The list is written as Python writes a tuple, as Discord does.
  const listed = known.length === 1 ? `${known[0]},` : known.join(', ');
  const checkType = object({ type: required(integer()) });
  return (value, report) => {
    const type = isRecord(value) ? value['type'] : undefined;
    const check = typeof type === 'number' ? kinds[type] : undefined;
    if (check !== undefined) check(value, report);
    else if (typeof type === 'number')
      report.add({
        code: 'UNION_TYPE_CHOICES',
        message: `Value of field "type" must be one of (${listed}).`,
      });
    else checkType(value, report);
  };
}
