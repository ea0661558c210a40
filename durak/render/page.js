"use strict";

// Every step of the game lies in the page: the words of its move, and its
// picture as a template. This shows one of them at a time.

const at = (id) => document.getElementById(id);
const steps = [...at("steps").children];
const last = steps.length - 1;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
let shown = 0;

function show(step) {
  const before = stillness.matches ? null : placesOfCards();
  mark(shown, step);
  shown = step;
  at("picture").replaceChildren(pictureOf(step));
  say(step);
  at("slider").value = step;
  at("slider").setAttribute("aria-valuetext", nameOf(step));
  for (const id of ["to-start", "back"]) disable(id, step === 0);
  for (const id of ["forward", "to-end"]) disable(id, step === last);
  if (before) move(before);
}

function go(step) {
  const within = Math.max(0, Math.min(step, last));
  if (within !== shown) show(within);
}

function nameOf(step) {
  return step ? `Move ${step} of ${last}` : "Start";
}

function pictureOf(step) {
  return steps[step].querySelector("template").content.cloneNode(true);
}

function say(step) {
  at("place").textContent = nameOf(step);
  at("said").replaceChildren(
    ...[...steps[step].querySelectorAll("span, p")].map((said) => {
      const line = document.createElement("p");
      line.textContent = said.textContent;
      return line;
    }),
  );
  at("table-in-words").textContent = at("picture").querySelector("desc").textContent;
}

function mark(from, to) {
  steps[from].querySelector("button").removeAttribute("aria-current");
  steps[to].querySelector("button").setAttribute("aria-current", "step");
  const list = at("steps");
  const { offsetTop: top, offsetHeight: height } = steps[to];
  const within = list.scrollTop <= top && top + height <= list.scrollTop + list.clientHeight;
  if (!within) list.scrollTop = top - (list.clientHeight - height) / 2;
}

// A button that has the focus keeps it, so it is not disabled outright.
function disable(id, off) {
  at(id).setAttribute("aria-disabled", String(off));
}

function cards() {
  return [...at("picture").querySelectorAll("[data-card]")];
}

function centreOf(card) {
  const box = card.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function placesOfCards() {
  return new Map(cards().map((card) => [card.dataset.card, centreOf(card)]));
}

// Cards glide from where they lay in the picture before; new ones fade in.
function move(before) {
  const drawing = at("picture").firstElementChild;
  const scale = drawing.viewBox.baseVal.width / drawing.getBoundingClientRect().width;
  for (const card of cards().filter((card) => card.parentNode === drawing)) {
    const from = before.get(card.dataset.card);
    const to = centreOf(card);
    const { e: x, f: y } = card.transform.baseVal.consolidate().matrix;
    const dx = from ? (from.x - to.x) * scale : 0;
    const dy = from ? (from.y - to.y) * scale : 0;
    if (from && !dx && !dy) continue;
    card.animate(
      [
        { transform: `translate(${x + dx}px, ${y + dy}px)`, opacity: from ? 1 : 0 },
        { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
      ],
      { duration: 240, easing: "ease-out" },
    );
  }
}

const KEYS = {
  ArrowLeft: () => shown - 1,
  ArrowRight: () => shown + 1,
  Home: () => 0,
  End: () => last,
};

at("to-start").addEventListener("click", () => go(0));
at("back").addEventListener("click", () => go(shown - 1));
at("forward").addEventListener("click", () => go(shown + 1));
at("to-end").addEventListener("click", () => go(last));
at("slider").addEventListener("input", (event) => go(Number(event.target.value)));
steps.forEach((step, place) => {
  step.querySelector("button").addEventListener("click", () => go(place));
});
document.addEventListener("keydown", (event) => {
  const held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  // The slider moves by these keys of its own accord.
  if (held || event.target === at("slider") || !(event.key in KEYS)) return;
  event.preventDefault();
  go(KEYS[event.key]());
});

show(0);
