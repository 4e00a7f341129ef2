// The manifest in the upload form: its inner buttons change it without losing the chosen file, its sections say
// how far they are, and an archive, which brings its own, folds it away. Without scripts the same buttons load
// the page again; the server's answer is the only copy of what a form looks like.

const form = document.querySelector("[data-manifest-form]");

function region() {
  return form.querySelector("[data-manifest]");
}

function openFolds() {
  return new Set([...form.querySelectorAll("[data-fold][open]")].map((fold) => fold.dataset.fold));
}

async function press(button) {
  const data = new FormData(form);
  // The records may be large, and these buttons do not need them.
  data.delete("file");
  data.append("action", button.value);
  const opened = openFolds();
  const answer = await fetch(window.location.href, { method: "POST", body: data, cache: "no-store" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-manifest]");
  if (!answer.ok || !fresh) {
    throw new Error(`status ${answer.status}`);
  }
  region().replaceWith(document.adoptNode(fresh));
  for (const fold of form.querySelectorAll("[data-fold]")) {
    fold.open = fold.open || opened.has(fold.dataset.fold);
  }
  settle(button.value);
}

function settle(action) {
  const [kind, key] = action.split(":");
  const section = key ? key.replace(/\/\d+$/, "") : "";
  const fold = [...form.querySelectorAll("[data-fold]")].find((each) => each.dataset.fold === section);
  if (fold) {
    fold.open = true;
    const items = fold.querySelectorAll(".fold__item");
    const target = kind === "add" ? items[items.length - 1]?.querySelector("input, select") : fold.querySelector("summary");
    target?.focus();
  } else {
    form.querySelector(`button[value="${action}"]`)?.focus();
  }
  foldForArchive();
}

function isFilled(field) {
  if (field.matches("fieldset")) {
    return Boolean(field.querySelector("input:checked"));
  }
  return Boolean(field.querySelector("input, select, textarea")?.value.trim());
}

function count(fold) {
  const output = fold.querySelector("[data-fold-count]");
  const needed = [...fold.querySelectorAll(".field")].filter((field) => !field.querySelector(".optional"));
  const filled = needed.filter(isFilled).length;
  if (!needed.length || fold.classList.contains("fold--wrong")) {
    return;
  }
  output.textContent = filled === needed.length ? "complete" : `${filled} of ${needed.length} needed`;
  output.classList.toggle("is-complete", filled === needed.length);
}

function foldForArchive() {
  const [file] = form.querySelector("[data-upload] input[type=file]").files;
  region().hidden = Boolean(file && /\.zip$/i.test(file.name));
}

if (form) {
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=action]");
    if (button) {
      event.preventDefault();
      press(button).catch(() => {
        // The network or the site is away: let the browser say so, the old way.
        form.requestSubmit(button);
      });
    }
  });
  form.addEventListener("input", (event) => {
    const fold = event.target.closest("[data-fold]");
    if (fold) {
      count(fold);
    }
  });
  form.addEventListener("change", foldForArchive);
  foldForArchive();
}
