import type { ComponentProps } from 'react';

/** A drawing of `public/`, with its size, so that nothing moves when it arrives. */
export function Picture({
  alt,
  ...rest
}: ComponentProps<'img'> & {
  readonly src: string;
  /** Empty where the words beside it say all of it. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}) {
  // biome-ignore lint/performance/noImgElement: an SVG has no sizes and formats for an optimiser to choose from.
  return <img {...rest} alt={alt} />;
}
