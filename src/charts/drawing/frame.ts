/** Size of a picture, pixels. Discord shows it at about 0.6 of its width, on phones at 0.4. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly font: number;
}

export const PICTURE_SIZES: Readonly<Record<'normal' | 'small', PictureSize>> = {
  normal: { width: 800, height: 400, font: 24 },
  small: { width: 800, height: 240, font: 24 },
};

/**
 * Colours of a picture. It has its own dark background, so that it looks the same in Discord's light and dark themes.
 * Every colour has a contrast of at least 4.5 to it, and the series also differ in brightness and shape.
 */
export const COLOURS = {
  ground: '#232428',
  grid: '#3c3e45',
  text: '#dbdee1',
  faint: '#b5bac1',
  line: '#7fb2ff',
  dots: '#f5c04a',
  bars: '#5fae8b',
  mark: '#ff8a80',
} as const;

/** The data area, pixels. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Maps data to positions in the plot. */
export interface PlotPositions {
  readonly x: (at: number) => number;
  readonly y: (value: bigint) => number;
}
