/** What a sequence picture draws and its log tells: one thing after the other. */
export type StoryEvent<Actor extends string> = {
  readonly text: string;
} & (
  | {
      readonly kind: 'message';
      readonly from: Actor;
      readonly to: Actor;
      readonly label: string;
      /** It never arrives. */
      readonly isLost?: boolean;
    }
  /** Something that one of them does, or that becomes of it. */
  | { readonly kind: 'note'; readonly at: Actor; readonly label: string; readonly tone?: 'good' | 'bad' }
);

export type Story<Actor extends string> = readonly StoryEvent<Actor>[];
