import type { Picture } from './renderer.ts';

/** A chart as a picture, with its alternative text. */
export interface DrawnChart {
  readonly png: Picture;
  readonly text: string;
}

/** The charts of a message, by the key of their alert. Charts that could not be drawn are missing. */
export type DrawnCharts = ReadonlyMap<string, DrawnChart>;

export const NO_CHARTS: DrawnCharts = new Map();
