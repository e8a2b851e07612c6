// The connection to the server: numbered messages, and promises of their last replies.

const VERSION = 1;
const AGAIN = 1500;
const PAUSE = 300;

/** Wait before something is asked again. */
export function pause() {
  return new Promise(resolve => setTimeout(() => resolve(true), PAUSE));
}

export class Connection {
  #socket = null;
  #waiting = new Map();
  #number = 0;
  #opened = null;
  revision = 0;
  onstate = () => {};

  constructor() {
    this.#connect(0);
  }

  /** Connect after a while, again and again until the server answers. */
  #connect(after) {
    const address = new URL("studio", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    address.search = location.search; // it may hold the token
    this.#opened = new Promise(resolve => {
      const attempt = () => {
        const socket = new WebSocket(address);
        socket.addEventListener("open", () => {
          this.#socket = socket;
          resolve();
          this.onstate(true);
        });
        socket.addEventListener("message", event => this.#hear(JSON.parse(event.data)));
        socket.addEventListener("close", () => {
          this.onstate(false);
          if (this.#socket === socket) this.#lost();
          else setTimeout(attempt, AGAIN);
        });
      };
      setTimeout(attempt, after);
    });
  }

  #lost() {
    this.#socket = null;
    this.#connect(AGAIN);
    for (const { resolve } of this.#waiting.values()) resolve({ type: "canceled" });
    this.#waiting.clear();
  }

  #hear(reply) {
    const asked = this.#waiting.get(reply.id);
    if (!asked) return;
    if (reply.type === "part") {
      if (asked.revision === this.revision) asked.part(reply);
      return;
    }
    this.#waiting.delete(reply.id);
    asked.resolve(asked.revision === this.revision ? reply : { type: "canceled" });
  }

  /** Send a message; return the promise of its last reply, which has the number of the message. */
  ask(command, data = {}, part = () => {}) {
    const id = ++this.#number;
    const revision = this.revision;
    const answer = new Promise(resolve => this.#waiting.set(id, { resolve, part, revision }));
    this.#opened.then(() => {
      const message = { version: VERSION, id, revision, command, ...data };
      this.#socket?.send(JSON.stringify(message));
    });
    answer.id = id;
    return answer;
  }

  /** Cancel messages of which the answers are no longer wanted. */
  stop(numbers) {
    if (numbers.length) this.ask("cancel", { stops: numbers });
  }
}
