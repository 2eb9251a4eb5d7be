// <drop-file data-to data-most>: a file, dropped or chosen, is sent as it is; what comes back is
// shown in #found. The file is read by this machine's own workbench and by nobody else.
import { GONE, post, say } from "./post.js";

class DropFile extends HTMLElement {
  connectedCallback() {
    this.input = this.querySelector("input[type=file]");
    this.input.addEventListener("change", () => this.take(this.input.files));
    this.take(this.input.files); // it may have been chosen before this was here
    for (const name of ["dragover", "dragleave", "drop"]) {
      document.addEventListener(name, this);
    }
  }

  disconnectedCallback() {
    for (const name of ["dragover", "dragleave", "drop"]) {
      document.removeEventListener(name, this);
    }
  }

  handleEvent(event) {
    event.preventDefault();
    this.classList.toggle("over", event.type === "dragover");
    if (event.type === "drop") this.take(event.dataTransfer.files);
  }

  take(files) {
    if (files.length > 1) {
      this.last = undefined; // the answer on an earlier file is not shown in the place of this
      const found = document.getElementById("found");
      say(found, `${files.length} files: one at a time is checked here. ${this.dataset.many}`);
    } else if (files.length) this.send(files[0]);
  }

  async send(file) {
    const found = document.getElementById("found");
    this.last = file; // of two, the second is shown, whichever is answered first
    if (file.size > Number(this.dataset.most)) {
      say(found, `${file.name}: ${this.dataset.remedy}`);
      return;
    }
    const rules = this.querySelector("#rules").checked ? "1" : "0";
    const to = `${this.dataset.to}?${new URLSearchParams({ name: file.name, rules })}`;
    try {
      const reply = await (await post(to, {}, { body: file })).text();
      if (this.last !== file) return;
      // our own server wrote this part and escaped every text of the file in it
      found.innerHTML = reply;
      window.htmx.process(found);
    } catch {
      if (this.last !== file) return;
      say(found, GONE);
    }
    this.input.value = "";
  }
}
customElements.define("drop-file", DropFile);
