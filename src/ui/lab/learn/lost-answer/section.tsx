import { payButton } from '@/retry';
import { LostAnswerFigure } from '../figures';
import { Section } from '../section';
import { seconds } from '../words';

export function LostAnswerSection() {
  return (
    <Section id="a-lost-answer">
      <p>
        Somebody presses Pay. The browser sends one request, and {seconds(payButton.attemptTimeoutMs)} later
        there is still no answer. What happened? Perhaps the request never arrived. Perhaps the shop died
        before it charged, or just after. Perhaps everything went well, and only the answer was lost on its
        way back.
      </p>
      <p>
        From where the browser sits, these look the same, down to the last byte. A time-out is not a failure.
        It says when you stopped waiting, and nothing about what was done.
      </p>
      <LostAnswerFigure />
      <p>
        A few errors do tell more. A name that cannot be found or a refused connection means that nothing was
        sent, and a server can tell these apart. A browser cannot: its <code>fetch</code> throws the same
        error for all of them, so this shop counts everything that it throws as <code>lost</code>.
      </p>
    </Section>
  );
}
