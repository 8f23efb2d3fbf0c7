import { Picture } from '../primitives/picture';

export function Hero() {
  return (
    <section className="grid items-center gap-4 py-6 sm:py-10 lg:grid-cols-[6fr_7fr] lg:gap-8">
      <div>
        <h1 className="text-[clamp(3rem,11vw,5.5rem)] leading-[0.92]">
          Press it twice.
          <br />
          <span className="text-[#d1431a] dark:text-tangerine">Pay once.</span>
        </h1>
        <p className="mt-4 max-w-md text-lg leading-snug text-muted sm:text-xl">
          A shop for things that click, ding and thock. Tap Pay as often as you like, on any network: there is
          one order and one charge.
        </p>
      </div>
      <Picture
        src="/hero.svg"
        alt="A finger about to press a big red button, among a bell, a buzzer, a key switch and a stapler"
        width={1200}
        height={700}
        fetchPriority="high"
        className="mx-auto h-auto w-full max-sm:max-w-80"
      />
    </section>
  );
}
