import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertMessage } from '../../src/discord/views/alert-message.ts';
import type { SendOutcome } from '../../src/domain/posting.ts';
import { createOperatorChannel } from '../../src/ops/operator-channel.ts';
import { operatorMessage } from '../../src/ops/operator-message.ts';
import { createLeapingClock } from '../support/leaping-clock.ts';
import { recordingLog } from '../support/silent-log.ts';

const MINUTE = 60_000;
const SENT: SendOutcome = { type: 'sent', messageId: '1' };
const NO_PERMISSION: SendOutcome = { type: 'stopped', state: 'paused', code: 50_013, detail: '403' };

const descriptionOf = (message: AlertMessage | undefined) => message?.embeds[0]?.description ?? '';
const turn = () => new Promise(setImmediate);

function channel() {
  const clock = createLeapingClock();
  const { log, lines } = recordingLog();
  const posted: AlertMessage[] = [];
  const state: { outcome: SendOutcome } = { outcome: SENT };
  const operator = createOperatorChannel({
    clock,
    log,
    async send(message) {
      posted.push(message);
      return state.outcome;
    },
  });
  async function leap(ms: number): Promise<void> {
    clock.leap(ms);
    await turn();
  }
  /** The second is over in which things are gathered. */
  const gathered = () => leap(1_000);
  return { operator, posted, lines, state, leap, gathered };
}

describe('the operator’s channel', () => {
  it('is told the first thing at once, with what comes in the same second', async () => {
    const { operator, posted, gathered } = channel();
    operator.tell('error', 'the lane stumbled');
    operator.tell('error', 'the lane stumbled');
    await gathered();
    expect(posted).toHaveLength(1);
    expect(descriptionOf(posted[0])).toBe('❌ the lane stumbled **×2**');
    expect(posted[0]?.allowed_mentions).toEqual({ parse: [] });
    await operator[Symbol.asyncDispose]();
  });

  it('is told what follows at most once a minute, counted', async () => {
    const { operator, posted, leap, gathered } = channel();
    operator.tell('error', 'first');
    await gathered();
    for (let time = 0; time < 500; time += 1) operator.tell('error', 'the lane stumbled');
    operator.tell('warning', 'a gap');
    await leap(MINUTE - 1_000);
    expect(posted).toHaveLength(1);
    await leap(1_000);
    expect(posted).toHaveLength(2);
    expect(descriptionOf(posted[1])).toBe('❌ the lane stumbled **×500**\n⚠️ a gap');
    await operator[Symbol.asyncDispose]();
  });

  it('is left in peace when nothing happens, and told at once after that', async () => {
    const { operator, posted, leap, gathered } = channel();
    operator.tell('error', 'first');
    await gathered();
    await leap(MINUTE);
    await leap(60 * MINUTE);
    expect(posted).toHaveLength(1);
    operator.tell('error', 'second');
    await gathered();
    expect(posted).toHaveLength(2);
    await operator[Symbol.asyncDispose]();
  });

  it('that takes nothing is asked again every ten minutes, which is logged once, and loses nothing', async () => {
    const { operator, posted, lines, state, leap, gathered } = channel();
    state.outcome = NO_PERMISSION;
    operator.tell('error', 'first');
    await gathered();
    await leap(9 * MINUTE);
    expect(posted).toHaveLength(1);
    operator.tell('error', 'first');
    await leap(MINUTE);
    await leap(10 * MINUTE);
    expect(posted).toHaveLength(3);
    expect(lines.map(({ level }) => level)).toEqual([40]);
    state.outcome = SENT;
    await leap(10 * MINUTE);
    expect(descriptionOf(posted[3])).toBe('❌ first **×2**');
    await operator[Symbol.asyncDispose]();
  });

  it('is told at the end what waited for its minute', async () => {
    const { operator, posted, gathered } = channel();
    operator.tell('error', 'first');
    await gathered();
    operator.tell('error', 'Gavel has to stop');
    await operator[Symbol.asyncDispose]();
    expect(descriptionOf(posted[1])).toBe('❌ Gavel has to stop');
  });

  it('holds a bounded number of things, however many there are', async () => {
    const { operator, posted, gathered } = channel();
    for (let thing = 0; thing < 10_000; thing += 1) operator.tell('error', `thing ${thing}`);
    await gathered();
    expect(descriptionOf(posted[0]).split('\n')).toHaveLength(11);
    expect(descriptionOf(posted[0])).toContain('… and 9990 more; the log has all of them.');
    await operator[Symbol.asyncDispose]();
  });
});

describe('a message to the operator', () => {
  it('neither mentions, links nor formats what was logged', () => {
    const text = descriptionOf(
      operatorMessage(
        [{ weight: 'error', text: '@everyone **see** [here](https://bad.example)', count: 1 }],
        0,
      ),
    );
    expect(text).not.toContain('@everyone');
    expect(text).not.toContain('](');
    expect(text).not.toContain('://');
  });

  it('stays within the limits of an embed, whatever was logged', () => {
    const news = fc.record({
      weight: fc.constantFrom('good' as const, 'warning' as const, 'error' as const),
      text: fc.string({ unit: 'binary', maxLength: 3_000 }),
      count: fc.integer({ min: 1, max: 1e9 }),
    });
    fc.assert(
      fc.property(fc.array(news, { minLength: 1, maxLength: 40 }), fc.nat(), (all, unnamed) => {
        const [embed] = operatorMessage(all, unnamed).embeds;
        expect(embed?.title?.length).toBeLessThanOrEqual(256);
        expect(embed?.description?.length).toBeLessThanOrEqual(4_096);
        expect(embed?.description?.length).toBeGreaterThan(0);
      }),
    );
  });
});
