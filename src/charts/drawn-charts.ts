import type { Picture } from './renderer.ts';

/** A chart as a picture, and what it shows in words. */
export interface DrawnChart {
  readonly png: Picture;
  readonly text: string;
}

/** The charts of a message, by the key of their alert. One that could not be drawn is missing. */
export type DrawnCharts = ReadonlyMap<string, DrawnChart>;

export const NO_CHARTS: DrawnCharts = new Map();
