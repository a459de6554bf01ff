import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWhat } from '#commands/why/read-what.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { address } from '../../support/build-activity.ts';

const FOXES = address(0xf0);
const TX = `0x${'ab'.repeat(32)}`;

const services = {
  collections: {
    search: () => [],
    searchInTurns: async () => [],
    omitted: () => 0,
    get: () => undefined,
    resolve: () => undefined,
  },
  suggestions: {
    traits: async () => [],
    tokens: async () => [],
    tokenName: () => null,
    auctions: () => [],
  },
  view: viewContext(),
} as unknown as Parameters<typeof readWhat>[1];
const read = (text: string) => readWhat(text, services);

describe('what `/why` is asked about', () => {
  it('is a transaction, alone or in a link', () => {
    expect(read(TX)).toEqual({ by: 'transaction', txHash: TX });
    expect(read(`https://scan.example/tx/${TX.toUpperCase().replace('0X', '0x')}`)).toEqual({
      by: 'transaction',
      txHash: TX,
    });
  });

  it('is a token by the address of its collection', () => {
    expect(read(`${FOXES}-12`)).toEqual({ by: 'token', token: `${FOXES}-12` });
  });

  it('is an auction by its id', () => {
    expect(read(`${TX}-${FOXES}-7`)).toEqual({ by: 'live', liveKey: `auction:${TX}-${FOXES}-7` });
  });

  it('is a message by its link', () => {
    expect(read('https://discord.com/channels/1/22/333')).toEqual({
      by: 'message',
      ...{ channelId: '22', messageId: '333' },
    });
  });

  it('is nothing in any other text, and never an error', () => {
    expect(read('hello')).toBeNull();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(['transaction', 'token', 'live', 'message', undefined]).toContain(read(text)?.by);
      }),
    );
  });
});
