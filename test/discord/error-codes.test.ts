import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { blameOf, CODES } from '#src/discord/posting/failures.ts';

const listed = Object.values(CODES).flat();
const documented = [...new Set(Object.values(RESTJSONErrorCodes).filter((code) => typeof code === 'number'))];

describe('the table of Discord’s error codes', () => {
  it('has a row for every code of Discord’s list, and one only', () => {
    expect(listed.toSorted((a, b) => a - b)).toEqual(documented.toSorted((a, b) => a - b));
  });

  it('takes a code that it does not know for one that names nothing', () => {
    expect([blameOf(999_999), blameOf('0'), blameOf(0)]).toEqual(['nothing', 'nothing', 'nothing']);
  });
});
