/** What each value costs beside its characters, roughly as many bytes as the engine needs for it. */
const VALUE_WEIGHT = 16;

/** About how many bytes a decoded value takes in memory; always positive. */
export function weightOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return VALUE_WEIGHT + value.length * 2;
    case 'object': {
      if (value === null) return VALUE_WEIGHT;
      let weight = VALUE_WEIGHT;
      for (const inner of Object.values(value)) weight += weightOf(inner);
      return weight;
    }
    default:
      return VALUE_WEIGHT;
  }
}
