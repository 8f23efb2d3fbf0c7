/** What the picture shows of a row. */
export type Drawn =
  /** From one lane to another. `lost`: it is swallowed half way. */
  | {
      readonly kind: 'arrow';
      readonly from: string;
      readonly to: string;
      readonly label: string;
      readonly isAnswer: boolean;
      readonly isLost: boolean;
      readonly key: string | undefined;
      /** How the attempt came by its answer. */
      readonly endings: readonly string[];
      readonly tone: Tone;
    }
  /** Question and answer in one: statements on the database that went as they should. */
  | {
      readonly kind: 'exchange';
      readonly from: string;
      readonly to: string;
      readonly label: string;
      readonly count: number;
    }
  /** Something at one lane. */
  | {
      readonly kind: 'note';
      readonly lane: string;
      readonly label: string;
      readonly tone: Tone;
      /** What begins with it, and lasts until the next note of the lane. */
      readonly begins?: Span;
    }
  /** What the scenario does. */
  | { readonly kind: 'step'; readonly label: string };

/** Something that lasts: a back-off, a process that stands still, one that is not there. */
export type Span = 'wait' | 'pause' | 'absence';

export type Tone = 'plain' | 'good' | 'bad' | 'waiting';
