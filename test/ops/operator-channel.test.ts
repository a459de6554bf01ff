import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { english } from '#src/messages/messages.ts';
import { createOperatorChannel } from '#src/ops/operator-channel.ts';
import { operatorMessage } from '#src/ops/operator-message.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { createOffsetClock } from '../support/offset-clock.ts';
import { pseudoMessages } from '../support/pseudo-language.ts';
import { recordingLog } from '../support/silent-log.ts';
import { unmarkedWordsIn } from '../support/unmarked-words.ts';

const MINUTE = 60_000;
const SENT: SendOutcome = { type: 'sent', messageId: '1' };
const NO_PERMISSION: SendOutcome = { type: 'stopped', state: 'paused', code: 50_013, detail: '403' };

const descriptionOf = (message: AlertMessage | undefined) => message?.embeds[0]?.description ?? '';
const turn = () => new Promise(setImmediate);

function channel() {
  const clock = createOffsetClock();
  const { log, lines } = recordingLog();
  const posted: AlertMessage[] = [];
  const state: { outcome: SendOutcome } = { outcome: SENT };
  const operator = createOperatorChannel({
    messages: english,
    clock,
    log,
    async send(message) {
      posted.push(message);
      return state.outcome;
    },
  });
  async function advance(ms: number): Promise<void> {
    clock.advance(ms);
    await turn();
  }
  /** The second is over in which things are gathered. */
  const gathered = () => advance(1_000);
  return { operator, posted, lines, state, advance, gathered };
}

describe('the operator’s channel', () => {
  it('gets the first text immediately, with others of the same second', async () => {
    const { operator, posted, gathered } = channel();
    operator.notify('error', 'channel queue failed');
    operator.notify('error', 'channel queue failed');
    await gathered();
    expect(posted).toHaveLength(1);
    expect(descriptionOf(posted[0])).toBe('❌ channel queue failed **×2**');
    expect(posted[0]?.allowed_mentions).toEqual({ parse: [] });
    await operator[Symbol.asyncDispose]();
  });

  it('gets later texts at most once a minute, with their counts', async () => {
    const { operator, posted, advance, gathered } = channel();
    operator.notify('error', 'first');
    await gathered();
    for (let time = 0; time < 500; time += 1) operator.notify('error', 'channel queue failed');
    operator.notify('warning', 'a gap');
    await advance(MINUTE - 1_000);
    expect(posted).toHaveLength(1);
    await advance(1_000);
    expect(posted).toHaveLength(2);
    expect(descriptionOf(posted[1])).toBe('❌ channel queue failed **×500**\n⚠️ a gap');
    await operator[Symbol.asyncDispose]();
  });

  it('gets nothing while nothing happens, and the next text immediately', async () => {
    const { operator, posted, advance, gathered } = channel();
    operator.notify('error', 'first');
    await gathered();
    await advance(MINUTE);
    await advance(60 * MINUTE);
    expect(posted).toHaveLength(1);
    operator.notify('error', 'second');
    await gathered();
    expect(posted).toHaveLength(2);
    await operator[Symbol.asyncDispose]();
  });

  it('that accepts nothing is retried every ten minutes, with one warning and without losing texts', async () => {
    const { operator, posted, lines, state, advance, gathered } = channel();
    state.outcome = NO_PERMISSION;
    operator.notify('error', 'first');
    await gathered();
    await advance(9 * MINUTE);
    expect(posted).toHaveLength(1);
    operator.notify('error', 'first');
    await advance(MINUTE);
    await advance(10 * MINUTE);
    expect(posted).toHaveLength(3);
    expect(lines.map(({ level }) => level)).toEqual([40]);
    state.outcome = SENT;
    await advance(10 * MINUTE);
    expect(descriptionOf(posted[3])).toBe('❌ first **×2**');
    await operator[Symbol.asyncDispose]();
  });

  it('gets pending texts at the end', async () => {
    const { operator, posted, gathered } = channel();
    operator.notify('error', 'first');
    await gathered();
    operator.notify('error', 'Gavel is stopping');
    await operator[Symbol.asyncDispose]();
    expect(descriptionOf(posted[1])).toBe('❌ Gavel is stopping');
  });

  it('holds a bounded number of things, however many there are', async () => {
    const { operator, posted, gathered } = channel();
    for (let thing = 0; thing < 10_000; thing += 1) operator.notify('error', `thing ${thing}`);
    await gathered();
    expect(descriptionOf(posted[0]).split('\n')).toHaveLength(11);
    expect(descriptionOf(posted[0])).toContain('… and 9,990 more in the log');
    await operator[Symbol.asyncDispose]();
  });
});

describe('a message to the operator', () => {
  it('is in the language that it is given', () => {
    const { operator } = pseudoMessages;
    const texts = [operator.lasts(operator.feedUnreadable, 5), operator.isOver(operator.storeUnwritable, 5)];
    const entries = texts.map((text) => ({ severity: 'error' as const, text, count: 1 }));
    const [embed] = operatorMessage(entries, 3, pseudoMessages).embeds;
    expect(unmarkedWordsIn([embed?.title, embed?.description])).toEqual([]);
  });

  it('neither mentions, links nor formats what was logged', () => {
    const text = descriptionOf(
      operatorMessage(
        [{ severity: 'error', text: '@everyone **see** [here](https://bad.example)', count: 1 }],
        0,
        english,
      ),
    );
    expect(text).not.toContain('@everyone');
    expect(text).not.toContain('](');
    expect(text).not.toContain('://');
  });

  it('stays within the limits of an embed, whatever was logged', () => {
    const news = fc.record({
      severity: fc.constantFrom('good' as const, 'warning' as const, 'error' as const),
      text: fc.string({ unit: 'binary', maxLength: 3_000 }),
      count: fc.integer({ min: 1, max: 1e9 }),
    });
    fc.assert(
      fc.property(fc.array(news, { minLength: 1, maxLength: 40 }), fc.nat(), (all, unnamed) => {
        const [embed] = operatorMessage(all, unnamed, english).embeds;
        expect(embed?.title?.length).toBeLessThanOrEqual(256);
        expect(embed?.description?.length).toBeLessThanOrEqual(4_096);
        expect(embed?.description?.length).toBeGreaterThan(0);
      }),
    );
  });
});
