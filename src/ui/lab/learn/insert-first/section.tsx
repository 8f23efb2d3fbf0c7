import { InsertFirstFigure } from '../figures';
import { Section } from '../section';

export function InsertFirstSection() {
  return (
    <Section id="insert-first">
      <p>
        “Look whether the key is there; if not, charge, then save it.” It reads well, and it passes every test
        that runs one request at a time. Two requests at once can both look before either saves, and a double
        tap is two requests at once.
      </p>
      <p>
        Here are both, step by step, with a small table that does what PostgreSQL’s does. You choose who goes
        on. The count below the figure is no estimate: every sequence of the steps is tried.
      </p>
      <InsertFirstFigure />
      <p>
        Insert-first needs no luck. <code>INSERT .. ON CONFLICT DO NOTHING</code> is one statement that both
        asks and answers: one row means that the purchase is yours, none means that it is somebody else’s.
        What decides is the primary key. Take it away, and nothing conflicts with anything.
      </p>
      <p>
        In the real database the claim stands in a transaction with the order, and the second insert waits
        until that transaction has ended. Beware of conveniences that look like one statement: Prisma’s{' '}
        <code>upsert</code> with an empty update is a SELECT and an INSERT, and it races.
      </p>
    </Section>
  );
}
