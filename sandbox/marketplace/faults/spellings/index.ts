import { isRecord } from '../record.ts';
import { type Family, toPlainActivity } from './canonical.ts';
import { legacy, mongo, rarible } from './odd-values.ts';
import { camelCase, nested, opensea, snakeCase } from './other-names.ts';

/** The families of spellings (activity-decoding.json). */
export const spellings = [
  'camelCase',
  'snake_case',
  'nested',
  'opensea',
  'rarible',
  'legacy',
  'mongo',
] as const;
type Spelling = (typeof spellings)[number];

const families: Record<Spelling, Family> = {
  camelCase,
  snake_case: snakeCase,
  nested,
  opensea,
  rarible,
  legacy,
  mongo,
};

/** The activities of a body in another family's spelling; a body without activities is unchanged. */
export function respelled(body: unknown, spelling: Spelling): unknown {
  if (!isRecord(body) || !Array.isArray(body['activities'])) return body;
  const { list, write } = families[spelling];
  const { activities, ...rest } = body;
  if (!Array.isArray(activities)) return body;
  const written = activities.map((activity: unknown) => {
    const plain = toPlainActivity(activity);
    return plain === undefined ? activity : write(plain);
  });
  return { ...rest, [list]: written };
}
