// Keeps a page fresh while something is under way: asks for the same page again and swaps the parts marked
// data-live that changed. The server's words stay the only copy; without scripts a meta refresh does the same.

const MAX_SECONDS = 60;

function region(doc, name) {
  return doc.querySelector(`[data-live="${CSS.escape(name)}"]`);
}

function swap(fresh) {
  for (const old of document.querySelectorAll("[data-live]")) {
    const next = region(fresh, old.dataset.live);
    // Leave a part alone while the reader works in it, or the focus would be lost.
    if (next && next.innerHTML !== old.innerHTML && !old.contains(document.activeElement)) {
      old.replaceWith(document.adoptNode(next));
    }
  }
}

function announce() {
  const news = document.querySelector("[data-announce]")?.textContent.trim();
  const announcer = document.querySelector("[data-announcer]");
  if (news && announcer && announcer.dataset.said !== news) {
    // The state on arrival is read with the page itself; only changes are announced.
    announcer.textContent = announcer.dataset.said === undefined ? "" : news;
    announcer.dataset.said = news;
  }
}

function pollSeconds(doc) {
  return Number(doc.querySelector("[data-poll-seconds]")?.dataset.pollSeconds ?? 0);
}

async function refresh() {
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok) {
    throw new Error(`status ${answer.status}`);
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  swap(fresh);
  announce();
  return pollSeconds(fresh);
}

async function follow(seconds) {
  let wait = seconds;
  while (wait > 0) {
    await new Promise((wake) => setTimeout(wake, wait * 1000));
    if (document.hidden) {
      continue;
    }
    try {
      wait = await refresh();
    } catch {
      // The network or the site is away: ask again, less and less often.
      wait = Math.min(wait * 2, MAX_SECONDS);
    }
  }
}

announce();
follow(pollSeconds(document));
