import type { Arrivals as ArrivalsToTell } from '../protocol';

const height = 140;
const barWidth = 10;

/** When the requests of a crowd came, each bar so many milliseconds; what was turned away is on top. */
export function Arrivals({ arrivals }: { readonly arrivals: ArrivalsToTell }) {
  const { counts, refused, bucketMs } = arrivals;
  const most = Math.max(1, ...counts);
  const y = (count: number): number => (count / most) * (height - 20);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const turnedAway = refused.reduce((sum, count) => sum + count, 0);
  return (
    <figure className="grid gap-2 rounded-2xl border-2 border-line bg-surface p-4">
      <figcaption className="font-semibold">
        {all} requests, at most {most} in {bucketMs} ms; {turnedAway} were told to come back.
      </figcaption>
      <div className="overflow-x-auto">
        <svg width={counts.length * barWidth} height={height} aria-hidden="true">
          {counts.map((count, index) => {
            const turned = refused[index] ?? 0;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time.
              <g key={index}>
                <rect
                  x={index * barWidth}
                  y={height - y(count)}
                  width={barWidth - 2}
                  height={y(count)}
                  className="fill-sky"
                />
                <rect
                  x={index * barWidth}
                  y={height - y(count)}
                  width={barWidth - 2}
                  height={y(turned)}
                  className="fill-cherry"
                />
              </g>
            );
          })}
        </svg>
      </div>
      <p className="text-sm text-muted">
        Blue: served. Red: turned away at once, with a time to come back. From left to right, {bucketMs} ms a
        bar.
      </p>
    </figure>
  );
}
