// Quiet sounds: a knock for a move, a lower one for a capture, two notes at the end. The choice to
// turn them off holds for later games, too.

"use strict";

class Sounds {
  constructor(box) {
    this.box = box;
    this.context = null;
    try {
      box.checked = localStorage.getItem("sounds") !== "off";
    } catch {}
    box.addEventListener("change", () => {
      try {
        localStorage.setItem("sounds", box.checked ? "on" : "off");
      } catch {}
      if (box.checked) this.move(false);
    });
  }

  move(captured) {
    this.note(captured ? 150 : 240, 0, 0.07);
  }

  end() {
    this.note(330, 0, 0.16);
    this.note(440, 0.18, 0.3);
  }

  // A browser allows sounds only after the visitor has pressed something in the page.
  note(pitch, after, lasts) {
    if (!this.box.checked || !navigator.userActivation?.hasBeenActive) return;
    this.context ??= new AudioContext();
    const [from, tone, loud] = [this.context.currentTime + after, this.context.createOscillator(), this.context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.06, from);
    loud.gain.exponentialRampToValueAtTime(0.0005, from + lasts);
    tone.connect(loud).connect(this.context.destination);
    tone.start(from);
    tone.stop(from + lasts);
  }
}
