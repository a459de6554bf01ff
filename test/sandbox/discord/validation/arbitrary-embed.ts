import * as fc from 'fast-check';

/** Text that is not only white space, of any alphabet, at most `max` code points. */
const text = (max: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: max, size: 'medium' })
    .filter((value) => value.trim() !== '');

const url = fc.webUrl({ withFragments: true, withQueryParameters: true });
const optionally = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });
const picture = fc.record({ url });

/** Parts small enough that ten fields and all texts stay under 6,000 characters together. */
export const embedWithinLimits = fc.record(
  {
    title: text(256),
    description: optionally(text(1500)),
    url: optionally(url),
    color: optionally(fc.integer({ min: 0, max: 0xffffff })),
    timestamp: optionally(
      fc
        .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    ),
    fields: optionally(
      fc.array(fc.record({ name: text(100), value: text(200), inline: fc.boolean() }), { maxLength: 10 }),
    ),
    image: optionally(picture),
    thumbnail: optionally(picture),
    footer: optionally(fc.record({ text: text(500), icon_url: url })),
    author: optionally(fc.record({ name: text(256), url, icon_url: url })),
  },
  { requiredKeys: ['title'] },
);

/** The same body with keys that Discord does not know, in every object of it. */
export function withUnknownKeys(body: unknown, seed: string): unknown {
  if (Array.isArray(body)) return body.map((item) => withUnknownKeys(item, seed));
  if (typeof body !== 'object' || body === null) return body;
  const known = Object.entries(body).map(([key, value]) => [key, withUnknownKeys(value, seed)] as const);
  return Object.fromEntries([[`x-${seed}`, seed], ...known, [`y-${seed}`, { [seed]: [] }]]);
}
