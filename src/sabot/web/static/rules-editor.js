// <rules-editor data-stamp data-label>: the text area becomes an editor with line numbers. What is
// typed is sent after a pause; faults are marked at their lines, and the last good answer is grey
// until there is a new one. Only Save writes. The editor is in a shadow root: its styles are
// constructed style sheets there, which the policy of the page allows.
import { GONE, PAUSE, askLatest, post, say } from "./post.js";

const theme = {
  "&": { backgroundColor: "var(--paper)", color: "var(--ink)", height: "100%", fontSize: "0.85rem" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--dim)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 45%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--first) 60%, transparent)",
  },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--mixed)", color: "var(--on-square)" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)" },
  ".cm-panels input, .cm-panels button": { font: "inherit", color: "var(--ink)", background: "var(--paper)", border: "1px solid var(--line)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--fault)", border: "1px solid var(--line)" },
  // in the place of images in data: addresses, which the policy of the page forbids
  ".cm-lint-marker-error": { content: "normal", backgroundColor: "var(--fault)", borderRadius: "50%", height: "0.8em", width: "0.8em" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--fault)" },
  ".cm-diagnostic": { borderLeft: "4px solid var(--fault)", padding: "0.3rem 0.6rem", whiteSpace: "pre-wrap" },
};

const makeEditor = async (parent, text, label, { typed, save }) => {
  const cm = await import("./codemirror.min.js");
  const { EditorView, HighlightStyle, keymap, tags } = cm;
  const words = HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword], color: "var(--accent)", fontWeight: "600" },
    { tag: [tags.string, tags.number, tags.bool], color: "var(--literal)" },
    { tag: tags.comment, color: "var(--dim)", fontStyle: "italic" },
    { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], fontWeight: "600" },
  ]);
  const extensions = [
    cm.lineNumbers(),
    cm.lintGutter(),
    cm.highlightSpecialChars(),
    cm.history(),
    cm.drawSelection(),
    cm.indentOnInput(),
    cm.indentUnit.of("    "),
    cm.bracketMatching(),
    cm.highlightActiveLine(),
    cm.highlightActiveLineGutter(),
    cm.highlightSelectionMatches(),
    cm.search({ top: true }),
    cm.python(),
    cm.syntaxHighlighting(words),
    EditorView.theme(theme),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => update.docChanged && typed()),
    keymap.of([
      { key: "Mod-s", run: save, preventDefault: true },
      ...cm.searchKeymap,
      ...cm.lintKeymap,
      ...cm.historyKeymap,
      cm.indentWithTab,
      ...cm.defaultKeymap,
    ]),
  ];
  const root = parent.attachShadow({ mode: "open" });
  const view = new EditorView({ doc: text, extensions, parent: root, root });
  return { view, cm };
};

class RulesEditor extends HTMLElement {
  async connectedCallback() {
    this.area = this.querySelector("textarea");
    this.state = this.querySelector(".state");
    this.conflict = this.querySelector(".conflict");
    this.pending = this.querySelector(".pending");
    this.answer = this.querySelector(".answer");
    this.stamp = this.dataset.stamp;
    this.here = new AbortController();
    const { signal } = this.here;
    this.addEventListener("click", (event) => this.press(event.target), { signal });
    this.addEventListener("htmx:afterSettle", () => this.take(), { signal });
    addEventListener("beforeunload", (event) => this.touched && this.unsaved && event.preventDefault(), { signal });
    const place = document.createElement("div");
    place.className = "editor";
    const actions = { typed: () => this.typed(), save: () => (this.save(), true) };
    const text = this.area.value;
    Object.assign(this, await makeEditor(place, text, this.dataset.label, actions));
    this.area.replaceWith(place);
    this.written = this.stamp ? text : undefined; // a new file is not saved yet
    this.mark();
    this.ask();
  }

  disconnectedCallback() {
    this.here.abort();
    clearTimeout(this.timer);
    this.view?.destroy();
  }

  get text() {
    return this.view.state.doc.toString();
  }

  get unsaved() {
    return this.view && this.text !== this.written;
  }

  press(target) {
    const doing = target.closest?.("[data-do]")?.dataset.do;
    const line = target.closest?.("[data-line]")?.dataset.line;
    if (doing === "save") this.save();
    if (doing === "overwrite") this.save({ overwrite: "1" });
    if (doing === "reload") this.reload();
    if (line) this.go(Number(line));
  }

  go(line) {
    const { doc } = this.view.state;
    const place = doc.line(Math.min(line, doc.lines));
    this.view.dispatch({ selection: { anchor: place.from }, scrollIntoView: true });
    this.view.focus();
  }

  mark() {
    this.classList.toggle("unsaved", Boolean(this.unsaved));
  }

  typed() {
    this.touched = true; // who only looked at a new file is not asked to save it
    this.mark();
    this.state.textContent = "";
    this.answer.classList.add("stale");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  ask() {
    return askLatest(this, "/part/draft", { text: this.text, file: this.dataset.file });
  }

  take() {
    const reply = this.pending.querySelector(".draft");
    if (!reply) return;
    const faults = JSON.parse(reply.dataset.faults);
    const { doc } = this.view.state;
    const marks = faults.map(({ line, words }) => {
      const { from, to } = doc.line(Math.min(line || 1, doc.lines));
      return { from, to, severity: "error", message: words };
    });
    this.view.dispatch(this.cm.setDiagnostics(this.view.state, marks));
    if (faults.length) {
      this.answer.querySelector(".doing")?.remove();
      return; // the last good answer stays, grey
    }
    for (const old of this.answer.querySelectorAll("details[data-keep]")) {
      const one = reply.querySelector(`details[data-keep=${old.dataset.keep}]`);
      if (one) one.open = old.open;
    }
    this.answer.replaceChildren(reply);
    this.pending.replaceChildren();
    this.answer.classList.remove("stale");
  }

  async save(more = {}) {
    const { text } = this;
    try {
      const answer = await post("/part/save", { text, stamp: this.stamp, file: this.dataset.file, ...more });
      if (!answer.headers.get("content-type").includes("json")) {
        this.conflict.innerHTML = await answer.text(); // a refusal in words, escaped by our server
        return;
      }
      const reply = await answer.json();
      if (!reply.saved) return this.askWhich(reply.words);
      this.conflict.replaceChildren();
      this.stamp = reply.stamp;
      this.written = text;
      this.mark();
      this.state.textContent = reply.words;
    } catch {
      say(this.conflict, GONE);
    }
  }

  askWhich(words) {
    say(this.conflict, `${words} The text here is kept. `);
    const said = this.conflict.firstChild;
    for (const [doing, label] of [["overwrite", "Overwrite the file"], ["reload", "Take the file's text"]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.do = doing;
      button.textContent = label;
      said.append(button, " ");
    }
  }

  // the text of the file replaces that of the editor: undo brings it back
  async reload() {
    try {
      const reply = await (await fetch("/part/own", { headers: { Accept: "application/json" } })).json();
      if (reply.fault) return say(this.conflict, reply.fault);
      this.conflict.replaceChildren();
      this.stamp = reply.stamp;
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: reply.text } });
      this.written = reply.stamp ? this.text : undefined;
      this.mark();
      this.state.textContent = "Read again.";
    } catch {
      say(this.conflict, GONE);
    }
  }
}
customElements.define("rules-editor", RulesEditor);
