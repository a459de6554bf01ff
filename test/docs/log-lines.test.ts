import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { logCallsIn, readLogCalls } from '../../scripts/docs/log-calls.ts';
import { LOG_EXPLANATIONS } from '../../scripts/docs/log-explanations.ts';
import { logLinesPage } from '../../scripts/docs/log-lines-page.ts';

const calls = readLogCalls(path.join(import.meta.dirname, '..', '..'));

describe('the messages read from the source', () => {
  it.each([
    ["log.warn({ err: error }, 'poll failed')", [{ level: 'warn', message: 'poll failed' }]],
    ["log.error('poll failed');", [{ level: 'error', message: 'poll failed' }]],
    ["deps.log.error(about, 'poll failed (twice)',\n)", [{ level: 'error', message: 'poll failed (twice)' }]],
    ["log().fatal({ at: f(1, '(') }, error.message)", [{ level: 'fatal', message: 'error.message' }]],
    [
      "log[n === 1 ? 'warn' : 'debug']({}, `poll of ${what} failed`)",
      [{ level: 'warn', message: 'poll of … failed' }],
    ],
    [
      "log.warn({}, result === 'held' ? 'held' : 'lost')",
      [
        { level: 'warn', message: 'held' },
        { level: 'warn', message: 'lost' },
      ],
    ],
    ["log.info({}, 'not explained'); log[late ? 'info' : 'debug']({}, 'nor this')", []],
  ])('of %s', (source, expected) => {
    expect(logCallsIn(source)).toEqual(expected);
  });

  it.each([['log[level]({}, "poll failed")'], ['log.warn({ err: error })'], ["log.warn('unterminated)"]])(
    'are not guessed for %s',
    (source) => {
      expect(() => logCallsIn(source)).toThrow(Error);
    },
  );

  it('are lower case, without a final stop', () => {
    const names = /^(?:Discord|INTERACTIONS|LISTEN|READY)\b/;
    const odd = calls.filter(
      ({ message }) => message.endsWith('.') || (/^[A-Z]/.test(message) && !names.test(message)),
    );
    expect(odd).toEqual([]);
  });
});

describe('the page of log lines', () => {
  it('cannot be written while a message has no explanation', () => {
    const added = [{ level: 'warn' as const, message: 'new message' }];
    expect(() => logLinesPage([...calls, ...added], LOG_EXPLANATIONS)).toThrow('new message');
  });

  it('explains no message that is logged no more', () => {
    const logged = new Set(calls.map(({ message }) => message));
    expect(Object.keys(LOG_EXPLANATIONS).filter((message) => !logged.has(message))).toEqual([]);
  });
});
