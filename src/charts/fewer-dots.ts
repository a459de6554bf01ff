import type { Chart, ChartPoint } from './chart.ts';

/**
 * Limits the number of dots: keeps the lowest and the highest, and of the others one in every few, so that dense areas
 * stay dense. Also returns the original number if dots were dropped.
 * @param dots in chronological order
 * @param most at least 3
 */
export function fewerDots(dots: readonly ChartPoint[], most: number): Pick<Chart, 'dots' | 'dotsInAll'> {
  const [first] = dots;
  if (first === undefined || dots.length <= most) return { dots };
  let [lowest, highest] = [first, first];
  for (const dot of dots) {
    if (dot.value < lowest.value) lowest = dot;
    if (dot.value > highest.value) highest = dot;
  }
  const every = dots.length / (most - 2);
  const kept = new Set([lowest, highest]);
  for (let index = 0; index < most - 2; index += 1) {
    const dot = dots[Math.floor((index + 0.5) * every)];
    if (dot !== undefined) kept.add(dot);
  }
  return { dots: dots.filter((dot) => kept.has(dot)), dotsInAll: dots.length };
}
