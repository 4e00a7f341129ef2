// The upload field: drop a file on it, see its size against the limit and the label its name gives.
// The server checks all of this again; here it only saves the reader a wait.

const field = document.querySelector("[data-upload]");

function sizeText(bytes) {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

function labelOf(name) {
  return /^trek_([A-Za-z0-9][A-Za-z0-9._-]{0,127}?)\.jsonl(?:\.gz)?$/.exec(name)?.[1] ?? "";
}

function labelField() {
  // Asked for each time: the form replaces its fields now and then.
  return document.getElementsByName("manifest/entry/label")[0];
}

function note(file, limit) {
  if (file.size > limit) {
    return `${file.name} has ${sizeText(file.size)}; the limit is ${sizeText(limit)}. Compress it with gzip, or leave out the member "notebook".`;
  }
  const label = labelOf(file.name);
  if (/\.zip$/i.test(file.name)) {
    return `${file.name}, ${sizeText(file.size)}. The manifest in the archive is used.`;
  }
  const tail = label ? `Label from the name: ${label}.` : labelField() ? "The name is not trek_<label>.jsonl: please type a label." : "";
  return `${file.name}, ${sizeText(file.size)}. ${tail}`;
}

function connect(zone) {
  const input = zone.querySelector("input[type=file]");
  const output = zone.querySelector("[data-upload-note]");
  const limit = Number(zone.dataset.maxBytes);

  const show = () => {
    const [file] = input.files;
    output.textContent = file ? note(file, limit) : "";
    zone.classList.toggle("is-too-large", Boolean(file) && file.size > limit);
    zone.classList.toggle("has-file", Boolean(file));
    const label = labelField();
    if (file && label && (!label.value || label.dataset.filled === label.value)) {
      label.value = labelOf(file.name);
      label.dataset.filled = label.value;
    }
  };

  input.addEventListener("change", show);
  for (const kind of ["dragenter", "dragover"]) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("is-over");
    });
  }
  for (const kind of ["dragleave", "drop"]) {
    zone.addEventListener(kind, () => zone.classList.remove("is-over"));
  }
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) {
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  zone.classList.add("is-droppable");
  show();
}

if (field) {
  connect(field);
}
