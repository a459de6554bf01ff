import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readActionId, writeActionId } from '#src/discord/actions/action-id.ts';
import { readScreenId, writeScreenId } from '#src/discord/screens/link.ts';
import { collectionsLink } from '#src/discord/screens/targets.ts';

const REQUESTER = '100000000000000001';

describe('the custom id of an action', () => {
  it('holds name, asker and argument within the 100 characters of Discord, and leads to no screen', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z-]{1,24}$/),
        fc.bigInt({ min: 10n ** 14n, max: 10n ** 20n - 1n }).map(String),
        fc.stringMatching(/^[\w-]{0,50}$/),
        (name, requester, argument) => {
          const customId = writeActionId({ name, requester, argument });
          expect(customId.length).toBeLessThanOrEqual(100);
          expect(readActionId(customId)).toEqual({ name, requester, argument });
          expect(readScreenId(customId)).toBeNull();
        },
      ),
    );
  });

  it.each([
    '',
    'do',
    'do.x',
    `do.x.${REQUESTER}`,
    `do.x.1.y`,
    `do.X.${REQUESTER}.y`,
    `do.x.${REQUESTER}.y.z`,
    'menu.tokens',
    'off.first',
  ])('is not “%s”', (text) => expect(readActionId(text)).toBeNull());

  it('is never taken for that of a screen', () => {
    expect(
      readActionId(writeScreenId({ destination: collectionsLink.to({ page: 1 }), requester: REQUESTER })),
    ).toBeNull();
  });

  it('is not written for what would not be read', () => {
    expect(() => writeActionId({ name: 'Draft', requester: REQUESTER, argument: '' })).toThrow(
      'is not the id of an action',
    );
    expect(() => writeActionId({ name: 'draft', requester: REQUESTER, argument: 'a.b' })).toThrow(
      'is not the id of an action',
    );
  });
});
