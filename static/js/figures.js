// Draws the figures of a page from the numbers the server sent, in the colours of the reader's theme. Every
// figure stands beside a table with the same numbers, so that nothing is lost where this does not run.

// The one place for what is the same in every figure. No logo, and no button that would send data elsewhere.
const CONFIG = {
  displaylogo: false,
  responsive: true,
  plotlyServerURL: "",
  showTips: false,
  modeBarButtonsToRemove: ["sendChartToCloud", "select2d", "lasso2d", "autoScale2d", "zoomIn2d", "zoomOut2d"],
};

function colours() {
  // A token may be a pair for light and dark; only the browser can say which of the two holds now.
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const found = new Map();
  return {
    of(token) {
      if (!found.has(token)) {
        probe.style.color = `var(--${token})`;
        found.set(token, getComputedStyle(probe).color);
      }
      return found.get(token);
    },
    done: () => probe.remove(),
  };
}

function coloured(value, palette) {
  if (typeof value === "string") {
    return value.startsWith("@") ? palette.of(value.slice(1)) : value;
  }
  if (Array.isArray(value)) {
    return value.map((member) => coloured(member, palette));
  }
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, coloured(member, palette)]));
  }
  return value;
}

// Shifts of labels and heights are in pixels at this size of letters; larger letters stretch both.
const LETTERS = 11.52;
// What an axis of numbers and the margins take of a figure's width.
const SIDES = 76;

// The labels that were placed for the widest plot that this one is not narrower than: nothing collides on it.
function labels(plot, box, size) {
  const stretch = size / LETTERS;
  const room = (box.clientWidth - SIDES) / stretch;
  const fitting = (plot.labels ?? []).filter((one) => one.width <= room).at(-1);
  return (fitting?.places ?? []).map((place) => ({
    x: place.x,
    y: place.y,
    text: place.text,
    xshift: place.dx * stretch,
    yshift: -place.dy * stretch,
    xanchor: place.anchor,
    yanchor: "middle",
    showarrow: false,
    font: { color: "@ink", size },
    captureevents: false,
  }));
}

function axis(given, size) {
  return {
    gridcolor: "@rule",
    linecolor: "@rule-2",
    zerolinecolor: "@rule-2",
    tickcolor: "@rule-2",
    ticks: "outside",
    automargin: true,
    fixedrange: true,
    separatethousands: true,
    ...given,
    title: { ...given.title, standoff: 10, font: { size } },
  };
}

function layout(plot, box) {
  const style = getComputedStyle(box);
  const size = Number.parseFloat(style.fontSize);
  return {
    font: { family: style.fontFamily, size, color: "@ink-2" },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: 8, r: 12, t: 8, b: 8 },
    bargap: 0.25,
    barmode: plot.barmode,
    showlegend: Boolean(plot.showlegend),
    legend: {
      orientation: "h",
      traceorder: "normal",
      x: 0,
      y: 1,
      xanchor: "left",
      yanchor: "bottom",
      itemclick: false,
      itemdoubleclick: false,
    },
    hoverlabel: { bgcolor: "@sheet", bordercolor: "@rule-2", font: { color: "@ink" } },
    separators: ".\u202f",
    dragmode: false,
    xaxis: axis(plot.axes.xaxis, size),
    yaxis: axis(plot.axes.yaxis, size),
    annotations: labels(plot, box, size),
  };
}

function draw(boxes, plots) {
  const palette = colours();
  for (const box of boxes) {
    const plot = plots[box.dataset.plot];
    box.hidden = false;
    if (plot.height) {
      box.style.height = `${(plot.height * Number.parseFloat(getComputedStyle(box).fontSize)) / LETTERS}px`;
    }
    const config = { ...CONFIG, toImageButtonOptions: { filename: box.dataset.plot, scale: 2 } };
    window.Plotly.react(box, coloured(plot.traces, palette), coloured(layout(plot, box), palette), config);
  }
  palette.done();
}

const source = document.getElementById("plots");
const boxes = document.querySelectorAll("[data-plot]");
if (source && boxes.length && window.Plotly) {
  const plots = JSON.parse(source.textContent);
  const again = () => draw(boxes, plots);
  again();
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  // Labels are placed for widths; the rest of a figure follows its box by itself.
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      again();
    }
  });
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
