// Lets a reader hide columns of a wide table for this visit. The full table is what the server sent.

function setColumn(table, index, isShown) {
  for (const row of table.rows) {
    for (const cell of row.cells) {
      if (cell.dataset.column === index) {
        cell.hidden = !isShown;
      }
    }
  }
}

function choiceFor(table, head) {
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = true;
  box.addEventListener("change", () => setColumn(table, head.dataset.column, box.checked));
  label.append(box, head.dataset.columnLabel);
  return label;
}

for (const tools of document.querySelectorAll("[data-column-tools]")) {
  const table = document.getElementById(tools.dataset.columnTools);
  const list = tools.querySelector("[data-column-list]");
  const heads = table ? [...table.tHead.querySelectorAll("th[data-column]")] : [];
  if (heads.length) {
    list.append(...heads.map((head) => choiceFor(table, head)));
    tools.hidden = false;
  }
}
