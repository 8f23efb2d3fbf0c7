import { linkClass } from '../../../primitives/button';
import { QuestionsFigure } from '../figures';
import { Section } from '../section';

export function QuestionsSection() {
  return (
    <Section id="check-yourself">
      <p>Seven questions, each with the reason for its answer.</p>
      <QuestionsFigure />
      <p>
        Now watch it happen: the{' '}
        <a href="/lab" className={linkClass}>
          live laboratory
        </a>{' '}
        does all of this to a real shop, with real processes to kill.
      </p>
    </Section>
  );
}
