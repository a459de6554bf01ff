import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../sandbox/practice/options.ts';

describe('the flags of the practice Discord', () => {
  it('have defaults that suit npm run marketplace', () => {
    expect(readOptions([])).toEqual({
      port: 4900,
      pagePort: 4901,
      marketplaceUrl: 'http://127.0.0.1:4800',
      installed: true,
    });
  });

  it('are parsed', () => {
    const args = [
      '--port',
      '0',
      '--page-port',
      '81',
      '--marketplace',
      'https://m.example/a',
      '--not-invited',
    ];
    expect(readOptions(args)).toEqual({
      port: 0,
      pagePort: 81,
      marketplaceUrl: 'https://m.example',
      installed: false,
    });
  });

  it.each([
    [['--port', '70000'], '--port 70000: accepted is a port from 0 to 65535'],
    [['--page-port', ''], '--page-port : accepted is a port'],
    [['--marketplace', 'here'], '--marketplace here: accepted is an http(s) address'],
    [['--nonsense'], 'npm run discord -- [--port N]'],
  ])('%j are refused with what is accepted', (args, words) => {
    expect(() => readOptions(args)).toThrow(words);
  });
});
