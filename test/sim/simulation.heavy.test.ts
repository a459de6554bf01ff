import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cases } from '../support/thorough.ts';
import { simulate } from './simulate-in-a-process.ts';

/** A core lives through twelve in a minute, or through twenty on a fast machine. More are run by hand and at night (`docs/testing.md`). */
const HISTORIES = cases(12, 400);
/** With two bots, and as many with three. */
const HISTORIES_OF_BOTS = cases(1, 20);
/** Of the histories that found something, every third is lived through by day, and all at night. */
const EVERY_FIND = cases(3, 1);
const FINDS = path.join(import.meta.dirname, 'finds');

// In one process, because other tests run beside it.
const flags = ['--seed', 'heavy', '--processes', '1', '--no-shrink'];

it('the whole bot makes no mistake in random histories', async () => {
  expect(await simulate(...flags, '--runs', String(HISTORIES))).toContain('"failed":0');
}, 1_700_000);

it('the whole bot makes no mistake again that a history has found before', async () => {
  const finds = readdirSync(FINDS).filter((_file, number) => number % EVERY_FIND === 0);
  const files = finds.flatMap((file) => ['--file', path.join(FINDS, file)]);
  const output = await simulate(...files, '--processes', '1', '--no-shrink');
  expect(output).toContain(`"histories":${finds.length},"failed":0`);
}, 1_700_000);

it('two and three bots on one database make no mistake in random histories', async () => {
  for (const bots of ['2', '3'])
    expect(await simulate(...flags, '--bots', bots, '--runs', String(HISTORIES_OF_BOTS))).toContain(
      '"failed":0',
    );
}, 1_700_000);

it('three bots on one database have the same log, byte for byte, for the same seed', async () => {
  const again = ['--bots', '3', '--history', '1', '--seed', 'again', '--log'];
  const [one, other] = await Promise.all([simulate(...again), simulate(...again)]);
  const withoutFigures = (output: string): string => output.slice(0, output.lastIndexOf('{"figure"'));
  expect(withoutFigures(one).length).toBeGreaterThan(10_000);
  expect(withoutFigures(other)).toBe(withoutFigures(one));
}, 300_000);
