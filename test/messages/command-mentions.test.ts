import { describe, expect, it } from 'vitest';
import { messagesFor } from '#src/messages/messages.ts';

describe('a command in a sentence', () => {
  it('is its name until Discord’s id of it is known, and then a mention', () => {
    const ids = new Map([['alerts', '123456789012345678']]);
    expect(messagesFor('en-US').alertList.none).toContain('Add one with `/alerts add`.');
    expect(messagesFor('en-US', ids).alertList.none).toContain(
      'Add one with </alerts add:123456789012345678>.',
    );
    expect(messagesFor('en-GB', ids).writer.command('status')).toBe('`/status`');
  });

  it('is written by the same messages while the ids are the same', () => {
    const ids = new Map([['alerts', '123456789012345678']]);
    expect(messagesFor('en-US', ids)).toBe(messagesFor('en-US', ids));
    expect(messagesFor('en-US', ids)).not.toBe(messagesFor('en-US'));
  });
});
