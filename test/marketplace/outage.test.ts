import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import { NotFound, RateLimited, Unavailable } from '#src/marketplace/errors.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';
const SECOND = 1_000;

describe('a lookup that fails', () => {
  it.each<[string, number, unknown]>([
    ['a 503', 503, {}],
    ['an answer that was cut off', 200, '{"tokens":['],
    ['HTML', 200, '<html>'],
  ])('with %s is asked for up to three times', async (_what, status, body) => {
    let failures = 2;
    await using stub = await startStub((_request, response) => {
      failures -= 1;
      if (failures >= 0) json(response, body, status);
      else json(response, { tokens: [{ tokenId: 1 }] });
    });
    expect((await stub.client.tokens(COLLECTION, {})).items).toHaveLength(1);
    expect(stub.asked).toHaveLength(3);
    failures = 3;
    await expect(stub.client.tokens(COLLECTION, {})).rejects.toThrow();
    expect(stub.asked).toHaveLength(6);
  });

  it.each([400, 404, 429])('with a %i is not retried', async (status) => {
    await using stub = await startStub((_request, response) => json(response, {}, status));
    await expect(stub.client.tokens(COLLECTION, {})).rejects.toThrow();
    expect(stub.asked).toHaveLength(1);
  });

  it('fails when its timeout is over', async () => {
    await using stub = await startStub((_request, response) => json(response, {}, 500), {
      timeoutMs: 180,
      random: () => 0.999,
    });
    await expect(stub.client.tokens(COLLECTION, {})).rejects.toThrow('status 500');
    expect(stub.asked).toHaveLength(1);
  });

  it('ends in the middle of a retry delay when the caller aborts', async () => {
    const controller = new AbortController();
    await using stub = await startStub((_request, response) => json(response, {}, 500), {
      random: () => {
        controller.abort('enough');
        return 0.999;
      },
    });
    await expect(stub.client.tokens(COLLECTION, {}, { signal: controller.signal })).rejects.toBe('enough');
  });

  it('of the feed is left to the schedule', async () => {
    await using stub = await startStub((_request, response) => json(response, {}, 500));
    for (let poll = 0; poll < 10; poll += 1)
      await expect(stub.client.activities({})).rejects.toBeInstanceOf(Unavailable);
    expect(stub.asked).toHaveLength(10);
  });
});

describe('an endpoint that keeps failing', () => {
  async function broken() {
    const state = { time: NOW, status: 500 };
    const stub = await startStub(
      (request, response) => {
        const failing = request.url?.includes('/holders') === true ? state.status : 200;
        json(response, { tokens: [], holders: [] }, failing);
      },
      { now: () => state.time },
    );
    const ask = () => stub.client.holders(COLLECTION, {});
    const outcome = (): Promise<unknown> =>
      ask().then(
        () => 'answered',
        (error: unknown) => error,
      );
    for (let call = 0; call < 2; call += 1) expect(await outcome()).toBeInstanceOf(Unavailable);
    return Object.assign(stub, { state, outcome });
  }

  it('opens its circuit after five failures in a row, and no other’s', async () => {
    await using stub = await broken();
    expect(stub.asked).toHaveLength(5);
    expect(await stub.outcome()).toBeInstanceOf(Unavailable);
    expect(stub.asked).toHaveLength(5);
    await expect(stub.client.tokens(COLLECTION, {})).resolves.toMatchObject({ items: [] });
  });

  it('is probed with one request after the break; if that fails, the next break is twice as long', async () => {
    await using stub = await broken();
    stub.state.time += 5 * SECOND;
    const outcomes = await Promise.all([stub.outcome(), stub.outcome(), stub.outcome()]);
    expect(outcomes.every((outcome) => outcome instanceof Unavailable)).toBe(true);
    expect(stub.asked).toHaveLength(6);
    stub.state.time += 9 * SECOND;
    await stub.outcome();
    expect(stub.asked).toHaveLength(6);
    stub.state.time += SECOND;
    stub.state.status = 200;
    expect([await stub.outcome(), await stub.outcome()]).toEqual(['answered', 'answered']);
  });

  it('stays blocked when the caller of the probe has aborted', async () => {
    const state = { time: NOW, answer: true };
    const reached = Promise.withResolvers<void>();
    await using stub = await startStub(
      (_request, response) => {
        if (state.answer) json(response, {}, 500);
        else reached.resolve();
      },
      { now: () => state.time },
    );
    for (let call = 0; call < 2; call += 1)
      await expect(stub.client.holders(COLLECTION, {})).rejects.toThrow();
    state.time += 5 * SECOND;
    state.answer = false;
    const controller = new AbortController();
    const probe = stub.client.holders(COLLECTION, {}, { signal: controller.signal });
    await reached.promise;
    controller.abort('enough');
    await expect(probe).rejects.toBe('enough');
    await expect(stub.client.holders(COLLECTION, {})).rejects.toThrow('not requested for now');
  });

  it('does not open its circuit for errors of the request', async () => {
    const statuses = [404, 404, 404, 404, 404, 404, 429];
    let time = NOW;
    await using stub = await startStub((_request, response) => json(response, {}, statuses.shift() ?? 500), {
      now: () => time,
    });
    for (let call = 0; call < 6; call += 1)
      await expect(stub.client.holders(COLLECTION, {})).rejects.toBeInstanceOf(NotFound);
    await expect(stub.client.holders(COLLECTION, {})).rejects.toBeInstanceOf(RateLimited);
    time += 61 * SECOND;
    await expect(stub.client.holders(COLLECTION, {})).rejects.toThrow('status 500');
  });
});
