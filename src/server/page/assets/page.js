// Makes the page answer as one types. Everything here works without it too, by form and links: the
// script asks for the same pages and puts parts of them in place.
"use strict";

(() => {
  const form = document.getElementById("search");

  // The page of a case
  const copy = document.getElementById("copy");
  if (copy) {
    const label = copy.textContent;
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await copied(new URL(copy.dataset.link, location.href).href);
      copy.textContent = copy.dataset.copied;
      setTimeout(() => { copy.textContent = label; }, 2000);
    });
  }

  async function copied(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    // The clipboard is kept from pages that came over plain HTTP.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }

  if (!form) return;

  // The page with the search box
  const PAUSE_MS = 120;
  const LONGEST_WAIT_MS = 15000;
  const MOST_HITS = 100;
  const PARTS = ["state", "chosen", "facets", "results", "languages"];

  const box = document.getElementById("q");
  const status = document.getElementById("status");
  const trouble = document.getElementById("trouble");
  const side = document.getElementById("side");
  const dates = ["since", "until"].map((id) => document.getElementById(id));

  let composing = false;
  let submitting = false;
  let timer = 0;
  let request = null;
  // What is shown, or about to be.
  let asked = key({ ...wanted(), text: box.defaultValue });
  // Whether a new search is a new place to come back to, rather than more of what is being typed.
  let settled = true;

  // A search: the text, and the query of the address without it.

  function wanted() {
    const parameters = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (name !== "q" && name !== "limit" && value.trim()) parameters.append(name, value.trim());
    }
    return { text: box.value.replace(/\r\n?/g, "\n"), parameters: parameters.toString() };
  }

  // The same for searches that find the same.
  function key({ text, parameters }) {
    const all = [...new URLSearchParams(parameters)].filter(([name]) => name !== "limit");
    return JSON.stringify([text.trim() && text, all.map(String).sort()]);
  }

  function address({ text, parameters }) {
    const own = new URLSearchParams(text.trim() ? { q: text } : {}).toString();
    const query = [own, parameters].filter(Boolean).join("&");
    return query ? "/?" + query : "/";
  }

  function isShareable(search) {
    return address(search).length <= Number(form.dataset.longest);
  }

  function fromAddress(url) {
    const parameters = new URL(url, location.href).searchParams;
    const text = parameters.get("q") ?? "";
    parameters.delete("q");
    return { text, parameters: parameters.toString() };
  }

  // Asking

  async function fetched(search) {
    request?.abort();
    const own = new AbortController();
    request = own;
    const limit = setTimeout(() => own.abort("late"), LONGEST_WAIT_MS);
    document.getElementById("results").setAttribute("aria-busy", "true");
    try {
      const options = { signal: own.signal, credentials: "same-origin" };
      if (!isShareable(search)) {
        options.method = "POST";
        options.body = new URLSearchParams({ q: search.text, to: search.parameters });
      }
      const response = await fetch(isShareable(search) ? address(search) : "/", options);
      const text = await response.text();
      const page = new DOMParser().parseFromString(text, "text/html");
      if (!page.getElementById("results")) throw new Error(`${response.status} ${response.statusText}`);
      if (request !== own) return null;
      trouble.hidden = true;
      return page;
    } catch (error) {
      if (request === own) {
        trouble.hidden = false;
        asked = null;
      }
      return null;
    } finally {
      clearTimeout(limit);
      if (request === own) {
        request = null;
        document.getElementById("results").removeAttribute("aria-busy");
      }
    }
  }

  // How the search becomes a place in the history.
  const NEW = "pushState";
  const SAME = "replaceState";
  const NONE = "";

  async function show(search, entry) {
    clearTimeout(timer);
    if (key(search) === asked) return;
    asked = key(search);
    // Before the answer, which the next search may overtake.
    record(search, entry);
    const page = await fetched(search);
    if (page) put(page);
  }

  function record(search, entry) {
    if (entry === NONE) return;
    const long = isShareable(search) ? null : search;
    history[entry](long, "", long ? "/" : address(search));
  }

  function put(page) {
    const active = document.activeElement?.dataset?.key;
    const open = [...document.querySelectorAll("details[open][data-key]")].map((d) => d.dataset.key);
    for (const id of PARTS) {
      const part = page.getElementById(id);
      if (part) document.getElementById(id).replaceWith(document.adoptNode(part));
    }
    const summary = page.querySelector("#side > summary");
    side.querySelector("summary").replaceWith(document.adoptNode(summary));
    for (const details of document.querySelectorAll("details[data-key]")) {
      if (open.includes(details.dataset.key)) details.open = true;
    }
    if (active && document.activeElement === document.body) {
      const again = [...document.querySelectorAll("[data-key]")].find((e) => e.dataset.key === active);
      (again ?? box).focus();
    }
    const results = document.getElementById("results");
    document.title = results.dataset.title;
    status.textContent = results.dataset.status;
  }

  // Puts a search into the form, from which the next one is read.
  function fill({ text, parameters }) {
    box.value = text;
    fit();
    const rest = new URLSearchParams(parameters);
    for (const input of dates) input.value = rest.get(input.name) ?? "";
    for (const name of ["since", "until", "offset", "limit"]) rest.delete(name);
    const inputs = [...rest].map(([name, value]) => {
      const input = document.createElement("input");
      return Object.assign(input, { type: "hidden", name, value });
    });
    document.getElementById("state").replaceChildren(...inputs);
  }

  // Typing

  function typed() {
    clearTimeout(timer);
    if (!composing) timer = setTimeout(() => search(false), PAUSE_MS);
  }

  // Searches for what stands in the box. `isFinal`: the user said so, and may come back to it.
  function search(isFinal) {
    const next = wanted();
    const entry = settled ? NEW : SAME;
    settled = isFinal;
    show(next, entry);
  }

  function fit() {
    if (CSS.supports("field-sizing", "content")) return;
    box.rows = Math.min(10, box.value.split("\n").length);
  }

  box.addEventListener("input", () => { fit(); typed(); });
  box.addEventListener("compositionstart", () => { composing = true; clearTimeout(timer); });
  box.addEventListener("compositionend", () => {
    composing = false;
    if (submitting) search(true);
    else typed();
    submitting = false;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    // Enter that ends a syllable means search as well; the syllable is not there yet.
    if (event.isComposing || composing) submitting = true;
    else { event.preventDefault(); search(true); }
  });
  // Some keyboards send no keydown, and some send the line break after the syllable.
  box.addEventListener("beforeinput", (event) => {
    if (event.inputType !== "insertLineBreak" && event.inputType !== "insertParagraph") return;
    if (shifted) return;
    event.preventDefault();
    if (composing) submitting = true;
    else search(true);
  });
  let shifted = false;
  for (const type of ["keydown", "keyup"]) {
    document.addEventListener(type, (event) => { shifted = event.shiftKey; }, true);
  }

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    // A language is chosen by the whole page.
    if (button?.name === "ui") return;
    event.preventDefault();
    if (button?.name === "to") go({ text: wanted().text, parameters: button.value });
    else search(true);
  });
  for (const input of dates) input.addEventListener("change", () => search(true));

  // Beside the results there is room for what narrows them.
  const room = matchMedia("(min-width: 52rem)");
  room.addEventListener("change", () => { side.open = room.matches; });
  side.open = room.matches;

  // Links

  function go(search) {
    settled = true;
    fill(search);
    show(search, NEW);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-key]:not(.title)");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.dataset.key === "next") more(fromAddress(link.href));
    else go(fromAddress(link.href));
  });

  // Adds the next page to this one.
  async function more(next) {
    const page = await fetched(next);
    const items = page?.querySelectorAll("#hits > li");
    if (!items?.length) return;
    const hits = document.getElementById("hits");
    const first = document.adoptNode(items[0]);
    hits.append(first, ...[...items].slice(1).map((item) => document.adoptNode(item)));
    document.getElementById("pages").replaceWith(document.adoptNode(page.getElementById("pages")));
    document.querySelector("#pages [rel=prev]")?.remove();
    first.querySelector("a").focus();
    const here = fromAddress(location.href);
    if (hits.children.length > MOST_HITS || history.state) return;
    const parameters = new URLSearchParams(here.parameters);
    parameters.set("limit", hits.children.length);
    history.replaceState(null, "", address({ text: here.text, parameters: parameters.toString() }));
  }

  document.getElementById("again").addEventListener("click", () => { asked = null; search(true); });

  // Shows what this place in the history is about.
  function comeBack() {
    const search = history.state ?? fromAddress(location.href);
    settled = true;
    fill(search);
    asked = null;
    show(search, NONE);
  }

  addEventListener("popstate", comeBack);

  // Keys

  function links() {
    return [...document.querySelectorAll("#hits .title")];
  }

  // Whether the arrow has nowhere to go in the box.
  function isAtEnd() {
    return box.selectionStart === box.value.length && box.selectionEnd === box.value.length;
  }

  function move(step) {
    const all = links();
    const here = all.indexOf(document.activeElement);
    const next = here + step;
    if (next < 0) { box.focus(); box.setSelectionRange(box.value.length, box.value.length); }
    else all[Math.min(next, all.length - 1)]?.focus();
  }

  function clear() {
    const now = wanted();
    box.focus();
    if (!now.text.trim()) go({ text: "", parameters: "" });
    else { box.value = ""; fit(); settled = true; search(true); }
  }

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    const isInBox = at === box;
    const isTyping = isInBox || at?.matches("input, textarea, select");
    if (event.key === "/" && !isTyping) { event.preventDefault(); box.focus(); box.select(); }
    else if (event.key === "Escape" && (isInBox || !isTyping)) { event.preventDefault(); clear(); }
    else if (event.key === "ArrowDown" && (isInBox ? isAtEnd() : at?.matches("#hits .title"))) {
      if (links().length) { event.preventDefault(); move(1); }
    } else if (event.key === "ArrowUp" && at?.matches("#hits .title")) { event.preventDefault(); move(-1); }
  });

  fit();
  // A browser gives the focus to the box before or after this, and leaves the caret where it is.
  box.setSelectionRange(box.value.length, box.value.length);
  // A text too long for an address is in the history alone.
  if (history.state) comeBack();
  // A browser may bring back what was typed before.
  addEventListener("pageshow", () => { if (key(wanted()) !== asked) search(true); });
})();
