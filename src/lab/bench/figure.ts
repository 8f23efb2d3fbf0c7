/** What was measured, in one line, and whether that reaches its goal where it has one. */
export interface Figure {
  readonly text: string;
  readonly goal?: string;
  readonly isMet?: boolean;
}
