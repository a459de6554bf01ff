import { describe, expect, it } from 'vitest';
import { saleAlert } from '../support/build-alert.ts';
import { createScenario, type Scenario } from './scenario.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const OTHER_CHANNEL = '2000';

/** Time passes while Discord accepts messages in another channel. */
async function whileOthersWork(scenario: Scenario, from: number, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    await scenario.takeIn({ to: [OTHER_CHANNEL], alerts: [saleAlert(from + second)] });
    await scenario.clock.advance(5 * SECOND);
  }
}

describe('a message that Discord answers with 500 for half a minute', () => {
  it.each([
    ['not at all', 0],
    ['ahead', 8 * HOUR],
    ['back', -8 * HOUR],
  ])('is posted with its embed although the clock is set %s meanwhile', async (_, leap) => {
    await using scenario = await createScenario();
    scenario.channel.plan(...Array.from({ length: 5 }, () => 'fail before accepting' as const));
    await scenario.enqueue(saleAlert(1));
    await whileOthersWork(scenario, 100, 20);
    scenario.clock.set(scenario.clock.now() + leap);
    await whileOthersWork(scenario, 200, 120);
    expect(scenario.channel.postedKeys()).toHaveLength(1);
    expect(scenario.channel.messages[0]?.form).toBe('rich');
  });
});
