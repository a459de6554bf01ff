import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/outbox/channel-health.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Channels: the one that asks, and two others. */
const ASKING = '1';
const OTHER = '2';
const THIRD = '3';

/** The health of channels at times that a test says, ms. */
function createTimeline() {
  let now = 0;
  const health = createChannelHealth(() => now);
  return {
    accepted(channelId: string, at: number) {
      now = at;
      health.accepted(channelId);
    },
    failed(channelId: string, at: number) {
      now = at;
      health.failed(channelId);
    },
    /** Whether other channels work, for one that fails since `since`. */
    othersWork(since: number, at = since) {
      now = at;
      return health.othersWork(ASKING, since);
    },
  };
}

describe('whether Discord works in other channels', () => {
  it('is not known while none of them had a message accepted', () => {
    const timeline = createTimeline();
    expect(timeline.othersWork(0)).toBe(false);
    timeline.accepted(ASKING, 0);
    expect(timeline.othersWork(0)).toBe(false);
  });

  it('is shown by a message that was accepted since the channel fails, whatever failed elsewhere', () => {
    const timeline = createTimeline();
    timeline.accepted(OTHER, 10 * MINUTE);
    timeline.failed(THIRD, 10 * MINUTE + SECOND);
    expect(timeline.othersWork(10 * MINUTE)).toBe(true);
    expect(timeline.othersWork(10 * MINUTE + 1)).toBe(false);
  });

  it('is shown by a message that was accepted within a minute before', () => {
    const timeline = createTimeline();
    timeline.accepted(OTHER, 10 * MINUTE);
    expect(timeline.othersWork(11 * MINUTE)).toBe(true);
    expect(timeline.othersWork(11 * MINUTE + 1)).toBe(false);
  });

  it('is not shown by a message from before, if another channel failed after it', () => {
    const timeline = createTimeline();
    timeline.failed(THIRD, 10 * MINUTE);
    timeline.accepted(OTHER, 10 * MINUTE);
    expect(timeline.othersWork(10 * MINUTE + SECOND)).toBe(true);
    timeline.failed(THIRD, 10 * MINUTE + 1);
    expect(timeline.othersWork(10 * MINUTE + SECOND)).toBe(false);
  });

  it('does not depend on what the channel itself had accepted or refused last', () => {
    const timeline = createTimeline();
    timeline.accepted(OTHER, 10 * MINUTE);
    timeline.accepted(ASKING, 10 * MINUTE + 1);
    timeline.accepted(ASKING, 10 * MINUTE + 1);
    timeline.failed(ASKING, 10 * MINUTE + 2);
    expect(timeline.othersWork(10 * MINUTE + SECOND)).toBe(true);
    timeline.failed(THIRD, 10 * MINUTE + 3);
    timeline.failed(ASKING, 10 * MINUTE + 4);
    expect(timeline.othersWork(10 * MINUTE + SECOND)).toBe(false);
  });

  it('is judged by the last message that was accepted, of however many channels', () => {
    const timeline = createTimeline();
    for (const [at, channelId] of [OTHER, THIRD, OTHER, '4', OTHER].entries())
      timeline.accepted(channelId, at * MINUTE);
    expect(timeline.othersWork(4 * MINUTE)).toBe(true);
  });

  it('is not shown any more by a message that was accepted more than five minutes ago', () => {
    const timeline = createTimeline();
    timeline.accepted(OTHER, MINUTE);
    expect(timeline.othersWork(MINUTE, 6 * MINUTE)).toBe(true);
    expect(timeline.othersWork(MINUTE, 6 * MINUTE + 1)).toBe(false);
  });
});
