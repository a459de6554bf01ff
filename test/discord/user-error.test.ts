import { describe, expect, it } from 'vitest';
import { friendlySentence, UserError } from '../../src/discord/user-error.ts';
import { GavelError } from '../../src/domain/errors.ts';

describe('the sentence for the person who asked', () => {
  it('is the message of what they can put right themselves', () => {
    expect(friendlySentence(new UserError('Pick a channel.'))).toBe('Pick a channel.');
  });

  it.each([
    [
      'MARKETPLACE_NOT_FOUND',
      'The marketplace does not know that. Pick one of the suggestions while you type.',
    ],
    ['MARKETPLACE_RATE_LIMITED', 'The marketplace is busy right now. Please try again in a minute.'],
    ['MARKETPLACE_UNAVAILABLE', 'The marketplace does not answer right now. Please try again in a minute.'],
    [
      'MARKETPLACE_BAD_RESPONSE',
      'The marketplace gave an answer that I could not read. Please try again in a minute.',
    ],
  ] as const)('says for %s what happened and what to do', (code, sentence) => {
    expect(friendlySentence(new GavelError(code, 'GET /api/x answered 500 in 20 ms'))).toBe(sentence);
  });

  it.each([
    new Error('ENOENT: /data/gavel.db'),
    new GavelError('STORE_UNUSABLE', 'The database /data/gavel.db cannot be opened.'),
    'text',
    null,
    undefined,
  ])('tells nothing of our insides for %s', (error) => {
    expect(friendlySentence(error)).toBe('Something went wrong on my side. Please try again in a moment.');
  });
});
