import { PurchaseFigure } from '../figures';
import { Section } from '../section';

export function NaiveRetrySection() {
  return (
    <Section id="the-naive-retry">
      <p>
        The obvious cure is to send it again. When the request was lost, that is right. When the answer was
        lost, the shop sees a second, complete, perfectly valid order for the same thing, and it charges
        again.
      </p>
      <p>
        It makes no difference who repeats: a retry loop, a proxy, the browser after a connection reset, or
        the shopper who sees a spinner and presses once more.
      </p>
      <PurchaseFigure
        title="One press, sent again"
        hint="Decide what becomes of each attempt. Later attempts are answered."
        offered={['no_key']}
      />
      <p>
        Not retrying is no way out either. Then the shopper does not know whether they have paid, and they are
        the next to retry. So <code>src/retry</code> asks of every call whether it is safe to repeat, and
        stops at the first doubt when it is not. The work is in making the answer “yes”.
      </p>
    </Section>
  );
}
