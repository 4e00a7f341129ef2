// Lets a reader change between light and dark; the button is hidden where scripts do not run.

const root = document.documentElement;
const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

function current() {
  return root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light");
}

function remember(theme) {
  try {
    window.localStorage.setItem("trek-theme", theme);
  } catch {
    // Storage is off: the choice lasts for this page.
  }
}

function describe(button) {
  const next = current() === "dark" ? "light" : "dark";
  button.querySelector("[data-theme-label]").textContent = `Change to the ${next} theme`;
  button.title = `Change to the ${next} theme`;
}

for (const button of document.querySelectorAll("[data-theme-toggle]")) {
  button.hidden = false;
  describe(button);
  button.addEventListener("click", () => {
    const next = current() === "dark" ? "light" : "dark";
    root.dataset.theme = next;
    remember(next);
    describe(button);
  });
  systemIsDark.addEventListener("change", () => describe(button));
}
