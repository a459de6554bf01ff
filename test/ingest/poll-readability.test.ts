import { describe, expect, it } from 'vitest';
import { createReadability } from '#src/ingest/poll-readability.ts';
import { NotUnderstood, Unavailable } from '#src/marketplace/errors.ts';
import { recordingLog } from '../support/silent-log.ts';

const ERROR = 50;

/** The readability of a list at times that a test says, ms, and the log of it. */
function createReading() {
  const clock = { now: 1_000 };
  const { log, lines } = recordingLog();
  const readability = createReadability({ what: 'the feed', log, now: () => clock.now });
  return {
    clock,
    readability,
    async fail(failure: Error): Promise<void> {
      const failed = async () => {
        throw failure;
      };
      await expect(readability.observe(failed())).rejects.toBe(failure);
    },
    async succeed(): Promise<void> {
      expect(await readability.observe(Promise.resolve('a page'))).toBe('a page');
    },
    errors: () => lines.filter(({ level }) => level === ERROR).length,
    messages: () => lines.map(({ msg }) => msg),
  };
}

describe('whether a list of the marketplace can be decoded', () => {
  it('is assumed, and answers are handed on', async () => {
    const { readability, succeed, messages } = createReading();
    await succeed();
    expect(readability.unreadableSince).toBeNull();
    expect(messages()).toEqual([]);
  });

  it('is not so from the first answer on that was not understood, which is logged once', async () => {
    const { clock, readability, fail, errors } = createReading();
    await fail(new NotUnderstood('records', 10, 0));
    clock.now = 5_000;
    await fail(new NotUnderstood('records', 10, 0));
    expect(readability.unreadableSince).toBe(1_000);
    expect(errors()).toBe(1);
  });

  it('is so again with the next answer that is understood', async () => {
    const { clock, readability, fail, succeed, errors, messages } = createReading();
    await fail(new NotUnderstood('records', 10, 0));
    await succeed();
    expect(readability.unreadableSince).toBeNull();
    expect(messages()).toContain('format of the feed understood again');
    clock.now = 9_000;
    await fail(new NotUnderstood('records', 10, 0));
    expect(readability.unreadableSince).toBe(9_000);
    expect(errors()).toBe(2);
  });

  it('is not changed by an answer that did not come', async () => {
    const { readability, fail, errors } = createReading();
    await fail(new Unavailable('timeout'));
    expect(readability.unreadableSince).toBeNull();
    await fail(new NotUnderstood('records', 10, 0));
    await fail(new Unavailable('timeout'));
    expect(readability.unreadableSince).toBe(1_000);
    expect(errors()).toBe(1);
  });
});
