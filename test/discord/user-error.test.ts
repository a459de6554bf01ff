import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import { UserError, userErrorMessage } from '#src/discord/user-error.ts';
import { english } from '#src/messages/messages.ts';
import { outsideBrackets, pseudoMessages } from '../support/pseudo-language.ts';

describe('the sentence for the person who asked', () => {
  it('is the message of what they can put right themselves', () => {
    expect(userErrorMessage(new UserError(() => 'Pick a channel.'), english)).toBe('Pick a channel.');
  });

  it('is in the language of their server', () => {
    const error = new UserError(({ interactions }) => interactions.notAChoice('mode'));
    expect(error.message).toBe('**mode** must be one of the listed choices.');
    expect(outsideBrackets(userErrorMessage(error, pseudoMessages))).toEqual(['mode']);
    const down = new GavelError('MARKETPLACE_UNAVAILABLE', 'GET /api/x answered 500 in 20 ms');
    expect(outsideBrackets(userErrorMessage(down, pseudoMessages))).toEqual([]);
    expect(outsideBrackets(userErrorMessage(null, pseudoMessages))).toEqual([]);
  });

  it.each([
    ['MARKETPLACE_NOT_FOUND', 'Not found on the marketplace. Pick a suggestion while you type.'],
    ['MARKETPLACE_RATE_LIMITED', 'The marketplace is busy. Try again in a minute.'],
    ['MARKETPLACE_UNAVAILABLE', 'The marketplace is not responding. Try again in a minute.'],
    ['MARKETPLACE_BAD_RESPONSE', 'The marketplace sent an unreadable response. Try again in a minute.'],
  ] as const)('says for %s what happened and what to do', (code, sentence) => {
    expect(userErrorMessage(new GavelError(code, 'GET /api/x answered 500 in 20 ms'), english)).toBe(
      sentence,
    );
  });

  it.each([
    new Error('ENOENT: /data/gavel.db'),
    new GavelError('STORE_UNUSABLE', 'The database /data/gavel.db cannot be opened.'),
    'text',
    null,
    undefined,
  ])('reveals nothing internal for %s', (error) => {
    expect(userErrorMessage(error, english)).toBe('Something went wrong. Try again in a moment.');
  });
});
