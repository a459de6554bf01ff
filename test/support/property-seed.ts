import fc from 'fast-check';

const DEFAULT_SEED = 1;

/**
 * A change is judged by the same generated cases each time. `PROPERTY_SEED` (an integer, or `random`) chooses others.
 */
const wanted = process.env['PROPERTY_SEED'];
if (wanted !== 'random') {
  const seed = wanted === undefined ? DEFAULT_SEED : Number(wanted);
  if (!Number.isInteger(seed))
    throw new Error(`PROPERTY_SEED is ${wanted}; it must be an integer or "random".`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
