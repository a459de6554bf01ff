import { describe, expect, it } from 'vitest';
import { HelpRequested, paceNotice, readOptions } from '../../../sandbox/demo/options.ts';

describe('the pace of the demo', () => {
  it.each([
    [[]],
    [['--speed', '10']],
    [['--headless']],
    [['--speed', '60', '--sales', '2']],
    [['--replay', 'folder', '--speed', '600']],
  ])('is not remarked on with %j', (args) => {
    expect(paceNotice(readOptions(args))).toBeNull();
  });

  it('is said to be more than channels can follow where it is', () => {
    const options = readOptions(['--speed', '60']);
    expect(paceNotice(options)).toMatch(/^speed 60 makes about 600 sales a minute, .*gaps in the feed$/);
  });
});

describe('the flags of the demo', () => {
  it('are listed on demand, which is no mistake', () => {
    expect(() => readOptions(['--help'])).toThrow(HelpRequested);
    expect(() => readOptions(['--help'])).toThrow('--speed X');
  });

  it('choose how commands come, through the gateway where nothing is said', () => {
    expect(readOptions([]).interactions).toBe('gateway');
    expect(readOptions(['--interactions', 'http']).interactions).toBe('http');
    expect(() => readOptions(['--interactions', 'https'])).toThrow(
      /--interactions https: accepted is gateway or http/,
    );
  });

  it('choose the database, a file where nothing is said', () => {
    expect(readOptions([]).database).toBe('sqlite');
    expect(readOptions(['--database', 'postgres']).database).toBe('postgres');
    expect(() => readOptions(['--database', 'mysql'])).toThrow(
      /--database mysql: accepted is sqlite or postgres/,
    );
  });

  it('choose several bots, which share a PostgreSQL and get commands by the gateway', () => {
    expect(readOptions([]).nodes).toBe(1);
    expect(readOptions(['--nodes', '3'])).toMatchObject({ nodes: 3, database: 'postgres' });
    expect(() => readOptions(['--nodes', '9'])).toThrow(/--nodes 9: accepted is a whole number from 1 to 5/);
    expect(() => readOptions(['--nodes', '3', '--database', 'sqlite'])).toThrow(
      /share a PostgreSQL, not a file/,
    );
    expect(() => readOptions(['--nodes', '3', '--interactions', 'http'])).toThrow(/by the gateway/);
  });
});
