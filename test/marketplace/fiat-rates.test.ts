import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createFiatRates, rateIn } from '#src/marketplace/fiat-rates.ts';
import { parseJson } from '#src/marketplace/json.ts';
import { valueAt } from '#src/marketplace/json-pointer.ts';
import { recordingLog, silentLog } from '../support/silent-log.ts';

const MINUTE_MS = 60_000;

/** A price service that answers with this text. */
async function startSource() {
  const state = { text: '{"s":{"usd":0.4123}}', status: 200, paths: [] as string[] };
  const server = createServer((request, response) => {
    state.paths.push(request.url ?? '');
    response.writeHead(state.status, { 'content-type': 'application/json' }).end(state.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    url: `http://127.0.0.1:${port}/simple/price?coins=s&key=secret`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a JSON pointer', () => {
  const document = { a: [{ 'b/c': 1, 'd~e': 2 }], '': 3, ' ': { x: null } };
  it.each([
    ['', document],
    ['/a/0/b~1c', 1],
    ['/a/0/d~0e', 2],
    ['/', 3],
    ['/ /x', null],
    ['/a/1', undefined],
    ['/a/-', undefined],
    ['/a/00', undefined],
    ['/toString', undefined],
    ['/a/0/b~1c/x', undefined],
  ])('%s names a value', (pointer, value) => expect(valueAt(document, pointer)).toEqual(value));
});

describe('a fiat rate', () => {
  const source = { currency: 'USD', pointer: '/p' };
  it.each([
    ['{"p":0.4123}', '0.4123'],
    ['{"p":"0.4123"}', '0.4123'],
    ['{"p":0.12345678901234567890}', '0.12345678901234567890'],
    ['{"p":1.2e-7}', '1.2e-7'],
  ])('is read from %s with every digit', (text, rate) => {
    expect(rateIn(parseJson(text), source)).toEqual({ currency: 'USD', rate });
  });

  it.each(['{"p":0}', '{"p":-1}', '{"p":"free"}', '{"p":null}', '{"p":[1]}', '{}', '[]', 'null'])(
    'is not read from %s',
    (text) => expect(rateIn(parseJson(text), source)).toBeNull(),
  );

  it('is the present one for 30 minutes after it was read', async () => {
    await using service = await startSource();
    let time = 0;
    await using rates = createFiatRates({
      source: { currency: 'USD', url: service.url, pointer: '/s/usd' },
      now: () => time,
      monotonic: () => time,
      log: silentLog,
    });
    expect(rates.current()).toBeNull();
    await rates.refresh();
    expect(service.state.paths).toEqual(['/simple/price?coins=s&key=secret']);
    expect(rates.current()).toEqual({ currency: 'USD', rate: '0.4123' });
    service.state.status = 500;
    time += 29 * MINUTE_MS;
    await rates.refresh();
    expect(rates.current()?.rate).toBe('0.4123');
    time += MINUTE_MS;
    expect(rates.current()).toBeNull();
    Object.assign(service.state, { status: 200, text: '{"s":{"usd":0.5}}' });
    await rates.refresh();
    expect(rates.current()?.rate).toBe('0.5');
  });

  it.each([
    ['not JSON', 'oops'],
    ['no number', '{"s":{}}'],
    ['more than the limit', `{"s":{"usd":1},"x":"${'x'.repeat(300_000)}"}`],
  ])(
    'stays unknown while the answer is %s, which is logged once, without the address',
    async (_what, text) => {
      await using service = await startSource();
      service.state.text = text;
      const { log, lines } = recordingLog();
      await using rates = createFiatRates({
        source: { currency: 'USD', url: service.url, pointer: '/s/usd' },
        now: () => 0,
        monotonic: () => 0,
        log,
      });
      for (let turn = 0; turn < 3; turn += 1) await rates.refresh();
      expect(rates.current()).toBeNull();
      const warnings = lines.filter((line) => JSON.stringify(line).includes('fiat rate not read'));
      expect(warnings.filter((line) => JSON.stringify(line).includes('"level":40'))).toHaveLength(1);
      expect(JSON.stringify(lines)).not.toContain('secret');
    },
  );

  it('is never read without a source', async () => {
    await using rates = createFiatRates({ source: null, now: () => 0, monotonic: () => 0, log: silentLog });
    await rates.refresh();
    expect(rates.current()).toBeNull();
  });
});
