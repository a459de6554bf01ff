import { describe, expect, it } from 'vitest';
import { withQuietLinks } from '#src/alerts/templates/quiet-links.ts';

describe('the address of a page in a message', () => {
  it.each([
    ['stands in angle brackets', 'See https://a.example/b.', 'See <https://a.example/b>.'],
    ['stays in the brackets that it has', '<https://a.example>', '<https://a.example>'],
    [
      'stays as it is in code',
      '`https://a.example` https://b.example',
      '`https://a.example` <https://b.example>',
    ],
    ['stays as it is in code of several lines', '```\nhttps://a.example\n```', '```\nhttps://a.example\n```'],
    ['is no code after a single backtick', '` https://a.example', '` <https://a.example>'],
    ['is no code between runs of other lengths', '`` https://a.example `', '`` <https://a.example> `'],
    ['ends before what closes its code', '`<`> https://a.example', '`<`> <https://a.example>'],
  ])('%s', (_what, words, quiet) => {
    expect(withQuietLinks(words)).toBe(quiet);
  });
});
