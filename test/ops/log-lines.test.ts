import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from '#src/ops/log.ts';
import { createLevelSwitch } from '#src/ops/log-level.ts';
import { createLogLines, type LogLine } from '#src/ops/log-lines.ts';

const TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcDE.verysecretpart_of-a-token_1234567890';

function listening(level = 'info', humanReadable = false) {
  const lines = createLogLines();
  const heard: LogLine[] = [];
  const end = lines.listen((line) => void heard.push(line));
  const to = new Writable({ write: (_chunk, _encoding, done) => done() });
  return { log: createLog({ level, humanReadable, to, onLine: lines.write }), heard, end };
}

describe('a listener of the log', () => {
  it.each([false, true])('receives level, message and error (readable lines: %s)', (humanReadable) => {
    const { log, heard } = listening('info', humanReadable);
    log.error({ err: new Error('no disk') }, 'channel queue failed');
    log.child({ channelId: '1' }).warn('a gap');
    expect(heard).toEqual([
      { level: 50, message: 'channel queue failed', error: 'no disk' },
      { level: 40, message: 'a gap', error: null },
    ]);
  });

  it('receives no secret', () => {
    const { log, heard } = listening();
    log.error({ err: new Error(`refused ${TOKEN}`) }, `with ${TOKEN}`);
    expect(heard).toEqual([{ level: 50, message: 'with [secret]', error: 'refused [secret]' }]);
  });

  it('receives nothing below the log level, and nothing after it was removed', () => {
    const { log, heard, end } = listening('error');
    log.warn('not written');
    end();
    log.error('too late');
    expect(heard).toEqual([]);
  });
});

describe('the switch of the log level', () => {
  it.each([
    ['info', 'debug'],
    ['error', 'debug'],
    ['debug', 'info'],
    ['trace', 'info'],
  ])('goes from %s to %s and back', (configured, other) => {
    const { log } = listening(configured);
    const change = createLevelSwitch(log);
    change();
    expect(log.level).toBe(other);
    change();
    expect(log.level).toBe(configured);
  });

  it('logs the new level', () => {
    const { log, heard } = listening();
    createLevelSwitch(log)();
    log.debug('seen now');
    expect(heard.map(({ message }) => message)).toEqual(['log level changed', 'seen now']);
  });
});
