'use client';
import { MomentLog, PlayerControls } from '../player';
import { usePlayback } from '../use-playback';
import { SequencePicture } from './sequence-picture';
import type { Story } from './story';

/** A story, drawn and told. Give it a key of what the reader has chosen: another choice is another story. */
export function StoryPlayer<Actor extends string>({
  title,
  actors,
  story,
}: {
  readonly title: string;
  readonly actors: Readonly<Record<Actor, string>>;
  readonly story: Story<Actor>;
}) {
  const player = usePlayback(story.length);
  const moments = story.map(({ text }) => text);
  return (
    <div className="grid min-w-0 gap-3">
      <SequencePicture actors={actors} story={story} at={player.at} />
      <PlayerControls player={player} title={title} moments={moments} />
      <MomentLog moments={moments} at={player.at} />
    </div>
  );
}
