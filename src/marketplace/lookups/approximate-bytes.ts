/** Approximate overhead of each value, bytes. */
const VALUE_WEIGHT = 16;

/** Estimates how many bytes a decoded value takes in memory; always positive. */
export function approximateBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return VALUE_WEIGHT + value.length * 2;
    case 'object': {
      if (value === null) return VALUE_WEIGHT;
      let weight = VALUE_WEIGHT;
      for (const inner of Object.values(value)) weight += approximateBytes(inner);
      return weight;
    }
    default:
      return VALUE_WEIGHT;
  }
}
