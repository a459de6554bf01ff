import type { Check } from './checks.ts';
import { integer, isRecord, object, required } from './checks.ts';

/** One of several kinds of object, distinguished by the number in `type`: a component, a command's option. */
export function union(kinds: Readonly<Record<number, Check>>): Check {
  const known = Object.keys(kinds);
  // Formatted as a Python tuple, as Discord does.
  const listed = known.length === 1 ? `${known[0]},` : known.join(', ');
  const checkType = object({ type: required(integer()) });
  return (value, report) => {
    const type = isRecord(value) ? value['type'] : undefined;
    if (typeof type !== 'number') {
      checkType(value, report);
      return;
    }
    const check = kinds[type];
    if (check !== undefined) check(value, report);
    else
      report.add({
        code: 'UNION_TYPE_CHOICES',
        message: `Value of field "type" must be one of (${listed}).`,
      });
  };
}
