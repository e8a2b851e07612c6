// The mouse, the pen and fingers on the board: they select, draw, move and zoom.

const NEAR = 0.4;

export class Pointer {
  #down = new Map();
  #isRemoving = false;
  #isMoving = false;

  constructor(board) {
    this.board = board;
    const { holder } = board;
    holder.addEventListener("pointerdown", event => this.#begin(event));
    holder.addEventListener("pointermove", event => this.#move(event));
    holder.addEventListener("pointerup", event => this.#end(event, true));
    holder.addEventListener("pointercancel", event => this.#end(event, false));
    holder.addEventListener("dblclick", event => this.#selectSame(event));
    holder.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      board.view.zoom(Math.exp(-event.deltaY / 300), this.#point(event));
    }, { passive: false });
  }

  #point(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.board.root.getScreenCTM().inverse());
    return [x, y];
  }

  /** Return the cell under a pointer; while dragging only near its middle, so that diagonals work. */
  #cell(event, isNear) {
    const [x, y] = this.#point(event);
    const { size, places } = this.board.drawing;
    const [row, column] = [Math.floor(y / size), Math.floor(x / size)];
    const away = Math.hypot(x / size - column - 0.5, y / size - row - 0.5);
    if (isNear && away > NEAR) return null;
    const cell = places.findIndex(([down, right]) => down === row && right === column);
    return cell < 0 ? null : cell;
  }

  #begin(event) {
    const { board } = this;
    if (!board.drawing || board.isStale || event.button > 1) return;
    board.holder.focus({ preventScroll: true });
    event.preventDefault();
    this.#down.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#down.size > 1 || event.button === 1 || board.view.isMoving) return this.#beginMoving(event);
    if (board.onoutside && this.#outside(event)) return;
    const cell = this.#cell(event, false);
    if (cell === null) {
      this.#down.clear();
      if (!board.onpath) board.select([]);
      return;
    }
    board.holder.setPointerCapture(event.pointerId);
    if (board.onpath) {
      board.path = [cell];
      board.draw();
      return;
    }
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    this.#isRemoving = adds && board.selection.includes(cell);
    const kept = adds ? board.selection.filter(each => each !== cell) : [];
    board.select(this.#isRemoving ? kept : [...kept, cell]);
  }

  /** Move the board instead of drawing: a second finger came, or this was asked for. */
  #beginMoving(event) {
    this.board.holder.setPointerCapture(event.pointerId);
    this.#isMoving = true;
    this.board.path = null;
    this.board.draw();
  }

  #move(event) {
    const { board } = this;
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    if (this.#isMoving) return this.#drag(event, before);
    const cell = this.#cell(event, true);
    if (cell === null) return;
    if (board.path) {
      if (board.path.at(-2) === cell) board.path.pop();
      else if (!board.path.includes(cell)) board.path.push(cell);
      else return;
      board.draw();
    } else if (board.selection.includes(cell) === this.#isRemoving) {
      const kept = board.selection.filter(each => each !== cell);
      board.select(this.#isRemoving ? kept : [...kept, cell]);
    }
  }

  /** Move what is seen with one pointer, and zoom by the distance of two. */
  #drag(event, before) {
    const { view, root } = this.board;
    const unit = root.getScreenCTM().a;
    const now = [event.clientX, event.clientY];
    const [other] = [...this.#down].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const share = other ? 2 : 1; // each finger moves half of the board
    view.pan((before[0] - now[0]) / unit / share, (before[1] - now[1]) / unit / share);
    if (other) {
      const apart = at => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
      view.zoom(apart(now) / apart(before), this.#point(event));
    }
    this.#down.set(event.pointerId, now);
  }

  #end(event, isDone) {
    const { board } = this;
    this.#down.delete(event.pointerId);
    if (!this.#down.size) this.#isMoving = false;
    const { path } = board;
    board.path = null;
    if (path && isDone) board.onpath?.(path);
    if (path) board.draw();
  }

  #selectSame(event) {
    const { board } = this;
    const cell = board.onpath || board.view.isMoving ? null : this.#cell(event, false);
    const digit = cell === null ? 0 : board.state.digit(cell);
    if (!digit) return;
    board.select([...board.drawing.cells.keys()].filter(each => board.state.digit(each) === digit));
  }

  #outside(event) {
    const [x, y] = this.#point(event);
    const found = this.board.drawing.outside.find(({ at }) => Math.abs(at[0] - x) < 22 && Math.abs(at[1] - y) < 20);
    if (!found) return false;
    this.#down.clear();
    this.board.onoutside(found);
    return true;
  }
}
