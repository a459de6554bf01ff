import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCustomId, writeCustomId } from '#src/discord/components/custom-id.ts';

const ASKER = '100000000000000001';
const write = (id: string, asker: string, parameters: string) =>
  writeCustomId({ id, isAskersOnly: true, texts: [parameters] }, { requester: asker });

describe('the custom id of what is the asker’s only', () => {
  it('holds component, asker and parameters within the 100 characters of Discord', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z-]{1,24}$/),
        fc.bigInt({ min: 10n ** 14n, max: 10n ** 20n - 1n }).map(String),
        fc.stringMatching(/^[\w:-]{0,50}$/),
        (id, asker, parameters) => {
          const customId = write(id, asker, parameters);
          expect(customId.length).toBeLessThanOrEqual(100);
          expect(readCustomId(customId)).toEqual({
            destination: { id, isAskersOnly: true, texts: [parameters] },
            asker,
          });
        },
      ),
    );
  });

  it.each([
    '',
    'do',
    'do.x',
    `do.x.${ASKER}`,
    'do.x.1.y',
    `do.X.${ASKER}.y`,
    `do.x.${ASKER}.y.z`,
    'menu.tokens',
    'off.first',
  ])('is not “%s”', (text) => expect(readCustomId(text)).toBeNull());

  it('is not written for what would not be read', () => {
    expect(() => write('Draft', ASKER, '')).toThrow('is not a custom id');
    expect(() => write('draft', ASKER, 'a.b')).toThrow('is not a custom id');
  });
});
